import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { untilAborted } from '@strand/platform/async/until-aborted'
import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { FileStore } from '@strand/platform/files/open'
import { readOrder } from '../handler.ts'
import type { Order } from '../state.ts'

type Options = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  files: Pick<FileStore, 'delete'>
  now: Now
  /** Stops the work after the current item; the next round continues. */
  signal?: AbortSignal
}

/**
 * Call this before appending the event about the destruction: `finishDestructions` then completes
 * what a crash interrupts.
 */
export const recordPendingDestruction = async (
  { pool, now }: Pick<Options, 'pool' | 'now'>,
  orderId: string,
): Promise<void> => {
  await pool.query(
    'insert into order_erasure (order_id, asked_at) values ($1, $2) on conflict do nothing',
    [orderId, now().toISOString()],
  )
}

/**
 * Destroys what the log says is destroyed: the key and files of an erased order, or only the
 * deleted files.
 */
export const destroyOrderData = async (options: Options, order: Order): Promise<void> => {
  const { personalData, files, pool } = options
  if (order.erased) {
    await personalData.erase(order.personal.keyId)
    await forgetReadings(pool, order.orderId)
  }
  // A file belongs to one order, because an upload can be claimed only once.
  for (const { key } of [...order.deletedFiles, ...(order.erased ? order.files : [])]) {
    await files.delete(key)
    await pool.query('delete from upload where key = $1', [key])
  }
  await pool.query('delete from order_erasure where order_id = $1', [order.orderId])
}

/**
 * Deletes the readings first. If one is being recorded, the deletion waits for its row lock, so the
 * references that are recorded with it are deleted, too.
 */
const forgetReadings = async (pool: Pool, orderId: string) => {
  await pool.query('delete from proof_reading where order_id = $1', [orderId])
  await pool.query('delete from proof_reference where order_id = $1', [orderId])
}

/** Completes destructions that began more than a minute ago: a crash has interrupted them. */
export const finishDestructions = async (options: Options): Promise<void> => {
  const { eventStore, pool, now } = options
  const { rows } = await pool.query<{ order_id: string }>(
    'select order_id from order_erasure where asked_at < $1',
    [new Date(now().getTime() - 60_000).toISOString()],
  )
  for await (const { order_id: orderId } of untilAborted(rows, options.signal)) {
    const order = await readOrder(eventStore, orderId)
    if (order.erased || order.deletedFiles.length > 0) await destroyOrderData(options, order)
    else await pool.query('delete from order_erasure where order_id = $1', [orderId])
  }
}
