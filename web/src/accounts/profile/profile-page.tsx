import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import { shownPhone, UserDetails } from '@strand/contracts/accounts/user'
import { Link } from 'react-router-dom'
import { call } from '../../shared/api/client.ts'
import { reloadWithToasts } from '../../shared/feedback/kept-toasts.ts'
import { PersonFields } from '../../shared/fields/person-fields.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { useAdmin } from '../../shared/session/session.ts'
import { OwnPassword, OwnPasswordField } from './own-password-field.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

const ProfileForm = UserDetails.omit({ email: true }).extend({ password: OwnPassword })

/** In milliseconds: the pause before the page reloads, long enough to read the notice. */
const reloadAfter = 1_500

/** `/dashboard/profile`: the user's own account; each change requires the password. */
export const ProfilePage = () => {
  usePageTitle('Profile')
  const { firstname, lastname, email, phone, countryCode, role } = useAdmin()
  const form = useCommandForm({
    schema: ProfileForm,
    initial: { firstname, lastname, email, phone: shownPhone(phone), countryCode, password: '' },
    send: (body) => call(userEndpoints.updateUser, { body }),
    success: 'Profile Updated',
    situation: 'admin',
    onSuccess: () => void reloadWithToasts(reloadAfter),
  })
  return (
    <div className="form-page">
      <h1>Profile</h1>
      <p className="muted">
        You are signed in as {role}. <Link to={paths.changePassword}>Change password</Link>
      </p>
      <form ref={form.form} className="form form-card" noValidate onSubmit={form.submit}>
        <PersonFields {...form} emailEditable={false} />
        <OwnPasswordField {...form.fieldProps('password')} />
        <div className="form-buttons">
          <SubmitButton busy={form.busy} text="Update Profile" busyText="Updating Profile" />
        </div>
      </form>
      <SecondFactorSection />
      <SessionsSection />
    </div>
  )
}
