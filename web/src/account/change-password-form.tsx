import { CommandAnswer } from '@strand/contracts/answer'
import { ChangePassword, UpdatePassword } from '@strand/contracts/session'
import { useState } from 'react'
import { call } from '../shared/api.ts'
import { Button } from '../shared/button.tsx'
import { failureNotice, type Notice } from '../shared/error-catalogue.ts'
import { Field } from '../shared/field.tsx'
import { NoticeBox } from '../shared/notice-box.tsx'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { PasswordInput } from './password-input.tsx'

/** The email is asked for only while the account is not active: nobody is signed in then. */
export const ChangePasswordForm = ({
  isActive,
  email,
  onChanged,
}: {
  isActive: boolean
  email: string
  onChanged: (message: string) => void
}) => {
  const [failure, setFailure] = useState<Notice | null>(null)
  const form = useForm({
    schema: isActive ? UpdatePassword : ChangePassword,
    initial: { email, oldPassword: '', password: '', confirmPassword: '' },
    send: async (body) => {
      setFailure(null)
      try {
        const path = isActive ? '/update-password' : '/change-password'
        const answer = await call(CommandAnswer, 'POST', path, body, { anonymous: !isActive })
        toast.success({ title: 'Password Changed', text: answer.responseMessage })
        onChanged(answer.responseMessage)
      } catch (error) {
        const notice = failureNotice(error, 'account')
        toast.failure(notice)
        setFailure(notice)
        throw error
      }
    },
  })
  const { values, set, leave, errorOf, submit, busy } = form
  return (
    <>
      {failure && <NoticeBox kind="failure" {...failure} />}
      <form ref={form.form} className="form" noValidate onSubmit={submit}>
        {isActive ? (
          // Tells a password manager whose password it is.
          <input type="hidden" name="email" autoComplete="username" value={values.email} readOnly />
        ) : (
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
                onBlur={() => leave('email')}
              />
            )}
          </Field>
        )}
        <Field label="Old password" error={errorOf('oldPassword')}>
          {(control) => (
            <PasswordInput
              control={control}
              name="oldPassword"
              autoComplete="current-password"
              value={values.oldPassword}
              onChange={(value) => set('oldPassword', value)}
              onLeave={() => leave('oldPassword')}
            />
          )}
        </Field>
        <NewPasswordFields {...form} />
        <Button type="submit" look="primary" busy={busy} disabled={busy}>
          {busy ? 'Changing password...' : 'Change password'}
        </Button>
      </form>
    </>
  )
}
