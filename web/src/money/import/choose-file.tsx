import { useEffect, useState } from 'react'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { Loading } from '../../shared/feedback/loading.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { UploadIcon } from '../../shared/style/more-icons.tsx'
import { useBankAccounts } from '../money-calls.ts'
import type { Chosen } from './import-calls.ts'

const mostBytes = 20 * 1024 * 1024
/** A hint for the file dialog only: banks name their files as they like. */
const accepted = '.csv,.txt,.tsv,.xlsx,.ofx,.qfx,.xml,.sta,.mt940,.940,.zip,text/*'

/** The account and its file, which is clicked or dropped. The only account is chosen already. */
export const ChooseFile = ({ onChoose }: { onChoose: (chosen: Chosen) => void }) => {
  const query = useBankAccounts()
  const { data: accounts } = query
  const [picked, setPicked] = useState('')
  const [problem, setProblem] = useState<string>()
  const only = accounts?.length === 1 ? accounts[0]?.bankAccountId : undefined
  const bankAccountId = picked || only || ''
  if (query.isPending) return <Loading label="Loading the bank accounts…" />
  if (!accounts) return <LoadFailed what="The bank accounts" query={query} />

  const take = (file: File | undefined) => {
    if (!file) return
    const refused = problemOf(file, bankAccountId)
    setProblem(refused)
    if (!refused) onChoose({ file, bankAccountId, mapping: null })
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
      <DropZone onTake={take} />
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
  if (file.size > mostBytes)
    return 'A statement may have at most 20 MB: please ask the bank for fewer days at once'
  return file.size === 0 ? 'The file is empty' : undefined
}

/** A file that is dropped beside the zone is taken too: otherwise the browser would open it. */
const DropZone = ({ onTake }: { onTake: (file: File | undefined) => void }) => {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      event.preventDefault()
      setOver(event.type === 'dragover')
      if (event.type === 'drop') onTake(event.dataTransfer?.files[0])
    }
    const events = ['dragover', 'dragleave', 'drop'] as const
    for (const name of events) window.addEventListener(name, onDrag)
    return () => {
      for (const name of events) window.removeEventListener(name, onDrag)
    }
  }, [onTake])
  return (
    <label className={over ? 'file-drop file-over' : 'file-drop'}>
      <UploadIcon />
      <span>
        <span className="file-drop-choose">Choose the statement</span>
        <span className="field-help file-drop-help">or drop it here, at most 20 MB</span>
      </span>
      <input
        type="file"
        accept={accepted}
        className="for-screen-readers"
        onChange={(event) => {
          onTake(event.target.files?.[0])
          // Lets the same file be picked again.
          event.target.value = ''
        }}
      />
    </label>
  )
}
