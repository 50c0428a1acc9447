import { isUnavailable, Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { originFrom } from '@strand/platform/http/command-origin'
import { forgetMapping } from '../import/mappings.ts'
import { handleBankLineCommand, readBankLine } from '../line/handler.ts'
import type { BankLineState } from '../line/state.ts'
import { handleStatementCommand, readStatementState } from './statement.ts'
import { type ImportUndo, saveUndo } from './undo-row.ts'

type Options = {
  pool: Pool
  eventStore: EventStore
  personalData: Pick<PersonalData, 'erase'>
}

const atOnce = 20
const maxNamed = 20

/**
 * Undoes a statement's import, or continues an undo wherever it was interrupted: withdraws each
 * line that no other statement has, in the line's own stream, and then appends the statement's
 * event. If one of these lines is in use when the undo begins, refuses and withdraws none. A line
 * that comes into use later is kept, and the undo is completed once that line is free. Decision
 * 290.
 *
 * @param signal stops the work between two parts; another process continues it
 */
export const runUndo = async (
  options: Options,
  row: ImportUndo,
  signal: AbortSignal,
): Promise<void> => {
  const { pool } = options
  const lines = await linesOf(pool, row)
  const alone = lines.filter(({ isShared }) => !isShared).map(({ lineId }) => lineId)
  if (row.state === 'asked') {
    const used = await ordersUsing(options, alone, signal)
    if (used) return refuse(options, row, used)
  }
  const counts = { withdrawn: alone.length, kept: lines.length - alone.length }
  const begun: ImportUndo = {
    ...row,
    ...(row.state === 'asked' && counts),
    state: 'begun',
    problem: '',
  }
  await saveUndo(pool, begun)
  const inUse = new Set<string>()
  for (let at = 0; at < alone.length; at += atOnce) {
    signal.throwIfAborted()
    const part = alone.slice(at, at + atOnce)
    const freed = await withdraw(options, row, part, inUse)
    const shared = await restoreShared(options, row, freed)
    const gone = freed.filter((lineId) => !shared.has(lineId))
    await keepApart(options, row, gone)
    await pool.query(
      `with known as (delete from bank_line where line_id = any($1::uuid[]))
       delete from bank_statement_line where line_id = any($2::uuid[]) and statement_id = $3`,
      [gone, freed, row.statementId],
    )
  }
  if (inUse.size > 0)
    return saveUndo(pool, {
      ...begun,
      problem: `${named([...inUse])} took money in the meantime: the rest is undone once that money is free`,
    })
  const { withdrawn, kept, reason, statementId } = begun
  const command = { type: 'UndoImport', withdrawn, kept, reason } as const
  const { position } = await handleStatementCommand(
    options.eventStore,
    statementId,
    command,
    originFrom(row.origin),
  )
  await pool.query('delete from bank_statement_line where statement_id = $1', [statementId])
  await forgetMapping(pool, statementId)
  await saveUndo(pool, { ...begun, state: 'done', position: String(position) })
}

/**
 * SQL for a line `own`: whether another statement, whose import did not fail, has the line, too.
 */
const isShared = `exists (
  select from bank_statement_line other left join bank_import imported using (statement_id)
  where other.line_id = own.line_id and other.statement_id <> own.statement_id
    and imported.state is distinct from 'failed'
)`

const linesOf = async (
  pool: Pool,
  { statementId }: ImportUndo,
): Promise<{ lineId: string; isShared: boolean }[]> => {
  const { rows } = await pool.query<{ lineId: string; isShared: boolean }>(
    `select own.line_id as "lineId", ${isShared} as "isShared"
     from bank_statement_line own where own.statement_id = $1 order by own.line_id`,
    [statementId],
  )
  return rows
}

/** Why lines are in use, and for which orders; null if no line is in use. */
const ordersUsing = async (
  { eventStore }: Options,
  lineIds: string[],
  signal: AbortSignal,
): Promise<string | null> => {
  const paying = new Set<string>()
  const owing = new Set<string>()
  for (let at = 0; at < lineIds.length; at += atOnce) {
    signal.throwIfAborted()
    const part = lineIds.slice(at, at + atOnce)
    const lines = await Promise.all(part.map((lineId) => readBankLine(eventStore, lineId)))
    for (const { allocations, owed, paysBack } of lines) {
      for (const { orderId } of allocations) paying.add(orderId)
      for (const { orderId } of [...owed, ...paysBack]) owing.add(orderId)
    }
  }
  if (paying.size > 0)
    return `Lines of this statement pay for orders. Please free their money first: ${named([...paying].sort())}`
  if (owing.size > 0)
    return `Lines of this statement are recorded as owed back or as repayments. Please undo that first: ${named([...owing].sort())}`
  return null
}

const named = (orderIds: string[]): string => {
  const more = orderIds.length - maxNamed
  const first = orderIds.slice(0, maxNamed).join(', ')
  return `${orderIds.length === 1 ? 'Order' : 'Orders'} ${first}${more > 0 ? ` and ${more} more` : ''}`
}

const refuse = async (
  { pool, eventStore, personalData }: Options,
  row: ImportUndo,
  problem: string,
) => {
  await saveUndo(pool, { ...row, state: 'refused', problem })
  const known = await readStatementState(eventStore, row.statementId)
  const isOwnKey = !known?.texts.some(({ keyId }) => keyId === row.reason.keyId)
  if (isOwnKey) await personalData.erase(row.reason.keyId)
}

/**
 * Withdraws lines, and returns those that it withdrew. Adds the orders of the other lines to
 * `inUse`.
 */
const withdraw = async (
  { eventStore }: Options,
  row: ImportUndo,
  lineIds: string[],
  inUse: Set<string>,
): Promise<string[]> => {
  const { statementId } = row
  const command = { type: 'WithdrawLine', statementId } as const
  const withdrawn = await Promise.all(
    lineIds.map(async (lineId) => {
      const ownOrigin = {
        ...originFrom(row.origin),
        commandId: `${statementId}:withdrawn:${lineId}`,
      }
      try {
        await handleBankLineCommand(eventStore, lineId, command, ownOrigin)
        return [lineId]
      } catch (error) {
        if (!(error instanceof Rejected) || isUnavailable(error)) throw error
        const { allocations, owed, paysBack } = await readBankLine(eventStore, lineId)
        const parts = [...allocations, ...owed, ...paysBack]
        if (parts.length === 0) throw error
        for (const { orderId } of parts) inUse.add(orderId)
        return []
      }
    }),
  )
  return withdrawn.flat()
}

/** Records a line again if a line of another statement was merged into it in the meantime. */
const restoreShared = async (
  { pool, eventStore }: Options,
  row: ImportUndo,
  lineIds: string[],
): Promise<Set<string>> => {
  const { rows } = await pool.query<{ lineId: string }>(
    `select own.line_id as "lineId" from bank_statement_line own
     where own.line_id = any($1::uuid[]) and own.statement_id = $2 and ${isShared}`,
    [lineIds, row.statementId],
  )
  for (const { lineId } of rows) {
    const origin = { ...originFrom(row.origin), commandId: `${row.statementId}:restored:${lineId}` }
    const again = ({ recorded }: BankLineState) => ({ type: 'RecordLineAgain', recorded }) as const
    await handleBankLineCommand(eventStore, lineId, again, origin)
  }
  return new Set(rows.map(({ lineId }) => lineId))
}

/** Lines that may repeat a withdrawn line now count as money of their own. */
const keepApart = async ({ pool, eventStore }: Options, row: ImportUndo, withdrawn: string[]) => {
  const { rows } = await pool.query<{ lineId: string }>(
    `select line_id as "lineId" from bank_line where probably_same_as = any($1::uuid[])`,
    [withdrawn],
  )
  for (const { lineId } of rows) {
    const commandId = `${row.statementId}:kept:${lineId}`
    const actor = { kind: 'system', id: 'take-back' } as const
    const origin = { ...originFrom(row.origin), commandId, actor }
    await handleBankLineCommand(eventStore, lineId, { type: 'KeepLine' }, origin).catch((error) => {
      // A person has decided already, or this line was withdrawn itself.
      if (!(error instanceof Rejected) || isUnavailable(error)) throw error
    })
  }
  await pool.query(
    'update bank_line set probably_same_as = null where probably_same_as = any($1::uuid[])',
    [withdrawn],
  )
}
