import './field.css'
import { useId } from 'react'
import './date-field.css'

/** A day in the shop's time zone; empty means no limit. */
export const DateField = ({
  label,
  value,
  min = '',
  max = '',
  onChange,
}: {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}) => {
  const id = useId()
  return (
    <div className="day-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className="input"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
