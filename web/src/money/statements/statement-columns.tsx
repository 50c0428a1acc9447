import type { BankAccount } from '@strand/contracts/money/bank-account'
import type { BankStatement } from '@strand/contracts/money/bank-statement'
import { formatNumber } from '../../shared/format/money.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { formatSpan } from '../../shared/format/time.ts'
import type { Column } from '../../shared/list/table/list-table.tsx'
import { formatNames } from '../import/preview-words.ts'
import { Kobo } from '../kobo.tsx'

export const nameOfStatement = (statement: BankStatement): string =>
  `the statement of ${formatSpan(statement)}`

const count = (
  header: string,
  field: 'rows' | 'new' | 'known' | 'probablySame',
): Column<BankStatement> => ({
  header,
  numeric: true,
  cell: (statement) => formatNumber(statement[field]),
})

const balance = (
  header: string,
  field: 'openingBalanceKobo' | 'closingBalanceKobo',
): Column<BankStatement> => ({
  header,
  numeric: true,
  secondary: true,
  cell: (statement) => {
    const kobo = statement[field]
    return kobo === null ? <span className="muted">Not said</span> : <Kobo amount={kobo} />
  },
})

export const statementColumns = (accounts: BankAccount[]): Column<BankStatement>[] => {
  const account: Column<BankStatement> = {
    header: 'Account',
    cell: ({ bankAccountId }) =>
      accounts.find((one) => one.bankAccountId === bankAccountId)?.accountNumber,
  }
  return [
    { header: 'Days', headline: true, sortField: 'from', cell: formatSpan },
    ...(accounts.length > 1 ? [account] : []),
    { header: 'Format', cell: ({ format }) => formatNames[format] },
    { ...count('Rows', 'rows'), sortField: 'rows' },
    count('New', 'new'),
    count('Known', 'known'),
    count('Look known', 'probablySame'),
    balance('Opening', 'openingBalanceKobo'),
    balance('Closing', 'closingBalanceKobo'),
    {
      header: 'Imported',
      sortField: 'importedAt',
      cell: ({ importedAt, importedBy }) => (
        <span className="two-lines">
          <RelativeTime at={importedAt} />
          <span className="second-line">{importedBy}</span>
        </span>
      ),
    },
  ]
}
