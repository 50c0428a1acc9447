import { defaultCountryCode } from '@strand/contracts/country'
import { CreateUser, UserCreated } from '@strand/contracts/user'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { call } from '../shared/api.ts'
import { Button, ButtonLink } from '../shared/button.tsx'
import { failureNotice } from '../shared/error-catalogue.ts'
import { usePageTitle } from '../shared/page.tsx'
import { paths } from '../shared/paths.ts'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
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
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({
    schema: CreateUser,
    initial: empty,
    draft: 'user',
    send: async (user) => {
      try {
        const { firstname, email } = await call(UserCreated, 'POST', '/admin/create-user', user)
        toast.success({
          title: 'User Created',
          text: `${firstname} (${email}) was created sucessfully`,
        })
        await client.invalidateQueries({ queryKey: usersKey })
        navigate(paths.users)
      } catch (error) {
        toast.failure(failureNotice(error, 'admin'))
        throw error
      }
    },
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
          <Button type="submit" look="primary" busy={form.busy} disabled={form.busy}>
            {form.busy ? 'Adding User' : 'Add User'}
          </Button>
        </div>
      </form>
    </div>
  )
}
