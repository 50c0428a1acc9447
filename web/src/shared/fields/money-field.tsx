import type { TextFieldProps } from '../forms/use-form.ts'
import { Field } from './field.tsx'
import './money-field.css'
import { withThousands } from './typed-price.ts'

/** A price in naira; its thousands are separated during typing. */
export const MoneyField = ({
  label,
  error,
  onChange,
  ...input
}: TextFieldProps & { label: string }) => (
  <Field label={label} error={error}>
    {(control) => (
      <div className="money-field">
        <span aria-hidden="true">₦</span>
        <input
          {...control}
          {...input}
          inputMode="numeric"
          autoComplete="off"
          required
          onChange={(event) => onChange(withThousands(event.target.value))}
        />
      </div>
    )}
  </Field>
)
