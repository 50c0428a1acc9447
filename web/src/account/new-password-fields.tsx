import { passwordRules } from '@strand/contracts/session'
import { useId } from 'react'
import { Field } from '../shared/field.tsx'
import { CheckIcon } from '../shared/icons.tsx'
import { PasswordInput } from './password-input.tsx'

type NewPassword = { password: string; confirmPassword: string }
type FormPart = {
  values: NewPassword
  set: (name: keyof NewPassword, value: string) => void
  leave: (name: keyof NewPassword) => void
  errorOf: (name: keyof NewPassword) => string | undefined
}

/** What a button says that sends these fields. */
export const changingPassword = 'Changing password...'

/** The new password with its rules ticked off as one types, and its confirmation. */
export const NewPasswordFields = ({ values, set, leave, errorOf }: FormPart) => {
  const rulesId = useId()
  const error = errorOf('password')
  // What a rule already says in the list below is not said twice.
  const ownError = passwordRules.some(({ message }) => message === error) ? undefined : error
  return (
    <>
      <Field label="New password" error={ownError}>
        {(control) => (
          <>
            <PasswordInput
              control={{
                ...control,
                'aria-invalid': error ? true : undefined,
                'aria-describedby': [rulesId, control['aria-describedby']]
                  .filter(Boolean)
                  .join(' '),
              }}
              name="password"
              autoComplete="new-password"
              value={values.password}
              onChange={(value) => set('password', value)}
              onLeave={() => leave('password')}
            />
            <Rules id={rulesId} password={values.password} missed={error !== undefined} />
          </>
        )}
      </Field>
      <Field label="Confirm password" error={errorOf('confirmPassword')}>
        {(control) => (
          <PasswordInput
            control={control}
            name="confirmPassword"
            autoComplete="new-password"
            value={values.confirmPassword}
            onChange={(value) => set('confirmPassword', value)}
            onLeave={() => leave('confirmPassword')}
          />
        )}
      </Field>
    </>
  )
}

const Rules = ({ id, password, missed }: { id: string; password: string; missed: boolean }) => (
  <ul id={id} className="password-rules">
    {passwordRules.map(({ message, holds }) => {
      const met = holds(password)
      return (
        <li key={message} className={met ? 'is-met' : missed ? 'is-missed' : undefined}>
          {met ? <CheckIcon /> : <span className="password-rule-open" />}
          <span>
            <span className="for-screen-readers">{met ? 'Met: ' : 'Not yet met: '}</span>
            {message}
          </span>
        </li>
      )
    })}
  </ul>
)
