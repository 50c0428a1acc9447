import { counted } from '@strand/contracts/counted'
import { dayInWords } from '@strand/contracts/day-words'
import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import type { DateOrder, DirectionMeaning, StateMeaning } from '@strand/contracts/money/statement'
import { type ReactNode, useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { CheckField } from '../../shared/fields/check-field.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { today } from '../../shared/format/day.ts'
import { dateExample } from './mapping.ts'
import { doubts, perhapsTwice, unlikelyDays } from './preview-words.ts'

/** Asks which part of a file to import: one account, or certain days of an account. */
export const AccountQuestion = ({
  preview: { accounts, account },
  onAnswer,
}: {
  preview: StatementPreview
  onAnswer: (account: string) => void
}) => (
  <section className="form-card date-question" aria-labelledby="account-question">
    <h2 id="account-question">The file has {accounts.length} statements. Which one do you mean?</h2>
    <p>Only that statement’s lines are read. To import the others, choose the file again.</p>
    <div className="import-next">
      {accounts.map((number) => (
        <Button key={number} onClick={() => onAnswer(number)}>
          {number}
          {number === account && <span className="muted">the account that you chose</span>}
        </Button>
      ))}
    </div>
  </section>
)

/**
 * Asks which number in the file's dates is the month, if the file leaves that open. The user can
 * change the answer until the file is imported.
 */
export const DateQuestion = ({
  preview,
  answer,
  onAnswer,
}: {
  preview: StatementPreview
  /** Null until the user has answered. */
  answer: DateOrder | null
  onAnswer: (order: DateOrder) => void
}) => {
  const { lines, mapping } = preview
  const doubt = answer === null ? null : unlikelyDays(preview, today())
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
          <Button
            key={order}
            aria-pressed={answer !== null && order === answer}
            onClick={() => order !== answer && onAnswer(order)}
          >
            {dayInWords(example[order])}
            <span className="muted">
              {order === 'DMY' ? 'the day comes first' : 'the month comes first'}
            </span>
          </Button>
        ))}
      </div>
      {answer !== null && (
        <p className="field-help">You can change your answer until you import the file.</p>
      )}
      {doubt && <NoticeBox kind="failure" title="Is the month right?" text={doubt} />}
    </section>
  )
}

/**
 * Asks whether the file really belongs to this account, because its lines contradict lines that
 * were already imported for the same days.
 */
export const OverlapQuestion = ({
  preview,
  isConfirmed,
  onAnswer,
}: {
  preview: StatementPreview
  isConfirmed: boolean
  onAnswer: (isConfirmed: boolean) => void
}) => {
  const warning = perhapsTwice(preview)
  return (
    <section className="refused" aria-labelledby="overlap-question">
      <h2 id="overlap-question">Is this another account’s statement?</h2>
      <ul>
        {doubts(preview.overlap).map((doubt) => (
          <li key={doubt}>{doubt}</li>
        ))}
      </ul>
      {warning && <p>{warning}</p>}
      <CheckField
        label="No, it is this account’s. Import it anyway."
        checked={isConfirmed}
        onChange={onAnswer}
      />
    </section>
  )
}

const columnMeanings = {
  state: 'Whether the money arrived',
  direction: 'Whether it came in or went out',
  neither: 'Neither',
}
type ColumnMeaning = keyof typeof columnMeanings
type Answer = { state: number | null; direction?: number }

/**
 * Asks what an unrecognized column says: whether the money arrived, whether it came in or went out,
 * or neither.
 */
export const StateColumnQuestion = ({
  perhapsStates,
  names,
  onAnswer,
}: Pick<StatementPreview, 'perhapsStates'> & {
  names: string[]
  onAnswer: (columns: Answer) => void
}) => {
  const [answers, setAnswers] = useState<Record<number, ColumnMeaning | undefined>>({})
  const columnsOf = (meaning: ColumnMeaning) =>
    perhapsStates.flatMap(({ column }) => (answers[column] === meaning ? [column] : []))
  const [states, directions] = [columnsOf('state'), columnsOf('direction')]
  const isTwice = states.length > 1 || directions.length > 1
  const errorOf = (meaning: ColumnMeaning | undefined) =>
    meaning && meaning !== 'neither' && columnsOf(meaning).length > 1
      ? 'Only one column can say this'
      : undefined
  const isAnswered = perhapsStates.every(({ column }) => answers[column]) && !isTwice
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
          if (!isAnswered) return
          const [state = null] = states
          const [direction] = directions
          onAnswer({ state, ...(direction !== undefined && { direction }) })
        }}
      >
        {perhapsStates.map(({ column, words }) => (
          <MeaningField
            key={column}
            label={`${names[column] ?? ''}, with ${words.map(wordWithRows).join(', ')}`}
            meanings={columnMeanings}
            value={answers[column]}
            error={errorOf(answers[column])}
            onChoose={(meaning) => setAnswers({ ...answers, [column]: meaning })}
          />
        ))}
        <Button type="submit" disabled={!isAnswered}>
          Read the file again
        </Button>
      </form>
    </section>
  )
}

