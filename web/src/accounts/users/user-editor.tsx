import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import { shownPhone, type User } from '@strand/contracts/accounts/user'
import { call } from '../../shared/api/client.ts'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { InlineForm } from '../../shared/list/table/inline-form.tsx'
import { EditUserForm, UserFields, type UserValues, usersKey } from './user-fields.tsx'

export const UserEditor = ({
  user: { userid, firstname, lastname, email, phone, countryCode, roleid },
  onClose,
}: {
  user: User
  onClose: () => void
}) => {
  const initial: UserValues = {
    firstname,
    lastname,
    email,
    phone: shownPhone(phone),
    countryCode,
    roleid: roleid ?? '',
  }
  const form = useCommandForm({
    schema: EditUserForm,
    initial,
    send: (valid) => call(userEndpoints.updateUser, { body: { userid, ...valid } }),
    success: 'Updated',
    situation: 'admin',
    invalidates: { queryKey: usersKey },
    onSuccess: onClose,
  })
  return (
    <InlineForm label={`Edit ${firstname} ${lastname}`} form={form} onCancel={onClose}>
      <UserFields {...form} emailEditable={false} />
    </InlineForm>
  )
}
