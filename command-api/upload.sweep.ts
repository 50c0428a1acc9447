import { setTimeout as sleep } from 'node:timers/promises'
import type { Now } from '@strand/platform/clock'
import type { EventStore } from '@strand/platform/event-store'
import type { FileStore } from '@strand/platform/files'
import type { Pool } from '@strand/platform/postgres'
import { readServing } from '@strand/platform/projection-report'

type Options = {
  eventStore: EventStore
  pool: Pool
  files: Pick<FileStore, 'delete'>
  now: Now
  /** Milliseconds to wait for the read model. Default 5,000. */
  patience?: number
}

/** Hours until an upload that no order names is deleted. Orders name none that is older than 23. */
export const unclaimedHours = 24
/** Uploads looked at with one statement. */
const batchSize = 500

/**
 * Deletes the uploads that no order named within 24 hours, and forgets about those that one did: from
 * then on the order alone knows its files. Which are which, the order read model says, and it is
 * believed only once it has passed every event that was in the log when the sweep began. Answers
 * with the number of files deleted; null when the read model lags behind and the sweep has to wait.
 */
export const sweepUploads = async (options: Options): Promise<number | null> => {
  const { pool, files, now } = options
  const before = new Date(now().getTime() - unclaimedHours * 3_600_000).toISOString()
  if (!(await ordersAreUpToDate(options))) return null
  let deleted = 0
  for (;;) {
    const { rows } = await pool.query<{ file_uid: string; key: string; claimed: boolean }>(
      `select file_uid, key, exists (
         select from read.order_file file join read.order_detail detail using (order_id)
         where file.sha256 = upload.sha256
           and detail.files @> jsonb_build_array(jsonb_build_object('key', upload.key))
       ) as claimed
       from upload where created_at < $1 order by created_at limit $2`,
      [before, batchSize],
    )
    const orphans = rows.filter(({ claimed }) => !claimed)
    for (const { key } of orphans) await files.delete(key)
    deleted += orphans.length
    await pool.query('delete from upload where file_uid = any($1::uuid[])', [
      rows.map(({ file_uid }) => file_uid),
    ])
    if (rows.length < batchSize) return deleted
  }
}

const ordersAreUpToDate = async ({ pool, eventStore, patience = 5_000 }: Options) => {
  const head = await eventStore.headPosition()
  const end = Date.now() + patience
  for (;;) {
    const serving = (await readServing(pool)).find(({ name }) => name === 'order')
    if (serving && serving.position >= head) return true
    if (Date.now() >= end) return false
    await sleep(100)
  }
}
