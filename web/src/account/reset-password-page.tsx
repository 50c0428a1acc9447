import { CommandAnswer } from '@strand/contracts/answer'
import { ResetPassword } from '@strand/contracts/session'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { call } from '../shared/api.ts'
import { Button } from '../shared/button.tsx'
import { failureNotice, type Notice } from '../shared/error-catalogue.ts'
import { NoticeBox } from '../shared/notice-box.tsx'
import { paths } from '../shared/paths.ts'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import { AccountLayout } from './account-layout.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

export const ResetPasswordPage = () => {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<Notice | null>(null)
  const form = useForm({
    schema: ResetPassword,
    initial: { password: '', confirmPassword: '' },
    send: async (body) => {
      setFailure(null)
      try {
        const path = `/reset-password/${encodeURIComponent(token)}`
        const answer = await call(CommandAnswer, 'POST', path, body, { anonymous: true })
        toast.success({ title: 'Password reset successful', text: answer.responseMessage })
        navigate(paths.admin, { replace: true })
      } catch (error) {
        const notice = failureNotice(error, 'reset')
        toast.failure(notice)
        setFailure(notice)
        throw error
      }
    },
  })
  return (
    <AccountLayout title="Choose a new password">
      {failure && (
        <NoticeBox kind="failure" {...failure}>
          <Link to={paths.requestResetPassword}>Ask for a new link</Link>
        </NoticeBox>
      )}
      <form ref={form.form} className="form" noValidate onSubmit={form.submit}>
        <NewPasswordFields {...form} />
        <Button type="submit" look="primary" busy={form.busy} disabled={form.busy}>
          {form.busy ? 'Changing password...' : 'Reset password'}
        </Button>
      </form>
      <p className="account-links">
        <Link to={paths.admin}>Back to sign-in</Link>
      </p>
    </AccountLayout>
  )
}
