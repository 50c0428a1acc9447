import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import { ChangePassword, UpdatePassword } from '@strand/contracts/accounts/session'
import { callOnce } from '../../shared/api/call-once.ts'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { EmailField } from './email-field.tsx'
import { changingPassword, NewPasswordFields } from './new-password-fields.tsx'
import { passwordChanged } from './password-changed.tsx'
import { PasswordField } from './password-input.tsx'

const { updatePassword, changeTemporaryPassword } = accountEndpoints

/**
 * Asks for the email address only if the account is not active yet, because then nobody is signed
 * in.
 */
export const ChangePasswordForm = ({
  isActive,
  email,
  onChanged,
}: {
  isActive: boolean
  email: string
  onChanged: (message: string) => void
}) => {
  const form = useCommandForm({
    schema: isActive ? UpdatePassword : ChangePassword,
    initial: { email, oldPassword: '', password: '', confirmPassword: '' },
    send: (body) => callOnce(isActive ? updatePassword : changeTemporaryPassword, { body }),
    success: passwordChanged,
    situation: 'account',
    onSuccess: ({ responseMessage }) => onChanged(responseMessage),
  })
  const { fieldProps, submit, busy, failure } = form
  return (
    <>
      {failure && <NoticeBox kind="failure" {...failure} />}
      <form ref={form.form} className="form" noValidate onSubmit={submit}>
        {isActive ? (
          // Tells password managers which account the password belongs to.
          <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        ) : (
          <EmailField fieldProps={fieldProps} />
        )}
        <PasswordField
          label="Old password"
          autoComplete="current-password"
          {...fieldProps('oldPassword')}
        />
        <NewPasswordFields fieldProps={fieldProps} />
        <SubmitButton busy={busy} text="Change password" busyText={changingPassword} />
      </form>
    </>
  )
}
