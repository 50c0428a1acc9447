import { untilAborted } from '@strand/platform/async/until-aborted'
import type { FileStore } from '@strand/platform/files/open'
import { isReferencedInLog } from '../shared/file-claim.ts'
import type { RetentionTask } from '../shared/retention.ts'
import { deleteSwept, deleteUploadRows, unclaimedBytesOf } from '../shared/unclaimed-uploads.ts'

type Options = RetentionTask & {
  files: Pick<FileStore, 'delete'>
  /**
   * The limit on unclaimed uploads, in bytes; above half of the limit, those older than an hour are
   * deleted.
   */
  unclaimedBytes: number
}

/** In hours. Orders accept no uploads older than 23 hours. */
const unclaimedHours = 24
const batchSize = 500

/**
 * Deletes the files of uploads that are over 24 hours old and belong to no order. If unclaimed
 * uploads take more than half of `unclaimedBytes`, deletes those over an hour old. Stops tracking
 * uploads that belong to an order, because the order lists its files. Returns the number of deleted
 * files.
 *
 * A claimed upload may belong to an order in the read model. If it does not, the log decides,
 * because the read model may lag, or the order may be parked.
 */
export const sweepUploads = async (options: Options): Promise<number> => {
  const deleted = await sweepUnclaimed(options)
  return deleted + (await sweepClaimed(options))
}

const hoursAgo = ({ now }: Options, hours: number) =>
  new Date(now().getTime() - hours * 3_600_000).toISOString()

/** Marks uploads before deleting their files, because no order can claim a marked upload. */
const sweepUnclaimed = async (options: Options): Promise<number> => {
  const { pool, unclaimedBytes } = options
  const isCrowded = (await unclaimedBytesOf(pool)) > unclaimedBytes / 2
  await pool.query(
    `update upload set claimed_by = 'swept' where claimed_by is null and created_at < $1`,
    [hoursAgo(options, isCrowded ? 1 : unclaimedHours)],
  )
  return deleteSwept(options)
}

type ClaimedUpload = {
  file_uid: string
  key: string
  claimed_by: string
  order_id: string
  shown: boolean
}

const sweepClaimed = async (options: Options): Promise<number> => {
  const { pool, files } = options
  const cutoff = hoursAgo(options, unclaimedHours)
  let deleted = 0
  for (let after = ''; ; ) {
    const { rows } = await pool.query<ClaimedUpload>(
      `select file_uid, key, claimed_by, order_id, exists (
         select from read.order_file file join read.order_detail detail using (order_id)
         where file.sha256 = upload.sha256
           and detail.files @> jsonb_build_array(jsonb_build_object('key', upload.key))
       ) as shown
       from upload
       where created_at < $1 and claimed_by <> 'swept' and file_uid::text > $3
       order by file_uid::text limit $2`,
      [cutoff, batchSize, after],
    )
    const done: ClaimedUpload[] = []
    for await (const upload of untilAborted(rows, options.signal)) {
      const { key, claimed_by: takenBy, order_id: orderId, shown } = upload
      const referenced = shown || (await isReferencedInLog(options, { key, takenBy, orderId }))
      if (!referenced) await files.delete(upload.key)
      deleted += referenced ? 0 : 1
      done.push(upload)
    }
    await deleteUploadRows(pool, done)
    after = rows.at(-1)?.file_uid ?? ''
    if (rows.length < batchSize || options.signal?.aborted) return deleted
  }
}
