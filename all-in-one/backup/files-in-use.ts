import { readOrder } from '@strand/command-api/order/handler'
import { pictureTypes } from '@strand/contracts/catalogue/picture'
import { BadSetting, isUnavailable } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { isReadModelMissing } from '@strand/event-sourcing/postgres/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { FileInUse } from '@strand/platform/backup/copy-files'

type Source = { pool: Pool; eventStore: EventStore }

const batchSize = 5_000

/**
 * Yields all files that the shop refers to: pictures of products and proofs of orders. Throws
 * `BadSetting` if a read model with these files is missing.
 */
export async function* filesInUse(source: Source): AsyncGenerator<FileInUse> {
  try {
    yield* picturesInUse(source)
    yield* proofsInUse(source)
  } catch (error) {
    if (!isReadModelMissing(error)) throw error
    throw new BadSetting(
      'The lists of orders and products are being rebuilt, and the backup needs them: try again once that is done',
    )
  }
}

async function* picturesInUse({ pool }: Source): AsyncGenerator<FileInUse> {
  const { rows } = await pool.query<{ picture: string }>(
    `select distinct picture from read.product where picture <> ''`,
  )
  // The shop deletes only pictures that an up-to-date list lacks, so a listed picture still exists.
  for (const { picture } of rows)
    for (const type of pictureTypes) yield { key: picture + type, isStill: async () => true }
}

async function* proofsInUse({ pool, eventStore }: Source): AsyncGenerator<FileInUse> {
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ order_id: string; keys: string[] }>(
      `select order_id, array(select jsonb_array_elements(files) ->> 'key') as keys
         from read.order_detail where order_id > $1 order by order_id limit $2`,
      [after, batchSize],
    )
    for (const { order_id: orderId, keys } of rows)
      for (const key of keys) yield { key, isStill: () => hasFile(eventStore, orderId, key) }
    after = rows.at(-1)?.order_id ?? ''
    if (rows.length < batchSize) return
  }
}

const hasFile = async (eventStore: EventStore, orderId: string, key: string): Promise<boolean> => {
  try {
    const { erased, files } = await readOrder(eventStore, orderId)
    return !erased && files.some((file) => file.key === key)
  } catch (error) {
    if (isUnavailable(error)) throw error
    // If the log lacks the order, or has it in an unknown format, the files are kept.
    return true
  }
}
