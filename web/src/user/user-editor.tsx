import { CommandAnswer } from '@strand/contracts/answer'
import type { User } from '@strand/contracts/user'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../shared/api.ts'
import { failureNotice } from '../shared/error-catalogue.ts'
import { InlineForm } from '../shared/list/inline-form.tsx'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import { EditUserForm, UserFields, type UserValues, usersKey } from './user-fields.tsx'

export const UserEditor = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const client = useQueryClient()
  const { firstname, lastname, email, phone, countryCode, roleid = '' } = user
  const initial: UserValues = { firstname, lastname, email, phone, countryCode, roleid }
  const form = useForm({
    schema: EditUserForm,
    initial,
    send: async (valid) => {
      try {
        const body = { userid: user.userid, ...valid }
        const answer = await call(CommandAnswer, 'PUT', '/admin/update-user', body)
        toast.success({ title: 'Updated', text: answer.responseMessage })
        await client.invalidateQueries({ queryKey: usersKey })
        onClose()
      } catch (error) {
        toast.failure(failureNotice(error, 'admin'))
        throw error
      }
    },
  })
  return (
    <InlineForm
      label={`Edit ${firstname} ${lastname}`}
      form={form.form}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <UserFields {...form} emailEditable={false} />
    </InlineForm>
  )
}
