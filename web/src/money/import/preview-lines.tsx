import type { BankLine } from '@strand/contracts/money/bank-line'
import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import { Day } from '../../shared/format/dates.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { type Column, ListTable } from '../../shared/list/table/list-table.tsx'
import type { ListControls } from '../../shared/list/use-list-state.ts'
import { Kobo } from '../kobo.tsx'
import { nameOfLine } from '../lines/name-of-line.ts'

/** The lines are not sorted or filtered, and are all on one page. */
const fixed: ListControls = {
  state: { page: 1, results: 50, sortField: '', sortOrder: 'asc', filters: {} },
  change: () => {},
  linkTo: () => '',
}

const noveltyOf = ({ statementIds, probablySameAs }: BankLine): string => {
  if (statementIds.length > 0) return 'Known'
  return probablySameAs ? 'Probably the same' : 'New'
}

const columns: Column<BankLine & { at: number }>[] = [
  {
    header: 'Narration',
    headline: true,
    cell: ({ payer, narration }) => (
      <span className="line-from">
        <bdi>{payer || narration}</bdi>
        {payer && payer !== narration && <bdi className="second-line">{narration}</bdi>}
      </span>
    ),
  },
  {
    header: 'Day',
    cell: ({ bookedOn }) => <Day on={bookedOn} />,
  },
  { header: 'Amount', numeric: true, cell: ({ amountKobo }) => <Kobo amount={amountKobo} /> },
  {
    header: 'Balance',
    numeric: true,
    cell: ({ balanceKobo }) =>
      balanceKobo === null ? (
        <span className="muted">Not given</span>
      ) : (
        <Kobo amount={balanceKobo} />
      ),
  },
  { header: 'Reference', wide: true, secondary: true, cell: ({ reference }) => reference },
  { header: 'Known?', cell: noveltyOf },
]

export const PreviewLines = ({ preview: { lines, rows } }: { preview: StatementPreview }) => {
  if (lines.length === 0) return null
  const isAll = lines.length >= rows
  return (
    <section className="preview-lines" aria-labelledby="preview-lines">
      <h2 id="preview-lines">
        {isAll ? 'Lines of the file' : `The first ${lines.length} of ${formatNumber(rows)} lines`}
      </h2>
      <ListTable
        label="Lines of the file"
        columns={columns}
        rows={lines.map((line, at) => ({ ...line, at }))}
        idOf={({ at }) => String(at)}
        nameOf={nameOfLine}
        controls={fixed}
      />
    </section>
  )
}
