import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '../../shared/api/client.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { statementsKey, useBankAccounts } from '../money-calls.ts'
import { UndoImportDialog } from '../statements/undo-import-dialog.tsx'

/**
 * Undoes the import that has just finished, and opens the list of files, which confirms the undo.
 */
export const UndoThisImport = ({ statementId }: { statementId: string }) => {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const accounts = useBankAccounts().data ?? []
  const statement = useQuery({
    queryKey: [...statementsKey, 'just imported', statementId],
    // The list is newest first, so the import is on its first page.
    queryFn: async ({ signal }) =>
      (await call(bankEndpoints.listBankStatements, { signal })).result.data.find(
        (listed) => listed.statementId === statementId,
      ) ?? null,
  }).data
  if (!statement || statement.takenBack !== null) return null
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Undo this import…
      </Button>
      {isOpen && (
        <UndoImportDialog
          statement={statement}
          account={accounts.find(({ bankAccountId }) => bankAccountId === statement.bankAccountId)}
          onClose={() => setOpen(false)}
          onUndone={() => navigate(paths.moneyTab('statements'))}
        />
      )}
    </>
  )
}
