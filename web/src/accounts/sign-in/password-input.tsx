import { useState } from 'react'
import { Field, type FieldControl } from '../../shared/fields/field.tsx'

type PasswordInputProps = {
  control: FieldControl
  name: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  onBlur: () => void
}

/**
 * A password input with a button that shows its text. Password managers and pasting work as in
 * other inputs.
 */
export const PasswordInput = ({
  control,
  name,
  autoComplete,
  value,
  onChange,
  onBlur,
}: PasswordInputProps) => {
  const [shown, setShown] = useState(false)
  return (
    <div className="password">
      <input
        {...control}
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <button
        type="button"
        className="password-show"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-controls={control.id}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}

export const PasswordField = ({
  label,
  error,
  ...input
}: { label: string; error: string | undefined } & Omit<PasswordInputProps, 'control'>) => (
  <Field label={label} error={error}>
    {(control) => <PasswordInput control={control} {...input} />}
  </Field>
)
