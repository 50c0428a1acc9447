import type { TextFieldProps } from '../forms/use-form.ts'
import { Field } from './field.tsx'
import { NairaInput } from './naira-input.tsx'
import { withThousands } from './typed-price.ts'

export const MoneyField = ({
  label,
  error,
  onChange,
  ...input
}: TextFieldProps & { label: string }) => (
  <Field label={label} error={error}>
    {(control) => (
      <NairaInput
        {...control}
        {...input}
        inputMode="numeric"
        required
        onType={(typed) => onChange(withThousands(typed))}
      />
    )}
  </Field>
)
