import { passwordRules } from '@strand/contracts/accounts/session'
import { useId } from 'react'
import { Field } from '../../shared/fields/field.tsx'
import type { FormFields } from '../../shared/forms/use-form.ts'
import { CheckIcon } from '../../shared/style/icons.tsx'
import { PasswordField, PasswordInput } from './password-input.tsx'

export const changingPassword = 'Changing password...'

/**
 * The new password and its confirmation. While the user types, each rule that the password meets is
 * ticked off.
 */
export const NewPasswordFields = ({ fieldProps }: FormFields<'password' | 'confirmPassword'>) => {
  const rulesId = useId()
  const { error, ...password } = fieldProps('password')
  // Hides an error that the list of rules below already shows.
  const unlistedError = passwordRules.some(({ message }) => message === error) ? undefined : error
  return (
    <>
      <Field label="New password" error={unlistedError}>
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
              autoComplete="new-password"
              {...password}
            />
            <Rules id={rulesId} password={password.value} missed={error !== undefined} />
          </>
        )}
      </Field>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...fieldProps('confirmPassword')}
      />
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
