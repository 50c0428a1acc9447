import { randomUUID } from 'node:crypto'
import { orderIdFromBytes, orderStream } from '@strand/contracts/order/id'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'
import { agreeInTransaction } from '@strand/platform/crypto/agreed-mac'
import { forEachKey, type KeyRing, keyRing, macOf } from '@strand/platform/crypto/key-ring'
import { rememberCommand, sentCommands } from '../../shared/repeated-commands.ts'
import { randomOrderId } from '../ids.ts'
import { uuids } from './form-context.ts'

export type Submission = {
  /**
   * The ids of the order's events derive from this id. In tables, it names the submission that
   * holds uploads, a reserved id or a payment code.
   */
  commandId: string
  /** The order's id, unless it gets a reserved id. */
  defaultId: string
  /** Whether the client gave an idempotency key, and so may retry. */
  isIdempotent: boolean
}

/**
 * With an idempotency key, all ids derive from the key and the server's secret: the same key finds
 * the same stream without a table, and nobody can compute an order's id from a key. Without a key,
 * all ids are random.
 */
const submissionUnder = (tokenSecret: KeyRing, key: string): Submission => {
  const commandId = macOf(tokenSecret, `create-order:${key}`).toString('base64url')
  const defaultId = orderIdFromBytes(macOf(tokenSecret, `order:${key}`))
  return { commandId, defaultId, isIdempotent: true }
}

/**
 * Finds the submission that belongs to an idempotency key. After the server's secret has changed, a
 * submission that began under an older secret keeps its ids if the log has its order, or if an
 * interrupted attempt left a claim or a record.
 *
 * @param fileUids the uploads that the form names
 */
export const submissionOf = async (
  options: { tokenSecret: KeyRing; pool: Pool; eventStore: EventStore },
  key: string | null,
  fileUids: string[],
): Promise<Submission> => {
  if (key === null) {
    const commandId = randomUUID()
    return { commandId, defaultId: randomOrderId(), isIdempotent: false }
  }
  const [first, ...older] = forEachKey(options.tokenSecret, (secret) =>
    submissionUnder(keyRing(secret), key),
  )
  const all = [first, ...older]
  const index = await agreeInTransaction(
    options.pool,
    all.map(({ commandId }) => commandId),
    async (connection) => {
      const placed = await firstPlaced(options.eventStore, all)
      return placed ? [placed.commandId] : begun(connection, all, fileUids)
    },
    (connection, commandId) => rememberCommand(connection, commandId),
  )
  return all[index] ?? first
}

const firstPlaced = async (eventStore: EventStore, submissions: Submission[]) => {
  for (const submission of submissions)
    if ((await eventStore.readStream(orderStream(submission.defaultId))).length > 0)
      return submission
  return null
}

/**
 * Finds out which of these submissions have begun: returns the ids that a claim or a recorded
 * command names.
 */
const begun = async (connection: Connection, submissions: Submission[], fileUids: string[]) => {
  const ids = submissions.map(({ commandId }) => commandId)
  const { rows } = await connection.query<{ id: string }>(
    `select taken_by as id from reserved_order_id where taken_by = any($1)
     union select taken_by from payment_code_use where taken_by = any($1)
     union select claimed_by from upload where claimed_by = any($1) and file_uid = any($2::uuid[])`,
    [ids, uuids(fileUids)],
  )
  return [...rows.map(({ id }) => id), ...(await sentCommands(connection, ids))]
}
