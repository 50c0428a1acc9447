import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import { useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { formatNumber } from '../../shared/format/money.tsx'

const meanings = {
  state: 'Whether the money arrived',
  direction: 'Whether it came in or went out',
  neither: 'Neither',
}
type Meaning = keyof typeof meanings
const isMeaning = (value: string): value is Meaning => Object.hasOwn(meanings, value)

type Answer = { state: number | null; direction?: number }

/** Whether a column in words that are not known says that money did not arrive: before any is taken. */
export const StateColumnQuestion = ({
  perhapsStates,
  names,
  onAnswer,
}: Pick<StatementPreview, 'perhapsStates'> & {
  /** Of the file's columns. */
  names: string[]
  onAnswer: (columns: Answer) => void
}) => {
  const [said, setSaid] = useState<Record<number, Meaning>>({})
  const columnsOf = (meaning: Meaning) =>
    perhapsStates.flatMap(({ column }) => (said[column] === meaning ? [column] : []))
  const [states, directions] = [columnsOf('state'), columnsOf('direction')]
  const isTwice = states.length > 1 || directions.length > 1
  const isWhole = perhapsStates.every(({ column }) => said[column]) && !isTwice
  return (
    <section className="form-card state-question" aria-labelledby="state-column-question">
      <h2 id="state-column-question">
        {perhapsStates.length === 1 ? 'What does this column say?' : 'What do these columns say?'}
      </h2>
      <p>
        A bank may mark transfers that failed or are not booked yet. Strand remembers your answer
        for the next file of this kind.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWhole) return
          const [state = null] = states
          const [direction] = directions
          onAnswer({ state, ...(direction !== undefined && { direction }) })
        }}
      >
        {perhapsStates.map(({ column, words }) => (
          <SelectField
            key={column}
            label={`${names[column] ?? ''}, with ${words.map(wordWithRows).join(', ')}`}
            value={said[column] ?? ''}
            error={
              isTwice && said[column] !== 'neither' ? 'Only one column can say this' : undefined
            }
            onChange={(meaning) => {
              const { [column]: _, ...others } = said
              setSaid(isMeaning(meaning) ? { ...others, [column]: meaning } : others)
            }}
          >
            <option value="">Please choose</option>
            {Object.entries(meanings).map(([meaning, text]) => (
              <option key={meaning} value={meaning}>
                {text}
              </option>
            ))}
          </SelectField>
        ))}
        <Button type="submit" disabled={!isWhole}>
          Read it again
        </Button>
      </form>
    </section>
  )
}

const wordWithRows = ({ word, rows }: { word: string; rows: number }) =>
  `“${word}” (${rows === 1 ? '1 row' : `${formatNumber(rows)} rows`})`
