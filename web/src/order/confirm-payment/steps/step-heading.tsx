import { useEffect, useRef } from 'react'
import { stepTitles } from './steps.ts'
import './step-heading.css'

// Whether a step was already shown since the page loaded. The first step does not take the focus.
let shownBefore = false

/** Names the step, and takes the focus when the step opens. */
export const StepHeading = ({ step }: { step: number }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: run for each step that opens
  useEffect(() => {
    if (shownBefore) {
      window.scrollTo({ top: 0 })
      heading.current?.focus({ preventScroll: true })
    }
    shownBefore = true
  }, [step])
  return (
    <div className="step-heading">
      <h1 ref={heading} tabIndex={-1}>
        Step {step} of {stepTitles.length} · {stepTitles[step - 1]}
      </h1>
      <div className="step-progress" aria-hidden="true" />
    </div>
  )
}
