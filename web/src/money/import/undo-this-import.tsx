import type { BankStatement } from '@strand/contracts/money/bank-statement'
import { useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { useBankAccounts } from '../money-calls.ts'
import { UndoImportDialog } from '../statements/undo-import-dialog.tsx'

/** Undoes the import that has just finished. The screen then shows that it is undone. */
export const UndoThisImport = ({ statement }: { statement: BankStatement }) => {
  const [isOpen, setOpen] = useState(false)
  const accounts = useBankAccounts().data ?? []
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
        />
      )}
    </>
  )
}
