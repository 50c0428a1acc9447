import { setTimeout as sleep } from 'node:timers/promises'
import { OrderEvent } from '@strand/contracts/order.events'
import { startCatchUp } from '@strand/platform/catch-up'
import { readPosition } from '@strand/platform/checkpoint'
import type { Now } from '@strand/platform/clock'
import { beginning, type EventStore, type RecordedEvent } from '@strand/platform/event-store'
import type { FileStore } from '@strand/platform/files'
import type { Log } from '@strand/platform/log'
import { migrate } from '@strand/platform/migrate'
import { type Connection, type Pool, transaction } from '@strand/platform/postgres'
import type { Queue } from '@strand/platform/queue'
import { untilAvailable } from '@strand/platform/until-available'

const queueName = 'uploads'
const checkpoint = { kind: 'reaction', name: 'upload-claims', version: 0 } as const

type UploadsOptions = {
  pool: Pool
  eventStore: EventStore
  files: FileStore
  queue: Queue
  now: Now
  log: Log
  /** Milliseconds between two sweeps. Default an hour. */
  sweepEvery?: number
}

/**
 * Deletes uploads that no order claims within 24 hours. A reaction notes the files that orders name;
 * a repeated job takes away, row and file, what is older and was not named. It works only while the
 * reaction has seen the whole log, and command-api lets an order name an upload for 23 hours only:
 * so a file that an order holds is never taken.
 */
export const startUploads = async (options: UploadsOptions) => {
  const { pool, queue, log } = options
  await untilAvailable('Postgres', log, () =>
    migrate(pool, 'workers', new URL('./migrations/', import.meta.url)),
  )
  const claims = startCatchUp(
    {
      ...checkpoint,
      eventTypes: ['OrderCreated'],
      durable: true,
      prepare: async (connection) => {
        await connection.query(
          `insert into public.checkpoint (kind, name, version, position)
           values ($1, $2, $3, $4) on conflict do nothing`,
          [checkpoint.kind, checkpoint.name, checkpoint.version, String(beginning)],
        )
        return { building: false }
      },
      handle: noteClaims,
      announcement: () => null,
    },
    options,
  )
  const worker = queue.work(queueName, async () => {
    const deleted = await sweepUploads(options)
    if (deleted) log.info({ files: deleted }, 'uploads that no order claims are deleted')
  })
  let stopped = false
  const repeating = untilAvailable('the queue', log, async () => {
    if (stopped) return
    const everyMs = options.sweepEvery ?? 3_600_000
    await queue.repeat(queueName, { id: 'sweep', data: {}, everyMs })
  })
  repeating.catch((err) => log.error({ err }, 'uploads that no order claims are not deleted'))
  return {
    stop: async () => {
      stopped = true
      await Promise.all([claims.stop(), worker.stop()])
    },
  }
}

const noteClaims = async (events: RecordedEvent[], connection: Connection) => {
  const ids = events.flatMap(({ type, data }) => {
    const event = OrderEvent.parse({ type, data })
    return event.type === 'OrderCreated' ? event.data.files.map(({ fileUid }) => fileUid) : []
  })
  if (ids.length === 0) return
  await connection.query(
    'insert into public.upload_claim select unnest($1::uuid[]) on conflict do nothing',
    [ids],
  )
}

/** One sweep; the answer is the number of files deleted. Throws when the log is ahead of the claims. */
export const sweepUploads = async ({
  pool,
  eventStore,
  files,
  now,
}: Pick<UploadsOptions, 'pool' | 'eventStore' | 'files' | 'now'>): Promise<number> => {
  const before = new Date(now().getTime() - 24 * 3_600_000).toISOString()
  await claimsUpToDate(pool, eventStore)
  // Whoever holds an order holds its file: the row has served.
  await pool.query(
    `delete from upload u using upload_claim c where c.file_uid = u.file_uid and u.created_at < $1`,
    [before],
  )
  await pool.query(
    'delete from upload_claim c where not exists (select from upload where file_uid = c.file_uid)',
  )
  let deleted = 0
  for (;;) {
    const { rows } = await pool.query<{ file_uid: string; key: string }>(
      `select file_uid, key from upload u
        where created_at < $1 and not exists (select from upload_claim where file_uid = u.file_uid)
        order by created_at limit 200`,
      [before],
    )
    if (rows.length === 0) return deleted
    for (const { key } of rows) await files.delete(key)
    const ids = rows.map((row) => row.file_uid)
    await pool.query('delete from upload where file_uid = any($1::uuid[])', [ids])
    deleted += rows.length
  }
}

const claimsUpToDate = async (pool: Pool, eventStore: EventStore) => {
  const head = await eventStore.headPosition()
  for (let tries = 0; tries < 30; tries++) {
    const reached = await transaction(pool, (connection) => readPosition(connection, checkpoint))
    if ((reached ?? beginning) >= head) return
    await sleep(100)
  }
  throw new Error('the claims of uploads are behind the log')
}
