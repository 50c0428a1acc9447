import { orderStreamEvents } from '@strand/contracts/order/events'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { type DatedEvent, startRecorder } from '@strand/event-sourcing/processors/reactor'

/** The checkpoint's key: never rename it. */
export const proofReading = 'proof-reading'

/**
 * One week. Older proofs have long been reviewed; the limit matters when a shop turns reading on.
 */
const horizonHours = 7 * 24

/** Requests a reading of each proof of payment once its event is in the log. */
export const requestReadings = (options: { pool: Pool; eventStore: EventStore; log: Log }) =>
  startRecorder(
    {
      name: proofReading,
      eventTypes: ['OrderCreated', 'OrderProofAdded'],
      horizonHours,
      record: async (connection, events) => {
        const files = events.flatMap(filesOf)
        if (files.length === 0) return
        await connection.query(
          `insert into public.proof_reading (order_id, key, type, network, nth)
           select asked.order_id, asked.key, asked.type, upload.network,
             row_number() over (partition by asked.order_id order by asked.place) - 1 + (
               select count(*) from public.proof_reading as earlier
               where earlier.order_id = asked.order_id)
           from unnest($1::text[], $2::text[], $3::text[])
             with ordinality as asked (order_id, key, type, place)
           left join public.upload on upload.key = asked.key
           on conflict do nothing`,
          [
            files.map(({ orderId }) => orderId),
            files.map(({ key }) => key),
            files.map(({ type }) => type),
          ],
        )
      },
    },
    options,
  )

const filesOf = ({ event: recorded, tooOld }: DatedEvent) => {
  if (tooOld) return []
  const { event } = orderStreamEvents.decode(recorded)
  if (event.type !== 'OrderCreated' && event.type !== 'OrderProofAdded') return []
  const { orderId, files } = event.data
  return files.map(({ key, type }) => ({ orderId, key, type }))
}
