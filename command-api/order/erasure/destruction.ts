import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { untilAborted } from '@strand/platform/async/until-aborted'
import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { FileStore } from '@strand/platform/files/open'
import { waitForReadModel } from '../../shared/read-model.ts'
import { readOrder } from '../handler.ts'
import type { Order } from '../state.ts'

type Options = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  files: Pick<FileStore, 'delete'>
  now: Now
  /** Ends the work after the item in progress; the next round goes on. */
  signal?: AbortSignal
}

/**
 * Call this before appending the event that records the destruction: `finishDestructions` completes
 * whatever a crash interrupts.
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
 * Destroys what the log records as destroyed: the key and the files of an erased order, otherwise
 * only the files. A file that another order may reference stays until `finishDestructions` checks it
 * again.
 */
export const destroyOrderData = async (options: Options, order: Order): Promise<void> => {
  const { personalData, files, pool } = options
  if (order.erased) {
    await personalData.erase(order.personal.keyId)
    await forgetReadings(pool, order.orderId)
  }
  let left = 0
  for (const file of [...order.deletedFiles, ...(order.erased ? order.files : [])]) {
    const owner = await ownerOf(options, order.orderId, file)
    if (owner === 'unknown') left += 1
    if (owner !== 'this order') continue
    await files.delete(file.key)
    await pool.query('delete from upload where key = $1', [file.key])
  }
  if (left === 0) await pool.query('delete from order_erasure where order_id = $1', [order.orderId])
}

/** First what is about to be recorded: its row is locked until its references are there to be deleted. */
const forgetReadings = async (pool: Pool, orderId: string) => {
  await pool.query('delete from proof_reading where order_id = $1', [orderId])
  await pool.query('delete from proof_reference where order_id = $1', [orderId])
}

/**
 * Who owns a file. A claimed file belongs to exactly one order. For a file from before claims
 * existed, or whose claim is settled and deleted, the read model says whether another order
 * references the same file. Its answer counts only once it has caught up with the log.
 */
const ownerOf = async (
  { eventStore, pool }: Options,
  orderId: string,
  { key, sha256 }: Order['files'][number],
): Promise<'this order' | 'another too' | 'unknown'> => {
  const claimed = await pool.query('select from upload where key = $1 and order_id is not null', [
    key,
  ])
  if (claimed.rowCount === 1) return 'this order'
  const isCaughtUp = await waitForReadModel('order', { eventStore, pool, timeoutMs: 2_000 })
  const { rows } = await pool.query<{ shared: boolean }>(
    `select exists (
       select from read.order_file file join read.order_detail detail using (order_id)
       where file.sha256 = $1 and file.order_id <> $2
         and detail.files @> jsonb_build_array(jsonb_build_object('key', $3::text))
     ) as shared`,
    [sha256, orderId, key],
  )
  if (rows[0]?.shared) return 'another too'
  return isCaughtUp ? 'this order' : 'unknown'
}

/** Completes destructions that began more than a minute ago and were interrupted by a crash. */
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
