import { enterPasswordText } from '@strand/contracts/accounts/user'
import { z } from 'zod'
import { TextField } from '../../shared/fields/text-field.tsx'
import type { TextFieldProps } from '../../shared/forms/use-form.ts'

export const OwnPassword = z.string().min(1, enterPasswordText).max(256)

export const OwnPasswordField = (props: TextFieldProps) => (
  <TextField
    label="Password"
    help="Your current password, to confirm it’s you."
    type="password"
    autoComplete="current-password"
    {...props}
  />
)
