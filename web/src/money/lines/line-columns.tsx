import type { BankAccount } from '@strand/contracts/money/bank-account'
import type { BankLine, BankLineRow } from '@strand/contracts/money/bank-line'
import { Link } from 'react-router-dom'
import { Day } from '../../shared/format/dates.tsx'
import { Highlight } from '../../shared/list/search/highlight.tsx'
import type { Column } from '../../shared/list/table/list-table.tsx'
import { lineWarning } from '../../shared/order/money/line-warning.ts'
import { Kobo } from '../kobo.tsx'
import type { LineTab } from '../tabs.ts'
import { BestOrder } from './best-order.tsx'
import { LineStatus } from './line-status.tsx'
import { owedWords } from './owed-part.ts'
import type { Worklist } from './use-worklist.ts'

type Shown = {
  tab: LineTab
  rows: BankLineRow[]
  accounts: BankAccount[]
  addressOf: (line: BankLine) => string
  keep: (line: BankLine) => void
  search: string | undefined
  work?: Worklist | undefined
}

const statusHeader: Partial<Record<LineTab['status'], string>> = {
  matched: 'Orders',
  setaside: 'Why',
}

export const lineColumns = (shown: Shown) => {
  const { tab, rows, accounts, addressOf, keep, search = '', work } = shown
  const columns: Column<BankLineRow>[] = [
    {
      header: 'Transfer',
      headline: true,
      sortField: 'payer',
      cell: (line) => (
        <span className="line-from">
          <Link to={addressOf(line)} onClick={() => keep(line)}>
            <Highlight text={line.payer || line.narration || 'No description'} search={search} />
          </Link>
          {line.payer && line.payer !== line.narration && (
            <span className="second-line">
              <Highlight text={line.narration} search={search} />
            </span>
          )}
        </span>
      ),
    },
    {
      header: 'Day',
      sortField: 'bookedOn',
      cell: ({ bookedOn }) => <Day on={bookedOn} />,
    },
    {
      header: 'Amount',
      numeric: true,
      sortField: 'amountKobo',
      cell: ({ amountKobo }) => <Kobo amount={amountKobo} />,
    },
  ]
  if (accounts.length > 1)
    columns.push({
      header: 'Account',
      secondary: true,
      cell: ({ bankAccountId }) => {
        const account = accounts.find((one) => one.bankAccountId === bankAccountId)
        return account && `${account.bankName} ${account.accountNumber}`
      },
    })
  if (tab.status === 'unmatched')
    columns.push({
      header: 'Best order',
      wide: true,
      cell: (line) => <BestOrder line={line} work={work} />,
    })
  // Omits the status column if no row's status would say more than the tab's name.
  if (rows.some(isSaidMore))
    columns.push({
      header: statusHeader[tab.status] ?? 'Status',
      cell: (line) => <LineStatus line={line} />,
    })
  return columns
}

const isSaidMore = (line: BankLine): boolean =>
  line.allocations.length > 0 ||
  owedWords(line) !== '' ||
  line.setAside !== null ||
  lineWarning(line) !== ''
