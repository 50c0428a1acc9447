import { Field } from './field.tsx'
import './money-field.css'
import { withThousands } from './typed-price.ts'

/** A price in naira; its thousands are separated during typing. */
export const MoneyField = ({
  label,
  name,
  value,
  error,
  onChange,
  onBlur,
}: {
  label: string
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
}) => (
  <Field label={label} error={error}>
    {(control) => (
      <div className="money-field">
        <span aria-hidden="true">₦</span>
        <input
          {...control}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          required
          value={value}
          onChange={(event) => onChange(withThousands(event.target.value))}
          onBlur={onBlur}
        />
      </div>
    )}
  </Field>
)
