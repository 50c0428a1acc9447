import { erased } from '@strand/contracts/erased'
import {
  type BankStatementEvent,
  type BankStatementImported,
  BankStatementPersonal,
} from '@strand/contracts/money/events'
import { type Opened, textOf } from '@strand/contracts/order/personal'
import type { BankBatch, StatementRow } from './batch.ts'

type Actor = { at: string; by: string }

export const foldStatement = (
  { statements, arrived }: BankBatch,
  event: BankStatementEvent,
  actor: Actor,
  opened: Opened,
) => {
  const { statementId } = event.data
  if (event.type === 'BankStatementImported') {
    statements.set(statementId, newRow(event.data, actor, opened))
    for (const statement_id of [statementId, ...event.data.finishes])
      arrived.set(statement_id, { statement_id })
    return
  }
  const row = statements.get(statementId)
  if (!row) throw new Error(`${event.type} of statement ${statementId}, which was never imported`)
  statements.set(
    statementId,
    event.type === 'BankStatementTakenBack'
      ? {
          ...row,
          taken_back_at: actor.at,
          taken_back_by: actor.by,
          taken_back_reason: textOf(opened),
          withdrawn: event.data.withdrawn,
          kept: event.data.kept,
          has_text: true,
        }
      : erasedRow(row),
  )
}

const fileNameOf = ({ personal }: BankStatementImported, opened: Opened): string => {
  if (personal === null) return ''
  return opened ? BankStatementPersonal.parse(opened).fileName : erased
}

const newRow = (
  statement: BankStatementImported,
  { at, by }: Actor,
  opened: Opened,
): StatementRow => ({
  statement_id: statement.statementId,
  bank_account_id: statement.bankAccountId,
  format: statement.format,
  first_day: statement.from,
  last_day: statement.to,
  rows: statement.rows,
  new: statement.new,
  known: statement.known,
  probably_same: statement.probablySame,
  not_money: statement.notMoney,
  opening_kobo: statement.openingBalanceKobo,
  closing_kobo: statement.closingBalanceKobo,
  day_ends: statement.dayEnds,
  file_name: fileNameOf(statement, opened),
  imported_at: at,
  imported_by: by,
  taken_back_at: null,
  taken_back_by: null,
  taken_back_reason: null,
  withdrawn: 0,
  kept: 0,
  has_text: statement.personal !== null,
})

const erasedRow = (row: StatementRow): StatementRow => ({
  ...row,
  file_name: row.file_name === '' ? '' : erased,
  taken_back_reason: row.taken_back_reason === null ? null : erased,
  has_text: false,
})
