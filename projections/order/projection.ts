import { type OrderEvent, orderEvents } from '@strand/contracts/order/events'
import { sealedIn } from '@strand/contracts/order/personal'
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
import { dropFiles, eraseOrders, writeBatch } from './write-batch.ts'

/**
 * The order lists, tabs, counts, histories and exports. A batch costs the same few statements
 * however many events it has: it loads the affected rows, folds its events in memory in log order,
 * and writes the changes back in one statement.
 */
export const orderProjection = (personalData: PersonalData): Projection => {
  const reader = prefetchingReader((recorded) => readBatch(recorded, personalData))
  return {
    name: 'order',
    version: 3,
    tables: orderTables,
    lateIndexes: orderLateIndexes,
    upkeep: orderUpkeep,
    views: [
      'order_state',
      'order_detail',
      'order_search',
      'order_file',
      'order_month',
      'order_count',
      'order_day',
      'order_confirmation',
      'ordered_product',
    ],
    eventTypes: orderEvents.types,
    apply: async (recorded, connection) => {
      const { events, opened } = await reader.read(recorded)
      const batch = emptyBatch()
      await load(batch, events, connection)
      for (const [index, { event, at, recorded }] of events.entries())
        foldEvent(batch, event, { at, position: String(recorded.position) }, opened[index])
      await reader.whileWriting(writeBatch(batch, connection))
      if (batch.toErase.size > 0) await eraseOrders([...batch.toErase], connection)
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
