import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import type { StateMeaning } from '@strand/contracts/money/statement'
import { useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { formatNumber } from '../../shared/format/money.tsx'

type States = Record<string, StateMeaning>

const meanings: Record<StateMeaning, string> = {
  arrived: 'The money arrived',
  not: 'It did not arrive, or not yet',
}

const isMeaning = (value: string): value is StateMeaning => Object.hasOwn(meanings, value)

/** What the bank’s words for the state of a transfer mean, where they are not known. */
export const StateQuestion = ({
  unknownStates,
  onAnswer,
}: Pick<StatementPreview, 'unknownStates'> & { onAnswer: (states: States) => void }) => {
  const [said, setSaid] = useState<States>({})
  const isWhole = unknownStates.every(({ word }) => said[word])
  return (
    <section className="form-card state-question" aria-labelledby="state-question">
      <h2 id="state-question">What do these words mean?</h2>
      <p>
        The bank says the state of each transfer, in words that are new to Strand. It remembers your
        answer for the next file of this kind.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole) onAnswer(said)
        }}
      >
        {unknownStates.map(({ word, rows }) => (
          <SelectField
            key={word}
            label={`${word === '' ? 'No word' : `“${word}”`}, ${rows === 1 ? '1 row' : `${formatNumber(rows)} rows`}`}
            value={said[word] ?? ''}
            onChange={(meaning) => {
              const { [word]: _, ...others } = said
              setSaid(isMeaning(meaning) ? { ...others, [word]: meaning } : others)
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
