import type { FormEvent, ReactNode } from 'react'
import { classNames } from '../../../shared/style/class-names.ts'

export const StepFrame = ({
  title,
  onSubmit,
  disabled,
  className,
  actions,
  children,
}: {
  title: string
  onSubmit: () => void
  disabled: boolean
  className?: string
  actions: ReactNode
  children: ReactNode
}) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form noValidate onSubmit={submit} className={classNames('step', className)}>
      <fieldset disabled={disabled} className="step-fields">
        <legend className="for-screen-readers">{title}</legend>
        {children}
      </fieldset>
      {actions}
    </form>
  )
}

/**
 * The buttons below a step, and a text beside them: what is still missing or, if nothing is
 * missing, what the customer chose.
 */
export const StepActions = ({
  summary,
  missing,
  sticky = false,
  aside,
  children,
}: {
  summary?: string
  missing: string
  sticky?: boolean
  /** A button beside the text that leads to the part of the step that the text is about. */
  aside?: ReactNode
  children: ReactNode
}) => (
  <div className={classNames('step-actions', sticky && 'step-actions-sticky')}>
    <div className="step-actions-line">
      <div role="status">
        {missing ? (
          <p className="step-missing">{missing}</p>
        ) : (
          summary && <p className="step-summary amount">{summary}</p>
        )}
      </div>
      {aside}
    </div>
    <div className="step-buttons">{children}</div>
  </div>
)
