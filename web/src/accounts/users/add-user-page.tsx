import { userArchiving, userEndpoints } from '@strand/contracts/accounts/endpoints'
import { CreateUser, type User } from '@strand/contracts/accounts/user'
import { defaultCountryCode } from '@strand/contracts/order/contact'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '../../shared/api/client.ts'
import { ButtonLink } from '../../shared/buttons/button.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { UserFields, type UserValues, usersKey } from './user-fields.tsx'

const empty: UserValues = {
  firstname: '',
  lastname: '',
  email: '',
  phone: '',
  countryCode: defaultCountryCode,
  roleid: '',
}

const findArchived = async (email: string): Promise<User | null> => {
  const { result } = await call(userEndpoints.listArchivedUsers, { query: { email } })
  return result.data.find((user) => user.email === email.toLowerCase()) ?? null
}

export const AddUserPage = () => {
  usePageTitle('Add user')
  const navigate = useNavigate()
  const [archived, setArchived] = useState<User | null>(null)
  const restoring = useCommand({
    send: ({ userid }: User) => call(userArchiving.restore, { params: { id: userid } }),
    success: 'Restored',
    situation: 'action',
    invalidates: { queryKey: usersKey },
    onSuccess: () => {
      form.discardDraft()
      navigate(paths.users)
    },
  })
  const form = useCommandForm({
    schema: CreateUser,
    initial: empty,
    draft: 'user',
    send: (body) => call(userEndpoints.createUser, { body }),
    success: ({ firstname, email }) => ({
      title: 'User Created',
      text: `${firstname} (${email}) was created sucessfully`,
    }),
    situation: 'admin',
    invalidates: { queryKey: usersKey },
    onSuccess: () => navigate(paths.users),
    onFailure: (_, { email }) => {
      // If this search fails, the screen still says why the user could not be added. Only the offer
      // to restore an archived user is missing.
      findArchived(email).then(setArchived, () => undefined)
    },
  })
  return (
    <div className="form-page">
      <h1>Add user</h1>
      <p className="muted">
        The person gets an email with a link and a temporary password. The account is active once
        they have chosen a password of their own.
      </p>
      <form ref={form.form} className="form form-card" noValidate onSubmit={form.submit}>
        {archived && (
          <NoticeBox
            kind="info"
            title={`${archived.firstname} ${archived.lastname} is archived`}
            text="This email address is theirs. Restore them, and they can sign in as before, with the same role."
            action={{ text: 'Restore', onClick: () => void restoring.attempt(archived) }}
          />
        )}
        <UserFields {...form} emailEditable />
        <div className="form-buttons">
          <ButtonLink to={paths.users}>Cancel</ButtonLink>
          <SubmitButton busy={form.busy} text="Add User" busyText="Adding User" />
        </div>
      </form>
    </div>
  )
}
