import type { InputHTMLAttributes } from 'react'
import type { TextFieldProps } from '../forms/use-form.ts'
import { Field } from './field.tsx'
import './money-field.css'
import { withThousands } from './typed-price.ts'

/** A native input behind a naira sign. */
export const NairaInput = ({
  onType,
  ...input
}: { onType: (typed: string) => void } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'onChange'
>) => (
  <div className="money-field">
    <span aria-hidden="true">₦</span>
    <input {...input} autoComplete="off" onChange={(event) => onType(event.target.value)} />
  </div>
)

/** A price in naira; its thousands are separated during typing. */
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
