import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import type { BankStatement } from '@strand/contracts/money/bank-statement'
import { useRef, useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { useRowDialog } from '../../shared/dialogs/use-row-dialog.ts'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { ListView } from '../../shared/list/list-view.tsx'
import { ListTable } from '../../shared/list/table/list-table.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { usePage } from '../../shared/list/use-page.ts'
import { useReloadBeside } from '../../shared/list/use-reload-beside.ts'
import { useMoneyCounts } from '../../shared/server-state/money-counts.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import { NoStatement } from '../lines/no-lines.tsx'
import { statementsKey, useBankAccounts, useCoverages } from '../money-calls.ts'
import { AccountCard } from './account-card.tsx'
import { AddAccountDialog } from './add-account-dialog.tsx'
import './statements.css'
import { nameOfStatement, statementColumns } from './statement-columns.tsx'
import { UndoImportDialog } from './undo-import-dialog.tsx'

const noFilters: readonly string[] = []
const idOf = ({ statementId }: BankStatement) => statementId
const draftsOf = (statementId: string) => [`undo-import.${statementId}`]

export const Statements = () => {
  const controls = useListState(noFilters)
  const query = usePage(statementsKey, bankEndpoints.listBankStatements, controls.state)
  useReloadBeside(query, useMoneyCounts().data)
  const accountsQuery = useBankAccounts()
  const accounts = accountsQuery.data ?? []
  const days = useCoverages(accounts.map(({ bankAccountId }) => bankAccountId))
  // The list of files is below the accounts, and would move with every account that loads. So
  // nothing is shown until all accounts have loaded. After that, only a new account moves the
  // files.
  const isKnown = useRef(false)
  isKnown.current ||= !accountsQuery.isPending && !days.some(({ isPending }) => isPending)
  const mayManage = usePermission('money.manage')
  const dialog = useRowDialog<'undo-import', BankStatement>(
    'statements',
    query.data?.data,
    idOf,
    draftsOf,
  )
  const chosen = dialog.opened?.row
  const menu = (statement: BankStatement) =>
    statement.takenBack === null
      ? [{ text: 'Undo import…', onSelect: () => dialog.show('undo-import', statement) }]
      : []
  if (!isKnown.current)
    return (
      <div className="statements">
        <Outline what="bank accounts and statements" />
      </div>
    )
  return (
    <div className="statements">
      <Accounts query={accountsQuery} />
      <section aria-labelledby="imported-files">
        <h2 id="imported-files" tabIndex={-1}>
          Imported files
        </h2>
        <ListView query={query} noun="statements" controls={controls} empty={<NoStatement />}>
          {(rows) => (
            <ListTable
              label="Imported files"
              columns={statementColumns(accounts)}
              rows={rows}
              idOf={idOf}
              nameOf={nameOfStatement}
              controls={controls}
              isGone={({ takenBack }) => takenBack !== null}
              {...(mayManage && { menu })}
            />
          )}
        </ListView>
        {chosen && (
          <UndoImportDialog
            statement={chosen}
            account={accounts.find(({ bankAccountId }) => bankAccountId === chosen.bankAccountId)}
            onClose={dialog.close}
          />
        )}
      </section>
    </div>
  )
}

/** Gets the query from the caller, because a second subscriber would repeat a query that failed. */
const Accounts = ({ query }: { query: ReturnType<typeof useBankAccounts> }) => {
  const mayAdd = usePermission('money.accounts')
  const [adding, setAdding] = useState(false)
  return (
    <section aria-labelledby="bank-accounts">
      <div className="page-head">
        <h2 id="bank-accounts">Bank accounts</h2>
        {mayAdd && (
          <div className="page-actions">
            <Button onClick={() => setAdding(true)}>Add an account</Button>
          </div>
        )}
      </div>
      {query.isPending && <Outline what="bank accounts" rows={4} />}
      {!query.data && query.isError && <LoadFailed what="The bank accounts" query={query} />}
      <div className="statement-accounts">
        {query.data?.map((account) => (
          <AccountCard key={account.bankAccountId} account={account} />
        ))}
      </div>
      {adding && <AddAccountDialog onClose={() => setAdding(false)} />}
    </section>
  )
}
