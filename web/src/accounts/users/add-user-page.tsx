import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import { CreateUser } from '@strand/contracts/accounts/user'
import { defaultCountryCode } from '@strand/contracts/order/contact'
import { useNavigate } from 'react-router-dom'
import { call } from '../../shared/api/client.ts'
import { ButtonLink } from '../../shared/buttons/button.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { UserFields, type UserValues, usersKey } from './user-fields.tsx'

const empty: UserValues = {
  firstname: '',
  lastname: '',
  email: '',
  phone: '',
  countryCode: defaultCountryCode,
  roleid: '',
}

/** `/dashboard/add-users`. */
export const AddUserPage = () => {
  usePageTitle('Add user')
  const navigate = useNavigate()
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
  })
  return (
    <div className="form-page">
      <h1>Add user</h1>
      <p className="muted">
        The person gets a mail with a link and a temporary password. The account is active once they
        have chosen a password of their own.
      </p>
      <form ref={form.form} className="form form-card" noValidate onSubmit={form.submit}>
        <UserFields {...form} emailEditable />
        <div className="form-buttons">
          <ButtonLink to={paths.users}>Cancel</ButtonLink>
          <SubmitButton busy={form.busy} text="Add User" busyText="Adding User" />
        </div>
      </form>
    </div>
  )
}
