import { TextField } from '../shared/text-field.tsx'

/** The address one signs in with: password managers know it by its name. */
export const EmailField = ({
  value,
  error,
  onChange,
  onLeave,
}: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  /** Called only where something was typed: an empty field is told of when the form is sent. */
  onLeave: () => void
}) => (
  <TextField
    label="Email address"
    name="email"
    type="email"
    autoComplete="username"
    value={value}
    error={error}
    onChange={onChange}
    onLeave={() => value !== '' && onLeave()}
  />
)
