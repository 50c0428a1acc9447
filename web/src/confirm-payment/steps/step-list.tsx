import { CheckIcon } from '../../shared/style/icons.tsx'
import { stepTitles } from './steps.ts'
import './step-list.css'

/** Shows which of the three steps the customer is at. */
export const StepList = ({ step }: { step: number }) => (
  <ol className="step-list" aria-label="Steps">
    {stepTitles.map((title, index) => {
      const number = index + 1
      const done = number < step
      return (
        <li
          key={title}
          className={done ? 'step-done' : undefined}
          aria-current={number === step ? 'step' : undefined}
        >
          <span className="step-mark" aria-hidden="true">
            {done ? <CheckIcon /> : number}
          </span>
          <span className="step-title">{title}</span>
          {done && <span className="for-screen-readers"> (done)</span>}
        </li>
      )
    })}
  </ol>
)
