import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import type { DateOrder } from '@strand/contracts/money/statement'
import { Button } from '../../shared/buttons/button.tsx'
import { formatDay } from '../../shared/format/time.ts'
import { dateExample } from './mapping.ts'

/** Which number of a date is the month, where the file leaves it open. */
export const DateQuestion = ({
  preview: { lines, mapping },
  onAnswer,
}: {
  preview: StatementPreview
  onAnswer: (order: DateOrder) => void
}) => {
  const telling = lines.find(({ bookedOn }) => bookedOn.slice(5, 7) !== bookedOn.slice(8))
  const example = dateExample(telling?.bookedOn ?? '2026-04-03', mapping?.dateOrder ?? 'DMY')
  return (
    <section className="form-card date-question" aria-labelledby="date-question">
      <h2 id="date-question">Which number of a date is the month?</h2>
      <p>
        The file doesn’t say. What is <strong>{example.written}</strong>?
      </p>
      <div className="import-next">
        {(['DMY', 'MDY'] as const).map((order) => (
          <Button key={order} onClick={() => onAnswer(order)}>
            {formatDay(example[order])}
            <span className="muted">
              {order === 'DMY' ? 'the day comes first' : 'the month comes first'}
            </span>
          </Button>
        ))}
      </div>
    </section>
  )
}
