import { TextField } from '../../shared/fields/text-field.tsx'
import type { FormFields } from '../../shared/forms/use-form.ts'

/** The email address for signing in. Password managers recognize the field by its name. */
export const EmailField = ({
  fieldProps,
  describedBy,
}: FormFields<'email'> & { describedBy?: string }) => (
  <TextField
    label="Email address"
    type="email"
    autoComplete="username"
    describedBy={describedBy}
    {...fieldProps('email')}
  />
)
