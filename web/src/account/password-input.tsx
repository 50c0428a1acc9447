import { useState } from 'react'
import type { FieldControl } from '../shared/field.tsx'

/** A password one can look at; password managers and pasting work as in any native field. */
export const PasswordInput = ({
  control,
  name,
  autoComplete,
  value,
  onChange,
  onLeave,
}: {
  control: FieldControl
  name: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  onLeave: () => void
}) => {
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
        onBlur={onLeave}
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
