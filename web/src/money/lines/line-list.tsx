import type { BulkAnswer } from '@strand/contracts/bulk'
import { maxPageSize } from '@strand/contracts/list'
import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import type { BankAccount } from '@strand/contracts/money/bank-account'
import type { BankLine, BankLineRow } from '@strand/contracts/money/bank-line'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Button } from '../../shared/buttons/button.tsx'
import type { MenuEntry } from '../../shared/buttons/menu-button.tsx'
import { KeysHelp, useShortcutsEnabled } from '../../shared/dialogs/keys-help.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { SelectionBar } from '../../shared/list/bulk/bulk-bar.tsx'
import { BulkOutcomeDialog } from '../../shared/list/bulk/bulk-outcome-dialog.tsx'
import { DownloadButton } from '../../shared/list/download-button.tsx'
import { FilterBar } from '../../shared/list/filter-bar.tsx'
import { listQueryOf } from '../../shared/list/list-state.ts'
import { ListView } from '../../shared/list/list-view.tsx'
import { ListTable } from '../../shared/list/table/list-table.tsx'
import { type ListControls, useListState } from '../../shared/list/use-list-state.ts'
import { usePage } from '../../shared/list/use-page.ts'
import { useReloadBeside } from '../../shared/list/use-reload-beside.ts'
import { useViews } from '../../shared/list/views/use-views.ts'
import { ViewTabs } from '../../shared/list/views/view-tabs.tsx'
import { UndoBar } from '../../shared/order/undo/undo-bar.tsx'
import { useMoneyCounts } from '../../shared/server-state/money-counts.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import { Freshness } from '../freshness.tsx'
import { type LineForm, withLine } from '../line-address.ts'
import { linesKey, useBankAccounts, useKeepLine } from '../money-calls.ts'
import type { LineTab } from '../tabs.ts'
import { lineActions } from './line-actions.ts'
import { lineColumns } from './line-columns.tsx'
import { nameOfLine } from './name-of-line.ts'
import { NoLines } from './no-lines.tsx'
import { useWorklist, worklistKeys } from './use-worklist.ts'

const list = 'bank-lines'
const filters = ['search', 'bankAccountId', 'dateFrom', 'dateTo'] as const

/** Whether the line pays its best order exactly. If not, a person has to match it by hand. */
const isPaid = ({ best }: BankLineRow) =>
  best?.signals.amount === true && best.leftToPeople !== 'old-price'

export const LineList = ({ tab, hasStatements }: { tab: LineTab; hasStatements: boolean }) => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const mayManage = usePermission('money.manage')
  const mayApprove = usePermission('orders.manage')
  const isWork = tab.status === 'unmatched' && mayApprove
  // The worklist is as long as a page can be, so that all sure lines can be approved together.
  const controls = useListState(filters, isWork ? maxPageSize : undefined)
  const { state } = controls
  const ofTab = { ...state, filters: { ...state.filters, status: tab.status } }
  const query = usePage(linesKey, bankEndpoints.listBankLines, ofTab)
  const views = useViews([list])
  useReloadBeside(query, useMoneyCounts().data)
  const accounts = useBankAccounts().data ?? []
  const keep = useKeepLine()
  const shown = query.data?.data
  const open = (line: BankLineRow, form: LineForm) => {
    keep(line)
    navigate(withLine(params, line, form))
  }
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [keysOn, switchKeys] = useShortcutsEnabled()
  const work = useWorklist(
    shown ?? [],
    { on: isWork, singleKeys: keysOn },
    (line, form) => {
      if (mayManage && lineActions(line).some((action) => action.form === form)) open(line, form)
    },
    () => setHelpOpen(true),
  )
  const { selection, approve, busy, outcome } = work
  const columns = {
    tab,
    accounts,
    addressOf: (line: BankLine) => withLine(params, line),
    keep,
    work: isWork ? work : undefined,
  }
  const menu = (line: BankLineRow): MenuEntry[] =>
    lineActions(line).map(({ text, form }) => ({
      text: `${text}…`,
      onSelect: () => open(line, form),
    }))
  return (
    <>
      <div className="line-views">
        <ViewTabs
          shown={{ list, noun: tab.noun, state: ofTab, tabOf: (_, { status = '' }) => status }}
          views={views}
        >
          <DownloadButton
            text="Download CSV"
            endpoint={bankEndpoints.listBankLines}
            file={tab.noun.replaceAll(' ', '-')}
            query={listQueryOf(ofTab)}
          />
        </ViewTabs>
      </div>
      <div className="line-tools">
        <LineFilters controls={controls} accounts={accounts} />
        {isWork && (
          <Button size="small" className="line-keys" onClick={() => setHelpOpen(true)}>
            Keys (?)
          </Button>
        )}
        {isWork && (
          <SelectionBar selection={selection} shown={selection.ids.size > 0}>
            <Button
              size="small"
              variant="primary"
              data-approve-ticked
              aria-keyshortcuts="a"
              onClick={() => approve([...selection.ids])}
            >
              Match and approve {selection.ids.size}
            </Button>
          </SelectionBar>
        )}
      </div>
      {/* `Freshness` comes after the filters, so that they do not move when it has loaded. */}
      <Freshness />
      <ListView
        query={query}
        noun={tab.noun}
        controls={controls}
        empty={<NoLines tab={tab} controls={controls} hasStatements={hasStatements} />}
      >
        {(rows) => (
          <ListTable
            label={`${tab.text}: bank transactions`}
            columns={lineColumns({ ...columns, rows, search: state.filters.search })}
            rows={rows}
            idOf={({ lineId }) => lineId}
            nameOf={nameOfLine}
            controls={controls}
            busy={busy}
            {...(isWork && { selection, selectable: isPaid })}
            {...(mayManage && tab.status !== 'debit' && { menu })}
          />
        )}
      </ListView>
      {outcome}
      {isWork && <UndoBar outcome={OrdersNotUndone} />}
      {isHelpOpen && (
        <KeysHelp
          title="Keys of unmatched money"
          keys={worklistKeys}
          on={keysOn}
          onSwitch={switchKeys}
          onClose={() => setHelpOpen(false)}
        />
      )}
    </>
  )
}

/** An undo reports order ids, so the failed rows are named as orders, not as lines. */
const OrdersNotUndone = (props: { failed: BulkAnswer['failed']; onClose: () => void }) => (
  <BulkOutcomeDialog {...props} nameOf={(orderId) => `Order ${orderId}`} />
)

const LineFilters = ({
  controls,
  accounts,
}: {
  controls: ListControls
  accounts: BankAccount[]
}) => (
  <FilterBar controls={controls} label="Search lines" placeholder="Payer, narration, amount…">
    {accounts.length > 1 && (
      <SelectField
        label="Account"
        value={controls.state.filters.bankAccountId ?? ''}
        onChange={(id) => controls.change({ filters: { bankAccountId: id } })}
      >
        <option value="">All accounts</option>
        {accounts.map((account) => (
          <option key={account.bankAccountId} value={account.bankAccountId}>
            {account.bankName} {account.accountNumber}
          </option>
        ))}
      </SelectField>
    )}
  </FilterBar>
)