const wordWithRows = ({ word, rows }: { word: string; rows: number }) =>
  `“${word}” (${counted(rows, 'row')})`

/** Lets the user choose the meaning of a column or a word; undefined until they have chosen. */
const MeaningField = <Meaning extends string>({
  meanings,
  value,
  onChoose,
  ...field
}: {
  label: string
  error?: string | undefined
  meanings: Record<Meaning, string>
  value: Meaning | undefined
  onChoose: (meaning: Meaning | undefined) => void
}) => (
  <SelectField
    {...field}
    value={value ?? ''}
    onChange={(chosen) =>
      onChoose(Object.hasOwn(meanings, chosen) ? (chosen as Meaning) : undefined)
    }
  >
    <option value="">Please choose</option>
    {Object.entries<string>(meanings).map(([meaning, text]) => (
      <option key={meaning} value={meaning}>
        {text}
      </option>
    ))}
  </SelectField>
)

const stateMeanings: Record<StateMeaning, string> = {
  arrived: 'The money arrived',
  not: 'It did not arrive, or not yet',
}

/** Asks what the bank's words for a transfer's state mean, if we don't know them. */
export const StateQuestion = ({
  words,
  onAnswer,
}: {
  words: Words
  onAnswer: (states: Record<string, StateMeaning>) => void
}) => (
  <WordQuestion id="state-question" words={words} meanings={stateMeanings} onAnswer={onAnswer}>
    The bank gives each transfer a status, in words that are new to Strand.
  </WordQuestion>
)

const directionMeanings: Record<DirectionMeaning, string> = {
  in: 'Money came in',
  out: 'Money went out',
  open: 'It doesn’t say',
}

/** Asks what the bank's words for a transfer's direction mean, if we don't know them. */
export const DirectionWordQuestion = ({
  words,
  onAnswer,
}: {
  words: Words
  onAnswer: (directions: Record<string, DirectionMeaning>) => void
}) => (
  <WordQuestion
    id="direction-word-question"
    words={words}
    meanings={directionMeanings}
    onAnswer={onAnswer}
  >
    The bank says whether each transfer came in or went out, in words that are new to Strand. Rows
    whose word doesn’t say either are not imported.
  </WordQuestion>
)

type Words = StatementPreview['unknownStates']

const WordQuestion = <Meaning extends string>({
  id,
  words,
  meanings,
  onAnswer,
  children,
}: {
  id: string
  words: Words
  meanings: Record<Meaning, string>
  onAnswer: (answers: Record<string, Meaning>) => void
  children: ReactNode
}) => {
  const [answers, setAnswers] = useState<Record<string, Meaning | undefined>>({})
  const isAnswered = words.every(({ word }) => answers[word])
  return (
    <section className="form-card state-question" aria-labelledby={id}>
      <h2 id={id}>What do these words mean?</h2>
      <p>{children} Your answer is remembered for the next file of this kind.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isAnswered) onAnswer(answers as Record<string, Meaning>)
        }}
      >
        {words.map(({ word, rows }) => (
          <MeaningField
            key={word}
            label={`${word === '' ? 'No word' : `“${word}”`}, ${counted(rows, 'row')}`}
            meanings={meanings}
            value={answers[word]}
            onChoose={(meaning) => setAnswers({ ...answers, [word]: meaning })}
          />
        ))}
        <Button type="submit" disabled={!isAnswered}>
          Read the file again
        </Button>
      </form>
    </section>
  )
}

/**
 * Asks whether all rows are money that came in, if no sign, balance or word in the file shows the
 * direction.
 */
export const DirectionQuestion = ({ onAnswer }: { onAnswer: () => void }) => (
  <section className="form-card date-question" aria-labelledby="direction-question">
    <h2 id="direction-question">Is every row money that came in?</h2>
    <p>
      The amounts have no sign, and nothing else shows the direction. If a row left the account,
      choose below the column that shows it, or ask the bank for a file with debits and credits in
      separate columns. Strand remembers your answer for the next file of this kind.
    </p>
    <div className="import-next">
      <Button onClick={onAnswer}>Every row is incoming money</Button>
    </div>
  </section>
)

/** Asks whether the file has no descriptions, or has them in a column that we did not recognize. */
export const TextQuestion = ({ onAnswer }: { onAnswer: () => void }) => (
  <section className="form-card date-question" aria-labelledby="text-question">
    <h2 id="text-question">Do the lines have no descriptions?</h2>
    <p>
      No line says who paid or what for, so no line can be matched to an order. If a column contains
      this, choose it below.
    </p>
    <div className="import-next">
      <Button onClick={onAnswer}>The lines have no descriptions</Button>
    </div>
  </section>
)
