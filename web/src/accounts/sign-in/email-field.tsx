import { TextField } from '../../shared/fields/text-field.tsx'
import type { FormFields } from '../../shared/forms/use-form.ts'

/** The email address used to sign in. Password managers recognise the field by its name. */
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
