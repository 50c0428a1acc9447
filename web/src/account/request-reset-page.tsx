import { CommandAnswer } from '@strand/contracts/answer'
import { RequestPasswordReset } from '@strand/contracts/session'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../shared/api.ts'
import { Button } from '../shared/button.tsx'
import { failureNotice, type Notice } from '../shared/error-catalogue.ts'
import { Field } from '../shared/field.tsx'
import { NoticeBox } from '../shared/notice-box.tsx'
import { paths } from '../shared/paths.ts'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import { AccountLayout } from './account-layout.tsx'

export const RequestResetPage = () => {
  const [sent, setSent] = useState<Notice | null>(null)
  const { values, set, leave, errorOf, submit, busy, form } = useForm({
    schema: RequestPasswordReset,
    initial: { email: '' },
    send: async (body) => {
      try {
        const answer = await call(CommandAnswer, 'POST', '/request-password-reset', body, {
          anonymous: true,
        })
        const notice = { title: 'Mail Sent', text: answer.responseMessage }
        toast.success(notice)
        setSent(notice)
      } catch (error) {
        toast.failure(failureNotice(error, 'request-reset'))
        throw error
      }
    },
  })
  return (
    <AccountLayout
      title="Reset your password"
      intro="Enter the email address of your account. You get a mail with a link that works once, for one hour."
    >
      {sent && <NoticeBox kind="success" {...sent} />}
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <Field label="Email address" error={errorOf('email')}>
          {(control) => (
            <input
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              required
              value={values.email}
              onChange={(event) => set('email', event.target.value)}
              onBlur={() => values.email !== '' && leave('email')}
            />
          )}
        </Field>
        <Button type="submit" look="primary" busy={busy} disabled={busy}>
          {busy ? 'Sending...' : sent ? 'Send again' : 'Send the mail'}
        </Button>
      </form>
      <p className="account-links">
        <Link to={paths.admin}>Back to sign-in</Link>
      </p>
    </AccountLayout>
  )
}
