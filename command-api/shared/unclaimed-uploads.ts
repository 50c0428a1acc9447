import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { untilAborted } from '@strand/platform/async/until-aborted'
import { type KeyRing, macOf } from '@strand/platform/crypto/key-ring'
import type { Claimant } from '@strand/platform/fairness/places'
import type { FileStore } from '@strand/platform/files/open'

/**
 * A mark that stands for an upload's network, and shows only whether two networks are the same.
 * Without the key, the mark does not reveal the network. The row is deleted after a day.
 */
export const networkMark = (tokenSecret: KeyRing, { network }: Claimant): string =>
  macOf(tokenSecret, `network of an upload:${network}`).toString('base64url').slice(0, 16)

/** The bytes of all uploads that no order has claimed. */
export const unclaimedBytesOf = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ bytes: number }>(
    'select coalesce(sum(size), 0)::float8 as bytes from upload where claimed_by is null',
  )
  return rows[0]?.bytes ?? 0
}

type Options = { pool: Pool; files: Pick<FileStore, 'delete'>; signal?: AbortSignal | undefined }

/**
 * The maximum number of rounds. Each round deletes files of the network that has the most bytes at
 * that time.
 */
const maxRounds = 20

/**
 * Deletes unclaimed uploads of at least `needed` bytes. The network with the most bytes loses its
 * oldest files, so a stranger who fills the space loses their own. Uploads are marked first,
 * because no order can claim a marked upload.
 */
export const makeRoom = async (
  { pool, files, log }: Options & { log: Log },
  needed: number,
): Promise<void> => {
  let made = 0
  for (let round = 0; round < maxRounds && made < needed; round++) {
    const { rows } = await pool.query<{ size: string }>(
      `with heaviest as (
         select network from upload where claimed_by is null and size is not null
         group by network order by sum(size) desc limit 1),
       oldest as (
         select file_uid, sum(size) over (order by created_at, file_uid) - size as before
         from upload join heaviest on heaviest.network is not distinct from upload.network
         where claimed_by is null and size is not null)
       update upload set claimed_by = 'swept'
       -- In the order in which an order locks its uploads, and none that it has locked.
       where file_uid in (
         select file_uid from upload where claimed_by is null
           and file_uid in (select file_uid from oldest where before < $1)
         order by file_uid for update skip locked)
       returning upload.size::text as size`,
      [needed - made],
    )
    if (rows.length === 0) break
    made += rows.reduce((sum, { size }) => sum + Number(size), 0)
  }
  if (made === 0) return
  log.warn({ bytes: made }, 'uploads that no order named were deleted to make room for others')
  deleteSwept({ pool, files }).catch((err) =>
    log.warn({ err }, 'uploads that no order named are left to the sweeper'),
  )
}

const batchSize = 500

/** Deletes files that no order can claim any more. Returns how many. */
export const deleteSwept = async ({ pool, files, signal }: Options): Promise<number> => {
  let deleted = 0
  for (;;) {
    const marked = await pool.query<{ file_uid: string; key: string }>(
      `select file_uid, key from upload where claimed_by = 'swept' limit $1`,
      [batchSize],
    )
    const done: typeof marked.rows = []
    for await (const upload of untilAborted(marked.rows, signal)) {
      await files.delete(upload.key)
      done.push(upload)
    }
    await deleteUploadRows(pool, done)
    deleted += done.length
    if (done.length < batchSize) return deleted
  }
}

export const deleteUploadRows = (pool: Pool, uploads: { file_uid: string }[]) =>
  pool.query('delete from upload where file_uid = any($1::uuid[])', [
    uploads.map(({ file_uid }) => file_uid),
  ])
