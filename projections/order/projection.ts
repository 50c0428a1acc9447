import type { Sealed } from '@strand/contracts/envelope'
import { erased } from '@strand/contracts/erased'
import { type OrderEvent, orderEvents } from '@strand/contracts/order/events'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { RecordedEvent } from '@strand/platform/event-store/event-store'
import type { Connection } from '@strand/platform/postgres/pool'
import type { Projection } from '@strand/platform/processors/projector'
import { type DecodedEvent, decodeEvents } from '../decoded-events.ts'
import {
  type Batch,
  emptyBatch,
  foldEvent,
  type Opened,
  type OrderState,
  type Placed,
} from './fold.ts'
import { prefetchingReader } from './prefetching-reader.ts'
import { orderLateIndexes, orderTables, orderUpkeep } from './tables.ts'

/**
 * The order lists, tabs, counts, histories and exports. A batch costs the same few statements
 * however many events it has: it loads the affected rows, folds its events in memory in log order,
 * and writes the changes back in one statement.
 */
export const orderProjection = (personalData: PersonalData): Projection => {
  const reader = prefetchingReader((recorded) => readBatch(recorded, personalData))
  return {
    name: 'order',
    version: 2,
    tables: orderTables,
    lateIndexes: orderLateIndexes,
    upkeep: orderUpkeep,
    views: [
      'order_state',
      'order_detail',
      'order_search',
      'order_file',
      'order_count',
      'order_day',
      'ordered_product',
    ],
    eventTypes: orderEvents.types,
    apply: async (recorded, connection) => {
      const { events, opened } = await reader.read(recorded)
      const batch = emptyBatch()
      await load(batch, events, connection)
      for (const [index, { event, at }] of events.entries())
        foldEvent(batch, event, at, opened[index])
      await reader.whileWriting(write(batch, connection))
      if (batch.toErase.size > 0) await erase([...batch.toErase], connection)
      if (batch.withoutFiles.size > 0) await dropFiles([...batch.withoutFiles], connection)
    },
    prefetch: reader.prefetch,
  }
}

/** Events and their decrypted contents: all that a batch needs before it touches any table. */
const readBatch = async (recorded: RecordedEvent[], personalData: PersonalData) => {
  const events = decodeEvents(orderEvents, recorded)
  return { events, opened: await openAll(events, personalData) }
}

/** Events that may remove an order from the ordered products, or return it to them. */
const movesProducts = new Set(['OrderArchived', 'OrderRestored', 'OrderChangeUndone'])

const load = async (batch: Batch, events: DecodedEvent<OrderEvent>[], connection: Connection) => {
  const created = new Set<string>()
  const existing = new Set<string>()
  const withLines = new Set<string>()
  for (const { event } of events) {
    const { orderId } = event.data
    if (event.type === 'OrderCreated') created.add(orderId)
    else if (!created.has(orderId)) existing.add(orderId)
    if (movesProducts.has(event.type)) withLines.add(orderId)
  }
  if (existing.size === 0) return
  const { rows } = await connection.query<
    Omit<OrderState, 'created_at'> & { created_at: Date; placed: Placed | null }
  >(
    `select state.*,
       case when state.order_id = any($2::text[]) then (
         select json_build_object('lines', lines, 'sales_id', sales_id, 'sales', sales)
         from order_detail detail where detail.order_id = state.order_id
       ) end as placed
     from order_state state
     where state.order_id = any($1::text[])`,
    [[...existing], [...withLines]],
  )
  for (const { placed, ...state } of rows) {
    batch.states.set(state.order_id, { ...state, created_at: state.created_at.toISOString() })
    if (placed) batch.placed.set(state.order_id, placed)
  }
}

const sealedIn = (event: OrderEvent): Sealed | null => {
  switch (event.type) {
    case 'OrderCreated':
      return event.data.personal
    case 'OrderReviewed':
      return event.data.review
    case 'OrderMessageUpdated':
    case 'OrderStatusChanged':
    case 'OrderArchived':
    case 'OrderChangeUndone':
      return event.data.message
    default:
      return null
  }
}

/** The contents of each event's sealed part, decrypted in one call. */
const openAll = async (
  events: DecodedEvent<OrderEvent>[],
  personalData: PersonalData,
): Promise<Opened[]> => {
  const sealed = events.map(({ event }) => sealedIn(event))
  const contents = await personalData.open(sealed.filter((one) => one !== null))
  let next = 0
  return sealed.map((one) => (one === null ? undefined : contents[next++]))
}

const pairs = <Key extends string>(name: Key, counts: Map<string, number>) =>
  [...counts].map(([key, count]) => ({ [name]: key, count }))

const stateOf = (batch: Batch, orderId: string): OrderState => {
  const state = batch.states.get(orderId)
  if (!state) throw new Error(`order ${orderId} was created without a state`)
  return state
}

const write = (batch: Batch, connection: Connection) => {
  const { created } = batch
  const files = [...created.values()].flatMap(({ order_id, files }) =>
    [...new Set(files.map(({ sha256 }) => sha256))].map((sha256) => ({ sha256, order_id })),
  )
  const days = [...batch.days].map(([key, count]) => {
    const [status, day] = key.split(' ')
    return { status, day, count }
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
         status = changed.status, message = changed.message, review = changed.review,
         steps = changed.steps
       from changed where current.order_id = changed.order_id
     ), changed_search as (
       update order_search current set status = changed.status
       from changed where current.order_id = changed.order_id and current.status <> changed.status
     ), ordered as (
       insert into ordered_product as current
       select * from json_populate_recordset(null::ordered_product, $6)
       on conflict (product_id, sales_id) do update set
         product = excluded.product, sales = excluded.sales,
         quantity = current.quantity + excluded.quantity
     ), tab as (
       insert into order_count as current select * from json_populate_recordset(null::order_count, $7)
       on conflict (status) do update set count = current.count + excluded.count
     )
     insert into order_day as current
     select * from json_populate_recordset(null::order_day, $8)
     on conflict (status, day) do update set count = current.count + excluded.count`,
    [
      ...[states.filter(({ order_id }) => created.has(order_id)), [...created.values()]],
      ...[search, files, states.filter(({ order_id }) => !created.has(order_id))],
      ...[[...batch.ordered.values()], pairs('status', batch.counts), days],
    ].map((rows) => JSON.stringify(rows)),
  )
}

/** Rare, and therefore a separate statement; `eraseDetail` does the same for a new row. */
const erase = async (orderIds: string[], connection: Connection) => {
  await connection.query(
    `with deleted_file as (
       delete from order_file where order_id = any($1::text[])
     ), erased_search as (
       update order_search set search = lower(order_id) where order_id = any($1::text[])
     )
     update order_detail set
       first_name = $2::text, last_name = '', email = $2, phone = $2,
       instagram = $2, account_name = $2,
       address = case when pickup then address else $2 end,
       postal_code = case when country = '' then '' else $2 end,
       files = '[]'
     where order_id = any($1::text[])`,
    [orderIds, erased],
  )
}

const dropFiles = async (orderIds: string[], connection: Connection) => {
  await connection.query(
    `with deleted_file as (
       delete from order_file where order_id = any($1::text[])
     )
     update order_detail set files = '[]' where order_id = any($1::text[])`,
    [orderIds],
  )
}
