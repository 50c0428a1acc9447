import { untilAborted } from '@strand/platform/async/until-aborted'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { FileStore } from '@strand/platform/files/open'
import { daysBefore, type RetentionTask, retentionOrigin } from '../../shared/retention.ts'
import { handleOrderCommand } from '../handler.ts'
import { destroyOrderData, recordPendingDestruction } from './destruction.ts'

type Options = RetentionTask & {
  personalData: PersonalData
  files: Pick<FileStore, 'delete'>
  /** How many days to keep the files; 0 means forever. */
  proofRetentionDays: number
}

const batchSize = 500

/**
 * Deletes the proof files of orders that were archived while pending, once they have stayed
 * archived for the retention period. Most of these orders came from strangers. The read model lists
 * candidates, and the order's stream decides when the event is appended. So a restore at the same
 * time either comes first or finds all files gone, never only some of them. Returns the number of
 * orders whose files it deleted.
 */
export const deleteOldProofs = async (options: Options): Promise<number> => {
  const { eventStore, now, proofRetentionDays: afterDays } = options
  if (afterDays === 0) return 0
  const archivedBefore = daysBefore(now(), afterDays).toISOString()
  const command = { type: 'DeleteProofs', afterDays, archivedBefore } as const
  let orders = 0
  for await (const orderId of untilAborted(candidates(options, archivedBefore), options.signal)) {
    await recordPendingDestruction(options, orderId)
    const origin = retentionOrigin(`delete-proofs-${orderId}-${archivedBefore}`, now())
    const { events, state: order } = await handleOrderCommand(eventStore, orderId, command, origin)
    if (events.length > 0) orders += 1
    // Also completes an earlier round that crashed after appending the event.
    if (order?.deletedFiles.length) await destroyOrderData(options, order)
  }
  return orders
}

async function* candidates({ pool }: Options, archivedBefore: string): AsyncGenerator<string> {
  let after = { createdAt: '-infinity', orderId: '' }
  for (;;) {
    const { rows } = await pool.query<{ order_id: string; created_at: string }>(
      `select state.order_id, state.created_at::text
       from read.order_state state join read.order_detail detail using (order_id)
       where state.status = 'archived' and state.created_at < $1
         and (state.created_at, state.order_id) > ($2::timestamptz, $3)
         and (state.steps -> -1 ->> 'dateCreated')::timestamptz < $1
         and state.steps -> -2 ->> 'orderStatus' = 'pending'
         and detail.files <> '[]'
       order by state.created_at, state.order_id limit $4`,
      [archivedBefore, after.createdAt, after.orderId, batchSize],
    )
    for (const { order_id } of rows) yield order_id
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = { createdAt: last.created_at, orderId: last.order_id }
  }
}
