import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import { ResetPassword } from '@strand/contracts/accounts/session'
import { Link, useNavigate } from 'react-router-dom'
import { callOnce } from '../../shared/api/call-once.ts'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { AccountLayout } from './account-layout.tsx'
import { resetTitle } from './first-texts.ts'
import { changingPassword, NewPasswordFields } from './new-password-fields.tsx'
import { useLinkToken } from './use-link-token.ts'

export const ResetPasswordPage = () => {
  const token = useLinkToken() ?? ''
  const navigate = useNavigate()
  const { failure, ...form } = useCommandForm({
    schema: ResetPassword,
    initial: { password: '', confirmPassword: '' },
    send: (body) => callOnce(accountEndpoints.resetPassword, { params: { token }, body }),
    success: 'Password reset successful',
    situation: 'reset',
    onSuccess: () => navigate(paths.admin, { replace: true }),
  })
  return (
    <AccountLayout title={resetTitle}>
      {failure && (
        <NoticeBox kind="failure" {...failure}>
          <Link to={paths.requestResetPassword}>Ask for a new link</Link>
        </NoticeBox>
      )}
      <form ref={form.form} className="form" noValidate onSubmit={form.submit}>
        <NewPasswordFields fieldProps={form.fieldProps} />
        <SubmitButton busy={form.busy} text="Reset password" busyText={changingPassword} />
      </form>
      <p className="account-links">
        <Link to={paths.admin}>Back to sign-in</Link>
      </p>
    </AccountLayout>
  )
}
