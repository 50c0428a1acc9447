import { referencesOfProof } from '@strand/contracts/money/matching/codes'
import { ProofReading, proofEvents, proofStream } from '@strand/contracts/order/proof-reading'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { ReferenceHmacs } from '@strand/platform/crypto/reference-hmac'
import type { RotationProgress } from '@strand/platform/crypto/rotate-keys'

export type ReferenceOptions = {
  pool: Pool
  eventStore: Pick<EventStore, 'readStream'>
  personalData: Pick<PersonalData, 'open'>
  hmacsOfReference: ReferenceHmacs
}

/**
 * Reads the references of all proofs from the log, and stores them under the current keys, so that
 * they can be found without the old key. Safe to repeat. Returns the number of orders with
 * references.
 */
export const rotateReferences = async (
  options: ReferenceOptions,
  report: RotationProgress = () => {},
): Promise<number> => {
  const { rows } = await options.pool.query<{ orderId: string }>(
    'select distinct order_id as "orderId" from proof_reference order by 1',
  )
  for (const [index, { orderId }] of rows.entries()) {
    await transaction(options.pool, (connection) => rotateOrder(options, connection, orderId))
    report(index + 1, rows.length)
  }
  return rows.length
}

/**
 * Locks the rows of the order's readings. An erasure deletes these rows first, so it waits for the
 * lock, and then also deletes the references that this function writes.
 */
const rotateOrder = async (
  { eventStore, personalData, hmacsOfReference }: ReferenceOptions,
  connection: Connection,
  orderId: string,
) => {
  const { rowCount } = await connection.query(
    'select from proof_reading where order_id = $1 for update',
    [orderId],
  )
  if (rowCount === 0) return
  const recorded = await eventStore.readStream(proofStream(orderId))
  const sealed = recorded.flatMap((one) => proofEvents.decode(one).event.data.reading ?? [])
  const opened = await personalData.open(sealed)
  const references = opened.flatMap((one) =>
    one === null ? [] : referencesOfProof(ProofReading.parse(one)),
  )
  const hmacs = references.flatMap(hmacsOfReference)
  await connection.query(
    'delete from proof_reference where order_id = $1 and hmac <> all($2::bytea[])',
    [orderId, hmacs],
  )
  await connection.query(
    `insert into proof_reference (order_id, hmac) select $1, unnest($2::bytea[])
     on conflict do nothing`,
    [orderId, hmacs],
  )
}
