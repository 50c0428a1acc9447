import { type OrderEvent, orderEvents } from '@strand/contracts/order/events'
import { type Opened, openedOf, sealedIn } from '@strand/contracts/order/personal'
import { readModels } from '@strand/contracts/read-models'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { type DecodedEvent, decodeEvents } from '../decoded-events.ts'
import { type Batch, emptyBatch, type OrderState, type Placed } from './batch.ts'
import { foldEvent } from './fold.ts'
import { writeMentions } from './mentions.ts'
import { owedChanges, writeOwed } from './owed.ts'
import { prefetchingReader } from './prefetching-reader.ts'
import { orderLateIndexes, orderTables, orderUpkeep } from './tables.ts'
import { writeTakenBack } from './taken-back.ts'
import { changeFiles, eraseOrders, writeBatch } from './write-batch.ts'

/**
 * The order lists, tabs, counts, histories and exports. A batch costs the same few statements
 * however many events it has: it loads the affected rows, folds its events in memory in log order,
 * and writes the changes back in one statement.
 */
export const orderProjection = (personalData: PersonalData): Projection => {
  const reader = prefetchingReader((recorded) => readBatch(recorded, personalData))
  return {
    name: 'order',
    version: 11,
    tables: orderTables,
    lateIndexes: orderLateIndexes,
    upkeep: orderUpkeep,
    views: readModels.order,
    eventTypes: orderEvents.types,
    apply: async (recorded, connection) => {
      const { events, opened } = await reader.read(recorded)
      const batch = emptyBatch()
      await load(batch, events, connection)
      for (const [index, { event, at, actor, recorded }] of events.entries()) {
        const position = String(recorded.position)
        const staff = actor.kind === 'staff' ? actor.id : null
        foldEvent(batch, event, { at, position, by: actor.id, staff }, opened[index])
        batch.owed.push(...owedChanges(event, { at, by: actor.id }, opened[index]))
      }
      await reader.whileWriting(writeBatch(batch, connection))
      if (batch.files.size > 0) await changeFiles(batch.files, connection)
      if (batch.mentions.length > 0) await writeMentions(batch.mentions, connection)
      await writeTakenBack(batch.takenBack, connection)
      if (batch.owed.length > 0) await writeOwed(batch.owed, connection)
      if (batch.toErase.size > 0) await eraseOrders([...batch.toErase], connection)
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

/** The contents of each event's sealed parts, decrypted in one call. */
const openAll = async (
  events: DecodedEvent<OrderEvent>[],
  personalData: PersonalData,
): Promise<Opened[]> => {
  const sealed = events.map(({ event }) => sealedIn(event))
  return openedOf(sealed, await personalData.open(sealed.flat()))
}
