import { dayInWords } from '@strand/contracts/day-words'
import type { BankLine } from '@strand/contracts/money/bank-line'
import { bankLineEndpoints } from '@strand/contracts/money/bank-line.endpoints'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { ReactNode } from 'react'
import { call } from '../../shared/api/client.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { LineStatus } from '../lines/line-status.tsx'
import { useLine } from '../money-calls.ts'
import { useLineCommand } from './use-line-command.ts'

/**
 * Shows a line beside the earlier line that it resembles, marks the differences, and asks whether
 * both are the same transfer.
 */
export const CompareLines = ({
  line,
  mayManage,
  onDone,
}: {
  line: BankLine
  mayManage: boolean
  onDone: () => void
}) => {
  // The earlier line has the same day, so it is looked up on that day.
  const query = useLine(line.probablySameAs, line.bookedOn)
  const { data: known } = query
  return (
    <section className="line-form" aria-label="The two lines">
      <p>Both have this day and amount. Are they one transfer in two files, or two transfers?</p>
      {known && <Compared line={line} known={known} />}
      {query.isPending && <Outline what="known line" rows={4} />}
      {known === null && <p>The known line was not found.</p>}
      {!known && query.isError && <LoadFailed what="The known line" query={query} />}
      {mayManage && <MergeOrKeep line={line} onDone={onDone} />}
    </section>
  )
}

const MergeOrKeep = ({
  line: { lineId, probablySameAs },
  onDone,
}: {
  line: BankLine
  onDone: () => void
}) => {
  const merge = useLineCommand('Merged', onDone)
  const keep = useLineCommand('Kept apart', onDone)
  const busy = merge.busy || keep.busy
  const failure = merge.failure ?? keep.failure
  const params = { lineId }
  const { mergeBankLine, keepBankLine } = bankLineEndpoints
  const onMerge = () =>
    void merge.attempt({
      rows: [lineId],
      send: () => call(mergeBankLine, { params, body: { into: probablySameAs ?? '' } }),
    })
  const onKeep = () =>
    void keep.attempt({ rows: [lineId], send: () => call(keepBankLine, { params, body: {} }) })
  return (
    <>
      {failure && <NoticeBox kind="failure" title={failure.title} text={failure.text} />}
      <div className="form-buttons">
        <Button data-first-focus busy={keep.busy} disabled={busy} onClick={onKeep}>
          Keep apart: two transfers
        </Button>
        <Button variant="primary" busy={merge.busy} disabled={busy} onClick={onMerge}>
          Merge: one transfer
        </Button>
      </div>
    </>
  )
}

const facts: { term: string; text: (line: BankLine) => string }[] = [
  { term: 'Booked', text: ({ bookedOn }) => dayInWords(bookedOn) },
  { term: 'Value date', text: ({ valueOn }) => (valueOn ? dayInWords(valueOn) : '') },
  { term: 'Amount', text: ({ amountKobo }) => formatKobo(amountKobo) },
  { term: 'Payer', text: ({ payer }) => payer },
  { term: 'Narration', text: ({ narration }) => narration },
  { term: 'Reference', text: ({ reference }) => reference },
  {
    term: 'Balance afterwards',
    text: ({ balanceKobo }) => (balanceKobo === null ? '' : formatKobo(balanceKobo)),
  },
]

const Compared = ({ line, known }: { line: BankLine; known: BankLine }) => (
  <table className="compared">
    <caption className="for-screen-readers">This line and the known one</caption>
    <thead>
      <tr>
        <td />
        <th scope="col">This line</th>
        <th scope="col">The known line</th>
      </tr>
    </thead>
    <tbody>
      {facts.map(({ term, text }) => (
        <ComparedRow key={term} term={term} one={text(line)} other={text(known)} />
      ))}
      <tr>
        <th scope="row">Status</th>
        <td>Not reviewed</td>
        <td>
          <LineStatus line={known} />
        </td>
      </tr>
    </tbody>
  </table>
)

const ComparedRow = ({ term, one, other }: { term: string; one: string; other: string }) => {
  if (one === '' && other === '') return null
  const cell = (text: string): ReactNode => text || <span className="muted">Not given</span>
  return (
    <tr className={one === other ? undefined : 'compared-differs'}>
      <th scope="row">
        {term}
        {one !== other && <span className="compared-mark"> differs</span>}
      </th>
      <td>{cell(one)}</td>
      <td>{cell(other)}</td>
    </tr>
  )
}
