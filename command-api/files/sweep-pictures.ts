import { pictureTypes } from '@strand/contracts/catalogue/picture'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import type { FileStore } from '@strand/platform/files/open'
import { waitForReadModel } from '../shared/read-model.ts'
import type { RetentionTask } from '../shared/retention.ts'

type Options = RetentionTask & {
  files: Pick<FileStore, 'delete'>
  /** How long to wait for the read model, in milliseconds. Default: 5,000. */
  timeoutMs?: number
}

/** In hours: how long a picture stays after its upload, or after a product last named it. */
const keptHours = 24

/**
 * Deletes the pictures that no product uses, not even an archived product, and returns how many.
 * Runs only if the product read model has caught up with the log.
 */
export const sweepPictures = async (options: Options): Promise<number> => {
  if (!(await waitForReadModel('product', options))) return 0
  const before = new Date(options.now().getTime() - keptHours * 3_600_000).toISOString()
  let deleted = 0
  while (!options.signal?.aborted && (await sweepOne(options, before))) deleted += 1
  return deleted
}

/**
 * Deletes the picture's row and files in one transaction. An upload or a change that names the
 * picture in the meantime waits for the row, and then finds no picture.
 */
const sweepOne = ({ pool, files }: Options, before: string): Promise<boolean> =>
  transaction(pool, async (connection) => {
    const { rows } = await connection.query<{ picture: string }>(
      `delete from product_picture where picture = (
         select picture from product_picture stored
         where named_at < $1
           and not exists (select from read.product used where used.picture = stored.picture)
           and not exists (select from parked_stream where kind = 'projection' and name = 'product')
         limit 1 for update of stored skip locked)
       returning picture`,
      [before],
    )
    const [swept] = rows
    if (!swept) return false
    for (const type of pictureTypes) await files.delete(swept.picture + type)
    return true
  })
