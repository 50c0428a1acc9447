import { Sealed } from '@strand/contracts/envelope'
import { type ProofRead, proofEvents, proofStream } from '@strand/contracts/order/proof-reading'
import { handleCommand } from '@strand/event-sourcing/commands/command-handler'
import type { EventStore, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { repeatRounds } from '@strand/platform/async/repeat-rounds'
import type { Now } from '@strand/platform/clock'
import { type Origin, withMetadata } from '@strand/platform/http/command-origin'
import { readOrder } from '../handler.ts'
import { proofReadingDecider } from './decider.ts'

type Options = { eventStore: EventStore; pool: Pool; log: Log; now: Now }

type Found = {
  orderId: string
  key: string
  readerVersion: number
  reading: Sealed | null
  hmacs: Buffer[]
}

/** Milliseconds between two checks if there is nothing to record. */
const pause = 1_000

/**
 * Records in the log what the workers read from proofs, because the workers must not append to the
 * log. After a crash, a reading may be appended again; the log recognizes the repetition. Decision
 * 227.
 */
export const startRecordingReadings = (options: Options) =>
  repeatRounds(async () => ((await recordOldest(options)) ? 0 : pause), {
    log: options.log,
    failing: 'proof readings are waiting: none can be recorded',
  })

/**
 * Records one reading; false if there is none. The lock on its row makes an erasure of the order
 * wait; the erasure then deletes the row and the references, including those written here.
 */
const recordOldest = ({ pool, eventStore, now }: Options): Promise<boolean> =>
  transaction(pool, async (connection) => {
    const found = await oldestFound(connection)
    if (!found) return false
    const { orderId, key } = found
    const order = await readOrder(eventStore, orderId)
    if (order.erased) {
      await connection.query('delete from proof_reading where order_id = $1', [orderId])
      return true
    }
    await append(eventStore, found, now())
    await connection.query(
      `insert into proof_reference (order_id, hmac) select $1, unnest($2::bytea[])
       on conflict do nothing`,
      [orderId, found.hmacs],
    )
    await connection.query(
      `update proof_reading set state = 'recorded', reading = null, reference_hmacs = '{}',
         network = null
       where order_id = $1 and key = $2`,
      [orderId, key],
    )
    return true
  })

/**
 * How many hours the network of an unread proof is remembered: as long as the network of an upload.
 */
const networkHours = 24

/**
 * Deletes the networks of old proofs. Proofs without a network share turns as if they came from one
 * network.
 */
export const forgetNetworks = ({ pool, now }: Pick<Options, 'pool' | 'now'>) =>
  pool.query(
    `update proof_reading set network = null
     where network is not null and asked_at < $1::timestamptz - make_interval(hours => $2)`,
    [now().toISOString(), networkHours],
  )

const oldestFound = async (connection: Connection): Promise<Found | undefined> => {
  const { rows } = await connection.query<Found>(
    `select order_id as "orderId", key, reader_version as "readerVersion", reading,
       reference_hmacs as hmacs
     from proof_reading where state = 'done' order by asked_at limit 1 for update skip locked`,
  )
  return rows[0]
}

const decode = (recorded: RecordedEvent): ProofRead => proofEvents.decode(recorded).event

const append = (eventStore: EventStore, found: Found, at: Date) => {
  const { orderId, key, readerVersion } = found
  const commandId = `read-proof-${orderId}-${key}`
  const actor = { kind: 'system', id: 'proof-reading' } as const
  const origin: Origin = { commandId, correlationId: commandId, at, actor }
  const reading = found.reading && Sealed.parse(found.reading)
  return handleCommand({
    eventStore,
    decider: proofReadingDecider,
    stream: proofStream(orderId),
    commandId,
    decode,
    encode: withMetadata(proofEvents, origin),
    commandFor: () => ({
      type: 'RecordReading' as const,
      data: { orderId, key, readerVersion, reading },
    }),
  })
}
