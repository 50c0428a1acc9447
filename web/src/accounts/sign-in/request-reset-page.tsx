import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import { RequestPasswordReset } from '@strand/contracts/accounts/session'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { callOnce } from '../../shared/api/call-once.ts'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { AccountLayout } from './account-layout.tsx'
import { EmailField } from './email-field.tsx'
import { requestReset } from './first-texts.ts'

const mailSent = 'Mail Sent'

export const RequestResetPage = () => {
  const [sent, setSent] = useState('')
  const { fieldProps, submit, busy, form } = useCommandForm({
    schema: RequestPasswordReset,
    initial: { email: '' },
    send: (body) => callOnce(accountEndpoints.requestPasswordReset, { body }),
    success: mailSent,
    situation: 'request-reset',
    onSuccess: ({ responseMessage }) => setSent(responseMessage),
  })
  return (
    <AccountLayout {...requestReset}>
      {sent && <NoticeBox kind="success" title={mailSent} text={sent} />}
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <EmailField fieldProps={fieldProps} />
        <SubmitButton
          busy={busy}
          text={sent ? 'Send again' : 'Send the email'}
          busyText="Sending..."
        />
      </form>
      <p className="account-links">
        <Link to={paths.admin}>Back to sign-in</Link>
      </p>
    </AccountLayout>
  )
}
