import { InputTextarea } from 'primereact/inputtextarea'
import { Field } from './field.tsx'
import { formatNumber } from './money.tsx'
import './message-field.css'

const lineHeight = 1.5
/** A message box shows 10 rows and grows with its text up to 15, by the specification. */
const rows = 10
const mostRows = 15

export const MessageField = ({
  label,
  name,
  maximum,
  value,
  error,
  onChange,
  onLeave,
}: {
  label: string
  name: string
  /** Characters. */
  maximum: number
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onLeave: () => void
}) => (
  <Field label={label} error={error} className="message-field">
    {(control) => (
      <>
        <InputTextarea
          {...control}
          name={name}
          autoResize
          rows={rows}
          maxLength={maximum}
          style={{ maxHeight: `calc(${mostRows * lineHeight}em + 1.25rem)` }}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
        <p className="message-count">
          {formatNumber(value.length)} of {formatNumber(maximum)}
        </p>
      </>
    )}
  </Field>
)
