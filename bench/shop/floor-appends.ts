import { randomUUID } from 'node:crypto'
import type { OpenShop } from '@strand/all-in-one/shop'
import { randomOrderId } from '@strand/command-api/order/ids'
import { orderStream } from '@strand/contracts/order/id'
import type { EventToAppend, JsonObject } from '@strand/event-sourcing/event-store/event-store'
import { silentLog } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { openEventStore } from '@strand/platform/process/open-event-store'
import pg from 'pg'
import { repeatedly, type Sample } from '../measuring/samples.ts'

const floorDatabase = 'bench_floor'

/**
 * The floors of creating orders: appends of the events of an order.
 * - `followed`: to the shop's own log, with everything in this process that follows it
 * - `alone`: through the event store, to a log that nothing follows
 * - `one commit each`: to that log, each append with a round trip and a commit of its own
 */
export const bareAppends = async (
  shop: OpenShop,
  administrator: Pool,
  options: { kind: 'followed' | 'alone' | 'one commit each'; width: number; seconds: number },
): Promise<Sample> => {
  const nextEvent = await nextCopyOf(administrator)
  if (options.kind === 'followed')
    return repeatedly(options, () => appendTo(shop.eventStore, nextEvent()))

  const url = new URL(String(administrator.options.connectionString))
  await administrator
    .query(`create database ${floorDatabase}`)
    .catch((error: { code?: string }) => {
      if (error.code !== '42P04') throw error
    })
  url.pathname = `/${floorDatabase}`
  const store = await openEventStore(url.href, { log: silentLog })
  const pool = new pg.Pool({ connectionString: url.href, max: options.width })
  try {
    if (options.kind === 'alone')
      return await repeatedly(options, () => appendTo(store, nextEvent()))
    return await repeatedly(options, () => appendByItself(pool, nextEvent()))
  } finally {
    await pool.end()
    await store.close()
  }
}

const appendTo = async (store: OpenShop['eventStore'], event: EventToAppend) => {
  const stream = orderStream(String(event.data.orderId))
  const appended = await store.append(stream, [event], 'no-stream')
  if (!appended.ok) throw new Error('a new stream is not empty')
}

const appendByItself = (pool: pg.Pool, { id, type, data, metadata }: EventToAppend) =>
  pool.query({
    name: 'append',
    text: 'select * from event_log.append($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [
      [orderStream(String(data.orderId))],
      [1],
      [-1],
      [1],
      [id],
      [type],
      [JSON.stringify(data)],
      [JSON.stringify(metadata)],
    ],
  })

/** How many orders' contents are reused, in rotation. */
const different = 10_000

/**
 * Orders with the contents of the newest orders in the log, which are as varied as customers'
 * orders. So they cause the same work for everything that follows the log.
 */
const nextCopyOf = async (pool: Pool) => {
  const { rows } = await pool.query<{ data: JsonObject; metadata: JsonObject }>(
    `select data, metadata from event_log.event where type = 'OrderCreated'
     order by position desc limit $1`,
    [different],
  )
  let next = 0
  return (): EventToAppend => {
    const original = rows[next++ % rows.length]
    if (!original) throw new Error('there is no order yet whose event could be appended again')
    return {
      id: randomUUID(),
      type: 'OrderCreated',
      data: { ...original.data, orderId: randomOrderId() },
      metadata: original.metadata,
    }
  }
}
