import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { raw, sql, statementOf } from '@strand/platform/postgres/sql'
import { rowsOf } from '../rows-of.ts'
import type { AllocationRow, BankBatch, LineRow } from './batch.ts'

const dayRows = ({ days }: BankBatch) =>
  [...days].map(([key, sums]) => {
    const [bank_account_id, day, status] = key.split(' ')
    return { bank_account_id, day, status, ...sums }
  })

/** Added and removed allocations; a replaced one counts as added. */
const allocationChanges = ({ lines, before }: BankBatch) => {
  const added: AllocationRow[] = []
  const removed: AllocationRow[] = []
  for (const [lineId, { allocations }] of lines) {
    const known = before.get(lineId)?.allocations
    for (const one of allocations.values()) if (known?.get(one.order_id) !== one) added.push(one)
    for (const one of known?.values() ?? []) if (!allocations.has(one.order_id)) removed.push(one)
  }
  return { added, removed }
}

const changing: (keyof LineRow)[] = [
  ...(['status', 'probably_same_as', 'allocated_kobo', 'merged_into'] as const),
  ...(['set_aside_kind', 'set_aside_note', 'reference', 'payer', 'narration', 'search'] as const),
  // These columns change when another statement contains a withdrawn line again.
  ...(['withdrawn', 'statement_ids', 'value_on', 'kind', 'gives_back'] as const),
  ...(['reversed_by', 'perhaps_reversed_by'] as const),
]

export const writeBatch = async (batch: BankBatch, connection: Connection) => {
  const { lines, before } = batch
  const rows = [...lines].filter(([lineId, line]) => before.get(lineId) !== line)
  const recorded = rows.filter(([lineId]) => !before.has(lineId)).map(([, { row }]) => row)
  const changed = rows.filter(([lineId]) => before.has(lineId)).map(([, { row }]) => row)
  const { added, removed } = allocationChanges(batch)
  const paid = new Map(batch.paid.map((one) => [`${one.order_id} ${one.line_id}`, one]))
  const sets = raw(changing.map((column) => `${column} = changed.${column}`).join(', '))
  const statement = sql`with account as (
       insert into bank_account select * from ${rowsOf('bank_account', batch.accounts)}
     ), statement as (
       insert into bank_statement select * from ${rowsOf('bank_statement', batch.statements.values())}
       on conflict (statement_id) do update set
         file_name = excluded.file_name, taken_back_at = excluded.taken_back_at,
         taken_back_by = excluded.taken_back_by, taken_back_reason = excluded.taken_back_reason,
         withdrawn = excluded.withdrawn, kept = excluded.kept, has_text = excluded.has_text
     ), arrived as (
       insert into bank_arrived select * from ${rowsOf('bank_arrived', batch.arrived.values())} on conflict do nothing
     ), line as (
       insert into bank_line select * from ${rowsOf('bank_line', recorded)}
     ), changed_line as (
       update bank_line current
       set ${sets}
       from ${rowsOf('bank_line', changed)} changed where current.line_id = changed.line_id
     ), allocation as (
       insert into bank_allocation select * from ${rowsOf('bank_allocation', added)}
       on conflict (line_id, order_id) do update set
         amount_kobo = excluded.amount_kobo, rule = excluded.rule, approving = excluded.approving,
         allocated_at = excluded.allocated_at, allocated_by = excluded.allocated_by
     ), removed_allocation as (
       delete from bank_allocation current using ${rowsOf('bank_allocation', removed)} removed
       where current.line_id = removed.line_id and current.order_id = removed.order_id
     ), line_order as (
       insert into bank_line_order select * from ${rowsOf('bank_line_order', paid.values())}
       on conflict do nothing
     )
     insert into bank_day as current select * from ${rowsOf('bank_day', dayRows(batch))}
     on conflict (bank_account_id, day, status) do update set
       lines = current.lines + excluded.lines,
       amount_kobo = current.amount_kobo + excluded.amount_kobo,
       allocated_kobo = current.allocated_kobo + excluded.allocated_kobo`
  await connection.query(statementOf(statement))
}

/**
 * Adds the statements of merged lines to the line that they were merged into. The result does not
 * depend on the order of events, because a parked stream may be applied after streams that refer to
 * it.
 */
export const shareStatements = async (batch: BankBatch, connection: Connection) => {
  const recorded = [...batch.lines.keys()].filter((lineId) => !batch.before.has(lineId))
  const { rows } = await connection.query<{ line_id: string }>(
    `with recursive target as (
       select line_id from bank_line where line_id = any($1::uuid[])
       union
       select merged_into from bank_line where merged_into = any($2::uuid[])
       union
       select above.merged_into from target join bank_line above using (line_id)
       where above.merged_into is not null
     )
     select line_id from target`,
    [[...batch.mergedInto], recorded],
  )
  if (rows.length === 0) return
  await connection.query(
    `update bank_line line set statement_ids = statement_ids[1:1] || array(
       with recursive part as (
         select line.line_id
         union
         select below.line_id from part join bank_line below on below.merged_into = part.line_id
       )
       select distinct same.statement_ids[1] from part join bank_line same using (line_id)
       where same.statement_ids[1] <> line.statement_ids[1] order by 1
     )
     where line_id = any($1::uuid[])`,
    [rows.map(({ line_id }) => line_id)],
  )
}
