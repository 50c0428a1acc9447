import { openDaySums } from '@strand/contracts/reports/facts/day-sums'
import type { Fact } from '@strand/contracts/reports/facts/fact'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { sql, statementOf } from '@strand/platform/postgres/sql'
import { rowsOf } from '../rows-of.ts'
import type { ReportBatch } from './batch.ts'

/** The first and the last position of each day of recording. */
const dayRows = (facts: Fact[]) => {
  const days = new Map<string, { recorded_on: string; first: string; last: string }>()
  for (const { recorded_on, position } of facts) {
    const day = days.get(recorded_on)
    if (day) day.last = position
    else days.set(recorded_on, { recorded_on, first: position, last: position })
  }
  return [...days.values()].map(({ recorded_on, first, last }) => ({
    recorded_on,
    first_position: first,
    last_position: last,
  }))
}

/**
 * Writes the changes of a batch. The facts of a parked stream may arrive after facts with later
 * positions. So names and days are chosen by position, and the rows do not depend on the order of
 * arrival.
 */
export const writeBatch = async (batch: ReportBatch, connection: Connection) => {
  const sums = openDaySums()
  for (const fact of batch.facts) sums.add(fact)
  const statement = sql`with fact as (
       insert into report_fact select * from ${rowsOf('report_fact', batch.facts)}
     ), day as (
       insert into report_day as current
       select * from ${rowsOf('report_day', dayRows(batch.facts))}
       on conflict (recorded_on) do update set
         first_position = least(current.first_position, excluded.first_position),
         last_position = greatest(current.last_position, excluded.last_position)
     ), placed as (
       insert into report_order as current
       select * from ${rowsOf('report_order', batch.orders.values())}
       on conflict (order_id) do update set
         status = excluded.status, approved = excluded.approved, shipped = excluded.shipped,
         returned = excluded.returned, approved_at = excluded.approved_at,
         approve_minutes = excluded.approve_minutes, ship_minutes = excluded.ship_minutes
     ), line as (
       insert into report_line as current
       select * from ${rowsOf('report_line', batch.lines.values())}
       on conflict (line_id) do update set
         probably_same = excluded.probably_same, merged = excluded.merged,
         set_aside = excluded.set_aside, withdrawn = excluded.withdrawn,
         allocations = excluded.allocations
     ), issued as (
       insert into report_issued select * from ${rowsOf('report_issued', batch.issued)}
     )
     insert into report_sum as current
     select * from ${rowsOf('report_sum', sums.rows())}
     on conflict (series, business_day, recorded_on, key, sign) do update set
       name = case when excluded.last_position > current.last_position
         then excluded.name else current.name end,
       last_position = greatest(current.last_position, excluded.last_position),
       count = current.count + excluded.count,
       quantity = current.quantity + excluded.quantity,
       amount = current.amount + excluded.amount,
       part = current.part + excluded.part`
  await connection.query(statementOf(statement))
}
