import { counted } from '@strand/contracts/counted'
import type { BankAccount } from '@strand/contracts/money/bank-account'
import type { BankStatement } from '@strand/contracts/money/bank-statement'
import { Span } from '../../shared/format/dates.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { formatSpan } from '../../shared/format/staff-time.ts'
import type { Column } from '../../shared/list/table/list-table.tsx'
import { TwoLines } from '../../shared/list/table/two-lines.tsx'
import { formatNames, outcomeWords } from '../import/preview-words.ts'
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

export const statementColumns = (
  accounts: BankAccount[],
  rows: BankStatement[],
): Column<BankStatement>[] => {
  return [
    {
      header: 'Days',
      headline: true,
      sortField: 'from',
      cell: (statement) => (
        <span className="two-lines">
          <Span from={statement.from} to={statement.to} />
          <span className="second-line file-name">{statement.fileName || 'no file name'}</span>
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
    { header: 'Format', cell: ({ format }) => formatNames[format] },
    {
      header: 'Rows',
      numeric: true,
      sortField: 'rows',
      cell: ({ rows }) => formatNumber(rows),
    },
    { header: 'Brought', cell: outcomeWords },
    balance('Opening', 'openingBalanceKobo'),
    balance('Closing', 'closingBalanceKobo'),
    {
      header: 'Imported',
      sortField: 'importedAt',
      cell: ({ importedAt, importedBy }) => (
        <TwoLines first={<RelativeTime at={importedAt} />} second={importedBy} />
      ),
    },
    // Left out if no statement was undone, as in most lists.
    ...(rows.some((statement) => statement.takenBack) ? [undone] : []),
  ]
}

const undone: Column<BankStatement> = {
  header: 'Undone',
  wide: true,
  cell: ({ takenBack }) =>
    takenBack && (
      <span className="two-lines">
        <span>
          <RelativeTime at={takenBack.at} /> by {takenBack.by || 'someone'}
        </span>
        <span className="second-line file-name">{takenBack.reason}</span>
        <span className="second-line">{withdrawnWords(takenBack)}</span>
      </span>
    ),
}

const withdrawnWords = ({ withdrawn, kept }: { withdrawn: number; kept: number }): string => {
  const words = `${counted(withdrawn, 'line')} withdrawn`
  return kept === 0 ? words : `${words}, ${formatNumber(kept)} kept`
}
