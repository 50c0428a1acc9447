import { eventCodec } from '@strand/contracts/event-codec'
import { bankLineEvents } from '@strand/contracts/money/bank-line.events'
import {
  type BankStatementEvent,
  bankAccountEvents,
  bankStatementEvents,
} from '@strand/contracts/money/events'
import { readModels } from '@strand/contracts/read-models'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { type DecodedEvent, decodeEvents, openSealed } from '../decoded-events.ts'
import {
  type AllocationRow,
  type BankBatch,
  emptyBatch,
  type LineRow,
  type StatementRow,
} from './batch.ts'
import { foldLine } from './fold.ts'
import { foldStatement } from './fold-statement.ts'
import { bankLateIndexes, bankTables } from './tables.ts'
import { shareStatements, writeBatch } from './write-batch.ts'
import { writeReversals } from './write-reversals.ts'

const bankEvents = eventCodec('the bank', [
  ...bankAccountEvents.definitions,
  ...bankStatementEvents.definitions,
  ...bankLineEvents.definitions,
])
type BankEvent = ReturnType<typeof bankEvents.decode>['event']
type DataOf<Type> = Extract<BankEvent, { type: Type }>['data']

/**
 * Bank accounts, statements and their lines, and the decisions of staff about them. A batch loads
 * the existing lines, folds its events in memory in log order, and writes the changes back in one
 * statement. So the number of statements does not depend on the number of lines.
 */
export const bankProjection = (personalData: Pick<PersonalData, 'open'>): Projection => ({
  name: 'bank',
  version: 6,
  tables: bankTables,
  lateIndexes: bankLateIndexes,
  views: readModels.bank,
  eventTypes: bankEvents.types,
  apply: async (recorded, connection) => {
    const events = decodeEvents(bankEvents, recorded)
    const opened = await openSealed(events, sealedIn, personalData)
    const batch = emptyBatch()
    await load(batch, events, connection)
    for (const [index, { event, at, actor }] of events.entries()) {
      if (event.type === 'BankAccountAdded') batch.accounts.push(accountRow(event.data, at))
      else if (isOfStatement(event))
        foldStatement(batch, event, { at, by: actor.id }, opened[index])
      else foldLine(batch, event, { at, by: actor.id }, opened[index])
    }
    await writeBatch(batch, connection)
    await shareStatements(batch, connection)
    await writeReversals(batch, connection)
  },
})

const isOfStatement = (event: BankEvent): event is BankStatementEvent =>
  bankStatementEvents.types.some((type) => type === event.type)

const sealedIn = (event: BankEvent) => {
  if (event.type === 'BankLineRecorded') return [event.data.personal]
  if (event.type === 'BankStatementImported' && event.data.personal) return [event.data.personal]
  if (event.type === 'BankStatementTakenBack') return [event.data.reason]
  if (event.type !== 'BankLineSetAside' || event.data.note === null) return []
  return [event.data.note]
}

const load = async (
  batch: BankBatch,
  events: DecodedEvent<BankEvent>[],
  connection: Connection,
) => {
  await loadStatements(batch, events, connection)
  const ids = events.flatMap(({ event }) => ('lineId' in event.data ? event.data.lineId : []))
  if (ids.length === 0) return
  const { rows } = await connection.query<{ row: LineRow; allocations: AllocationRow[] }>(
    `select to_jsonb(line) as row, (
       select coalesce(jsonb_agg(to_jsonb(part) order by allocated_at, order_id), '[]')
       from bank_allocation part where part.line_id = line.line_id
     ) as allocations
     from bank_line line where line_id = any($1::uuid[])`,
    [[...new Set(ids)]],
  )
  for (const { row, allocations } of rows) {
    const parts = new Map(allocations.map((part) => [part.order_id, part]))
    const line = { row, allocations: parts }
    batch.lines.set(row.line_id, line)
    batch.before.set(row.line_id, line)
  }
}

/** Loads only the statements that have an event other than their import in this batch. */
const loadStatements = async (
  batch: BankBatch,
  events: DecodedEvent<BankEvent>[],
  connection: Connection,
) => {
  const ids = events.flatMap(({ event }) =>
    isOfStatement(event) && event.type !== 'BankStatementImported' ? event.data.statementId : [],
  )
  if (ids.length === 0) return
  const { rows } = await connection.query<{ row: StatementRow }>(
    `select to_jsonb(statement) as row from bank_statement statement
     where statement_id = any($1::uuid[])`,
    [ids],
  )
  for (const { row } of rows) batch.statements.set(row.statement_id, row)
}

const accountRow = (account: DataOf<'BankAccountAdded'>, at: string) => ({
  bank_account_id: account.bankAccountId,
  bank_name: account.bankName,
  account_name: account.accountName,
  account_number: account.accountNumber,
  currency: account.currency,
  added_at: at,
})
