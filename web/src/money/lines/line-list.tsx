import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import type { BankLine } from '@strand/contracts/money/bank-line'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { MenuEntry } from '../../shared/buttons/menu-button.tsx'
import { ListView } from '../../shared/list/list-view.tsx'
import { ListTable } from '../../shared/list/table/list-table.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { usePage } from '../../shared/list/use-page.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import { useBusyRows } from '../../shared/server-state/use-busy-rows.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import { withLine } from '../line-address.ts'
import { linesKey, useBankAccounts, useKeepLine } from '../money-calls.ts'
import type { LineTab } from '../tabs.ts'
import { lineActions } from './line-actions.ts'
import { lineColumns, nameOfLine } from './line-columns.tsx'
import { LineFilters } from './line-filters.tsx'
import { NoLines } from './no-lines.tsx'

const filters = ['search', 'bankAccountId', 'dateFrom', 'dateTo'] as const

/** The lines of one tab; each opens over the list. */
export const LineList = ({ tab, hasStatements }: { tab: LineTab; hasStatements: boolean }) => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const controls = useListState(filters)
  const { state } = controls
  const query = usePage(linesKey, bankEndpoints.listBankLines, {
    ...state,
    filters: { ...state.filters, status: tab.status },
  })
  const accounts = useBankAccounts().data ?? []
  const busy = useBusyRows(ordersKey)
  const keep = useKeepLine()
  const mayManage = usePermission('money.manage')
  const columns = { tab, accounts, addressOf: (line: BankLine) => withLine(params, line), keep }
  const menu = (line: BankLine): MenuEntry[] =>
    lineActions(line).map(({ text, form }) => ({
      text: `${text}…`,
      onSelect: () => {
        keep(line)
        navigate(withLine(params, line, form))
      },
    }))
  return (
    <>
      <LineFilters controls={controls} accounts={accounts} />
      <ListView
        query={query}
        noun={tab.noun}
        controls={controls}
        empty={<NoLines tab={tab} controls={controls} hasStatements={hasStatements} />}
      >
        {(rows) => (
          <ListTable
            label={`${tab.text}: lines of the bank`}
            columns={lineColumns({ ...columns, rows, search: state.filters.search })}
            rows={rows}
            idOf={({ lineId }) => lineId}
            nameOf={nameOfLine}
            controls={controls}
            busy={busy}
            {...(mayManage && tab.status !== 'debit' && { menu })}
          />
        )}
      </ListView>
    </>
  )
}
