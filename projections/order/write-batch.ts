import { erased } from '@strand/contracts/erased'
import { fold } from '@strand/contracts/folding'
import { type PersonalRow, personalRowOf } from '@strand/contracts/order/personal'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import type { Batch, OrderState } from './batch.ts'

const pairs = <Key extends string>(name: Key, counts: Map<string, number>) =>
  [...counts].map(([key, count]) => ({ [name]: key, count }))

const stateOf = (batch: Batch, orderId: string): OrderState => {
  const state = batch.states.get(orderId)
  if (!state) throw new Error(`order ${orderId} was created without a state`)
  return state
}

/** Everything that a batch changes. */
export const writeBatch = (batch: Batch, connection: Connection) => {
  const { created } = batch
  const files = [...created.values()].flatMap(({ order_id, files }) =>
    [...new Set(files.map(({ sha256 }) => sha256))].map((sha256) => ({ sha256, order_id })),
  )
  const days = [...batch.days].map(([key, count]) => {
    const [status, day] = key.split(' ')
    return { status, day, count }
  })
  const confirmations = [...batch.confirmations].map(([key, count]) => {
    const [day, within_minutes] = key.split(' ')
    return { day, within_minutes, count }
  })
  const search = [...batch.search].map(([order_id, search]) => {
    const { status, created_at } = stateOf(batch, order_id)
    return { order_id, status, created_at, search }
  })
  const states = [...batch.states.values()]
  return connection.query(
    `with state as (
       insert into order_state select * from json_populate_recordset(null::order_state, $1)
     ), detail as (
       insert into order_detail select * from json_populate_recordset(null::order_detail, $2)
     ), new_search as (
       insert into order_search select * from json_populate_recordset(null::order_search, $3)
     ), file as (
       insert into order_file select * from json_populate_recordset(null::order_file, $4)
     ), changed as materialized (
       select * from json_populate_recordset(null::order_state, $5)
     ), changed_state as (
       update order_state current set
         status = changed.status, position = changed.position, message = changed.message, review = changed.review,
         steps = changed.steps,
         shipment = changed.shipment,
         question = changed.question,
         notes = changed.notes,
         note = changed.note,
         assignee = changed.assignee,
         proposed_by = changed.proposed_by,
         change = changed.change
       from changed where current.order_id = changed.order_id
     ), changed_search as (
       update order_search current set
         status = changed.status, search = current.search || coalesce(more.search, '')
       from changed left join json_populate_recordset(null::order_search, $10) more using (order_id)
       where current.order_id = changed.order_id
         and (current.status <> changed.status or more.search is not null)
     ), ordered as (
       insert into ordered_product as current
       select * from json_populate_recordset(null::ordered_product, $6)
       on conflict (product_id, sales_id) do update set
         product = excluded.product, sales = excluded.sales,
         quantity = current.quantity + excluded.quantity
     ), month as (
       insert into order_month as current
       select status, date_trunc('month', day)::date, sum(count)
       from json_populate_recordset(null::order_day, $8) group by 1, 2
       on conflict (status, month) do update set count = current.count + excluded.count
     ), tab as (
       insert into order_count as current select * from json_populate_recordset(null::order_count, $7)
       on conflict (status) do update set count = current.count + excluded.count
     ), confirmation as (
       insert into order_confirmation as current
       select * from json_populate_recordset(null::order_confirmation, $9)
       on conflict (day, within_minutes) do update set count = current.count + excluded.count
     )
     insert into order_day as current
     select * from json_populate_recordset(null::order_day, $8)
     on conflict (status, day) do update set count = current.count + excluded.count`,
    [
      states.filter(({ order_id }) => created.has(order_id)),
      [...created.values()],
      search,
      files,
      states.filter(({ order_id }) => !created.has(order_id)),
      [...batch.ordered.values()],
      pairs('status', batch.counts),
      days,
      confirmations,
      [...batch.moreSearch].map(([order_id, search]) => ({ order_id, search })),
    ].map((rows) => JSON.stringify(rows)),
  )
}

const erasedText = `'${erased}'`

/** The columns that an erased order shows with something other than `erased`. */
const exceptions: Partial<PersonalRow> = {
  last_name: `''`,
  address: `case when pickup then address else ${erasedText} end`,
  postal_code: `case when country = '' then '' else ${erasedText} end`,
}

const erasedColumns = Object.keys(personalRowOf(null)).map(
  (column) => `${column} = ${exceptions[column as keyof PersonalRow] ?? erasedText}`,
)

/** Erases rows of this batch too: a rebuild and the live read model end with the same row. */
export const eraseOrders = async (orderIds: string[], connection: Connection) => {
  await connection.query(
    `with deleted_file as (
       delete from order_file where order_id = any($1::text[])
     ), erased_search as (
       update order_search set search = only_id.search
       from unnest($1::text[], $2::text[]) only_id (order_id, search)
       where order_search.order_id = only_id.order_id
     )
     update order_detail set ${erasedColumns.join(', ')}, files = '[]'
     where order_id = any($1::text[])`,
    [orderIds, orderIds.map(fold)],
  )
}

/** Proofs that were deleted, and those that came later. */
export const changeFiles = async (files: Batch['files'], connection: Connection) => {
  const changes = [...files].map(([order_id, change]) => ({ order_id, ...change }))
  await connection.query(
    `with change as materialized (
       select * from json_to_recordset($1) as change (order_id text, dropped bool, added jsonb)
     ), deleted_file as (
       delete from order_file using change
       where order_file.order_id = change.order_id and dropped
     )
     update order_detail detail set files = case when dropped then '[]' else files end || added
     from change where detail.order_id = change.order_id`,
    [JSON.stringify(changes)],
  )
  await connection.query(
    `insert into order_file
     select distinct file ->> 'sha256', order_id
     from json_to_recordset($1) as change (order_id text, added jsonb),
       jsonb_array_elements(added) file
     on conflict do nothing`,
    [JSON.stringify(changes)],
  )
}
