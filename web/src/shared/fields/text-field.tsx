import { toLine } from '@strand/contracts/characters'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { Field } from './field.tsx'

export const TextField = ({
  label,
  help,
  error,
  optional = false,
  describedBy,
  onChange,
  onBlur,
  ...input
}: {
  label: string
  help?: ReactNode
  error: string | undefined
  optional?: boolean
  describedBy?: string | undefined
  onChange: (value: string) => void
  onBlur?: () => void
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'>) => (
  <Field label={label} help={help} error={error} optional={optional} describedBy={describedBy}>
    {(control) => (
      <input
        {...input}
        {...control}
        required={!optional}
        onChange={(event) => onChange(toLine(event.target.value))}
        onBlur={onBlur}
      />
    )}
  </Field>
)
