import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../../shared/style/class-names.ts'

// The page opens with the first step shown: that step leaves the focus where it is.
let shownBefore = false

/** One step: a form of its own, whose heading takes the focus when the step opens. */
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
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (shownBefore) {
      window.scrollTo({ top: 0 })
      heading.current?.focus({ preventScroll: true })
    }
    shownBefore = true
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form noValidate onSubmit={submit} className={classNames('step', className)}>
      <h2 ref={heading} tabIndex={-1} className="step-heading">
        {title}
      </h2>
      <fieldset disabled={disabled} className="step-fields">
        <legend className="for-screen-readers">{title}</legend>
        {children}
      </fieldset>
      {actions}
    </form>
  )
}

/** The buttons under a step, and the line that says what is still missing. */
export const StepActions = ({
  summary,
  missing,
  sticky = false,
  children,
}: {
  summary?: string
  missing: string
  sticky?: boolean
  children: ReactNode
}) => (
  <div className={classNames('step-actions', sticky && 'step-actions-sticky')}>
    <div className="step-actions-words" role="status">
      {summary && <p className="step-summary amount">{summary}</p>}
      {missing && <p className="step-missing">{missing}</p>}
    </div>
    <div className="step-buttons">{children}</div>
  </div>
)
