import { type ReactNode, useId } from 'react'
import './field.css'
import { classNames } from '../style/class-names.ts'

/** The attributes that link a control to its label, its help text and its error. */
export type FieldControl = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/**
 * A label, a control, a line of help, and the error. `children` renders the control, and must pass
 * it the given attributes.
 */
export const Field = ({
  label,
  help,
  error,
  optional = false,
  describedBy,
  className,
  children,
}: {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  optional?: boolean
  /** The id of another element that screen readers read out with the control. */
  describedBy?: string | undefined
  className?: string
  children: (control: FieldControl) => ReactNode
}) => {
  const id = useId()
  const described = [describedBy, help && `${id}-help`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={classNames('field', error && 'field-invalid', className)}>
      <label htmlFor={id} className="field-label">
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      {children({
        id,
        className: 'input',
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
