import type { StatementOverlap } from '@strand/contracts/money/bank-statement'
import { CheckField } from '../../shared/fields/check-field.tsx'
import { doubts } from './preview-words.ts'

/** Whether a file that does not agree with what is known of its days is of this account at all. */
export const OverlapQuestion = ({
  overlap,
  isConfirmed,
  onAnswer,
}: {
  overlap: StatementOverlap
  isConfirmed: boolean
  onAnswer: (isConfirmed: boolean) => void
}) => (
  <section className="refused" aria-labelledby="overlap-question">
    <h2 id="overlap-question">Is it another account’s?</h2>
    <ul>
      {doubts(overlap).map((doubt) => (
        <li key={doubt}>{doubt}</li>
      ))}
    </ul>
    <CheckField
      label="No, it is this account’s. Import it anyway."
      checked={isConfirmed}
      onChange={onAnswer}
    />
  </section>
)
