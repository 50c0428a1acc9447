import { TextField } from '../shared/text-field.tsx'
import type { FormPart } from '../shared/use-form.ts'

/** The address used to sign in. Password managers recognise it by its name. */
export const EmailField = ({ part }: FormPart<'email'>) => (
  <TextField label="Email address" type="email" autoComplete="username" {...part('email')} />
)
