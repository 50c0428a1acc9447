import { createHash, randomBytes } from 'node:crypto'
import { orderIdFromBytes, orderStream } from '@strand/contracts/order/id'
import { orderIdsEvents, orderIdsStream } from '@strand/contracts/order/id.events'
import { maxIds, type UnusedOrderIds } from '@strand/contracts/order/reserved-ids'
import type { EventStore, Position } from '@strand/event-sourcing/event-store/event-store'
import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { type Origin, withMetadata } from '@strand/platform/http/command-origin'

export const randomOrderId = () => orderIdFromBytes(randomBytes(8))

/**
 * Takes the oldest reserved id for this submission, or returns the id that the submission already
 * took; null if none is left.
 */
export const takeReservedId = async (pool: Pool, takenBy: string): Promise<string | null> => {
  const { rows } = await pool
    .query<{ order_id: string }>(
      `with held as (
       select order_id from reserved_order_id where taken_by = $1
     ), oldest as (
       select order_id from reserved_order_id
       where taken_by is null and not used and not exists (select from held)
       order by sequence limit 1 for update skip locked
     ), taken as (
       update reserved_order_id set taken_by = $1, taken_at = now()
       where order_id = (select order_id from oldest) returning order_id
     )
     select order_id from held union all select order_id from taken`,
      [takenBy],
    )
    .catch((error: Error & { code?: string }) => {
      // The same submission was sent twice at the same time, and the other request took an id
      // first.
      if (error.code === '23505') return queryTakenId(pool, takenBy)
      throw error
    })
  return rows[0]?.order_id ?? null
}

const queryTakenId = (pool: Pool, takenBy: string) =>
  pool.query<{ order_id: string }>('select order_id from reserved_order_id where taken_by = $1', [
    takenBy,
  ])

/** Frees the id that a submission holds, because its order has another id. */
export const releaseReservedId = async (pool: Pool, takenBy: string): Promise<void> => {
  await pool.query(
    'update reserved_order_id set taken_by = null, taken_at = null where taken_by = $1 and not used',
    [takenBy],
  )
}

export const unusedIds = async (pool: Pool): Promise<UnusedOrderIds> => {
  const { rows } = await pool.query<{ order_id: string; total: number }>(
    `select order_id, (count(*) over ())::int as total from reserved_order_id
     where taken_by is null and not used order by sequence limit ${maxIds}`,
  )
  return { total: rows[0]?.total ?? 0, ids: rows.map(({ order_id }) => order_id) }
}

export const markReservedIdUsed = async (pool: Pool, orderId: string): Promise<void> => {
  await pool.query(
    'update reserved_order_id set used = true, taken_by = null where order_id = $1',
    [orderId],
  )
}

/**
 * Settles ids that were taken more than an hour ago. If no order has such an id, the process that
 * took it has crashed, and the id becomes free again.
 */
export const settleReservedIds = async ({
  eventStore,
  pool,
}: {
  eventStore: EventStore
  pool: Pool
}): Promise<void> => {
  const { rows } = await pool.query<{ order_id: string }>(
    `select order_id from reserved_order_id
     where taken_by is not null and not used and taken_at < now() - interval '1 hour'
     order by taken_at limit 500`,
  )
  for (const { order_id: orderId } of rows) {
    const used = (await eventStore.readStream(orderStream(orderId))).length > 0
    await pool.query(
      used
        ? 'update reserved_order_id set used = true where order_id = $1'
        : 'update reserved_order_id set taken_by = null, taken_at = null where order_id = $1',
      [orderId],
    )
  }
}

/**
 * Reserves `count` new ids; a repeated command gets the same ones. The event is appended before the
 * rows are committed. So after a crash in between, the log has ids that nobody received, but nobody
 * has ids that the log lacks.
 */
export const reserveOrderIds = async (
  { eventStore, pool }: { eventStore: EventStore; pool: Pool },
  count: number,
  origin: Origin,
): Promise<{ ids: string[]; position: Position }> => {
  const idAt = (index: number) =>
    orderIdFromBytes(createHash('sha256').update(`${origin.commandId} id ${index}`).digest())
  const ids = [...new Set(Array.from({ length: count }, (_, index) => idAt(index)))]
  const encode = withMetadata(orderIdsEvents, origin)
  const event = encode({ type: 'OrderIdsReserved', data: { ids } })
  return transaction(pool, async (connection) => {
    await connection.query(
      `insert into reserved_order_id (order_id) select * from unnest($1::text[])
       on conflict do nothing`,
      [ids],
    )
    const appended = await eventStore.append(orderIdsStream, [event], 'any')
    if (!appended.ok) throw new Error('an append without an expected revision was refused')
    return { ids, position: appended.position }
  })
}
