import type { Sealed } from '@strand/contracts/envelope'
import type { BankStatementEvent, BankStatementImported } from '@strand/contracts/money/events'
import type { Decider } from '@strand/event-sourcing/commands/decider'
import { conflict, Rejected } from '@strand/event-sourcing/errors'

export type StatementState = {
  imported: BankStatementImported
  isImportUndone: boolean
  /**
   * The statement's sealed texts that are not erased: its file's name, and why its import was
   * undone.
   */
  texts: Sealed[]
}

export type StatementCommand =
  | { type: 'UndoImport'; withdrawn: number; kept: number; reason: Sealed }
  /** Changes nothing if there is nothing left to erase. */
  | { type: 'EraseStatementText' }

export const unknownStatement = () =>
  new Rejected('not-found', 'There is no statement with this id')

const evolve = (state: StatementState | null, event: BankStatementEvent): StatementState => {
  if (event.type === 'BankStatementImported') {
    const { personal } = event.data
    return { imported: event.data, isImportUndone: false, texts: personal ? [personal] : [] }
  }
  if (!state) throw new Error(`${event.type} of a statement that was never imported`)
  if (event.type === 'BankStatementTextErased') return { ...state, texts: [] }
  return { ...state, isImportUndone: true, texts: [...state.texts, event.data.reason] }
}

export const statementDecider: Decider<
  StatementState | null,
  StatementCommand,
  BankStatementEvent
> = {
  initialState: null,
  evolve,
  decide: (command, state) => {
    if (!state) throw unknownStatement()
    const { statementId, bankAccountId, from, to } = state.imported
    if (command.type === 'EraseStatementText')
      return state.texts.length > 0
        ? [{ type: 'BankStatementTextErased', data: { statementId } }]
        : []
    if (state.isImportUndone) throw conflict('The import of this statement has already been undone')
    const { withdrawn, kept, reason } = command
    const data = { statementId, bankAccountId, from, to, withdrawn, kept, reason }
    return [{ type: 'BankStatementTakenBack', data }]
  },
}
