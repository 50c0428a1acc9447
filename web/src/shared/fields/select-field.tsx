import type { SelectHTMLAttributes } from 'react'
import { Field } from './field.tsx'

/** A label and a native select; its options are the children. */
export const SelectField = ({
  label,
  error,
  onChange,
  children,
  ...select
}: {
  label: string
  error?: string | undefined
  onChange: (value: string) => void
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'>) => (
  <Field label={label} error={error}>
    {(control) => (
      <select {...select} {...control} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    )}
  </Field>
)
