import type { BankAccount } from '@strand/contracts/money/bank-account'
import type { BankStatement } from '@strand/contracts/money/bank-statement'
import { Span } from '../../shared/format/dates.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { formatSpan } from '../../shared/format/staff-time.ts'
import type { Column } from '../../shared/list/table/list-table.tsx'
import { TwoLines } from '../../shared/list/table/two-lines.tsx'
import { formatNames, outcomeWords, withdrawnWords } from '../import/preview-words.ts'
import { Kobo } from '../kobo.tsx'

export const nameOfStatement = (statement: BankStatement): string =>
  `the statement of ${formatSpan(statement)}`

const balance = (
  header: string,
  field: 'openingBalanceKobo' | 'closingBalanceKobo',
): Column<BankStatement> => ({
  header,
  numeric: true,
  secondary: true,
  cell: (statement) => {
    const kobo = statement[field]
    return kobo === null ? <span className="muted">Not given</span> : <Kobo amount={kobo} />
  },
})

export const statementColumns = (accounts: BankAccount[]): Column<BankStatement>[] => [
  {
    header: 'Days',
    headline: true,
    sortField: 'from',
    cell: (statement) => (
      <span className="two-lines">
        <Span from={statement.from} to={statement.to} />
        <span className="second-line file-name">
          {statement.fileName || 'no file name'}, {formatNames[statement.format]}
        </span>
      </span>
    ),
  },
  {
    header: 'Account',
    cell: ({ bankAccountId }) => {
      const account = accounts.find((one) => one.bankAccountId === bankAccountId)
      return (
        account && (
          <TwoLines
            first={account.accountNumber}
            second={<span className="bank-name">{account.bankName}</span>}
          />
        )
      )
    },
  },
  {
    header: 'Rows',
    numeric: true,
    sortField: 'rows',
    cell: ({ rows }) => formatNumber(rows),
  },
  { header: 'Added', wide: true, cell: (statement) => <Brought statement={statement} /> },
  balance('Opening', 'openingBalanceKobo'),
  balance('Closing', 'closingBalanceKobo'),
  {
    header: 'Imported',
    sortField: 'importedAt',
    cell: ({ importedAt, importedBy }) => (
      <TwoLines first={<RelativeTime at={importedAt} />} second={importedBy} />
    ),
  },
]

/** What an import added or, if it was undone, who undid it and why. */
const Brought = ({ statement }: { statement: BankStatement }) => {
  const { takenBack } = statement
  if (!takenBack) return outcomeWords(statement)
  return (
    <span className="two-lines undone">
      <span>
        Undone <RelativeTime at={takenBack.at} /> by {takenBack.by || 'someone'}
      </span>
      <span className="second-line file-name">{takenBack.reason}</span>
      <span className="second-line">{withdrawnWords(takenBack)}</span>
    </span>
  )
}
