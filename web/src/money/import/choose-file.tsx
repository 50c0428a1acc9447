import { useState } from 'react'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { FileDrop } from '../../shared/fields/file-drop.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { useBankAccounts } from '../money-calls.ts'
import type { Chosen } from './import-calls.ts'

const maxBytes = 20 * 1024 * 1024
/** Only a hint for the file dialog, because banks use all kinds of extensions. */
const accepted = '.csv,.txt,.tsv,.xlsx,.xls,.html,.htm,.ofx,.qfx,.xml,.sta,.mt940,.940,.zip,text/*'

/**
 * Lets the user choose an account, and choose or drop a file. If there is only one account, it is
 * preselected.
 */
export const ChooseFile = ({
  bankAccountId: before,
  onChoose,
}: {
  bankAccountId: string | undefined
  onChoose: (chosen: Chosen) => void
}) => {
  const query = useBankAccounts()
  const { data: accounts } = query
  const [picked, setPicked] = useState(before ?? '')
  const [problem, setProblem] = useState<string>()
  const only = accounts?.length === 1 ? accounts[0]?.bankAccountId : undefined
  const bankAccountId = picked || only || ''
  if (query.isPending)
    return (
      <div className="import-choose">
        <Outline what="bank accounts" rows={2} />
      </div>
    )
  if (!accounts) return <LoadFailed what="The bank accounts" query={query} />

  const take = (file: File) => {
    const refused = problemOf(file, bankAccountId)
    setProblem(refused)
    if (!refused) onChoose({ file, bankAccountId, mapping: null, account: null })
  }
  return (
    <div className="form-card import-choose">
      <SelectField
        label="Bank account"
        value={bankAccountId}
        error={problem && bankAccountId === '' ? problem : undefined}
        onChange={(id) => {
          setPicked(id)
          setProblem(undefined)
        }}
      >
        {only === undefined && <option value="">Please choose</option>}
        {accounts.map((account) => (
          <option key={account.bankAccountId} value={account.bankAccountId}>
            {account.bankName}, {account.accountNumber}, {account.accountName}
          </option>
        ))}
      </SelectField>
      <FileDrop
        choose="Choose the statement"
        help="or drop it here, at most 20 MB"
        accept={accepted}
        onTake={take}
      />
      {problem && bankAccountId !== '' && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <p className="field-help">
        Ask the bank for CSV, Excel (.xlsx), OFX, CAMT.053 or MT940: a PDF cannot be read. Nothing
        is recorded before you have seen what the file says.
      </p>
    </div>
  )
}

const problemOf = (file: File, bankAccountId: string): string | undefined => {
  if (bankAccountId === '') return 'Please choose the bank account'
  if (file.size > maxBytes)
    return 'A statement can be at most 20 MB: please ask the bank for fewer days at once'
  return file.size === 0 ? 'The file is empty' : undefined
}
