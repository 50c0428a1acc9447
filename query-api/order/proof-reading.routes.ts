import { lagosDay } from '@strand/contracts/lagos-time'
import type { OrderEvent } from '@strand/contracts/order/events'
import { normalizeOrderId } from '@strand/contracts/order/id'
import { proofFlags } from '@strand/contracts/order/proof-flags'
import {
  nothingRead,
  type OrderProofReading,
  ProofReading,
  proofEvents,
  proofReadingEndpoints,
  proofStream,
  type ReadProof,
} from '@strand/contracts/order/proof-reading'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { missingOrder } from '../missing-order.ts'
import { evolve, nothing } from './audit.ts'
import { type History, historyReader } from './histories.ts'

type Options = { pool: Pool; eventStore: EventStore; personalData: PersonalData }

/**
 * Shows the fields that were read from an order's proofs. The fields are in the order's two
 * streams, and in no read model (decision 227).
 */
export const proofReadingRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { pool } = options
  const historyOf = historyReader(options)

  app.route({
    ...endpointRoute(proofReadingEndpoints.getProofReading),
    handler: async ({ params }) => {
      const orderId = normalizeOrderId(params.orderId)
      const history = orderId ? await historyOf(orderId) : []
      const created = history[0]?.event
      if (!orderId || created?.type !== 'OrderCreated')
        throw await missingOrder(pool, orderId ?? '')
      const readings = await readingsOf(options, orderId)
      const files = filesOf(history).map((file) => ({ ...file, ...readings.get(file.key) }))
      const result: OrderProofReading = {
        files: files.map(({ sentOn, ...file }): ReadProof => ({ ...notRead, ...file })),
        flags: proofFlags(
          files.map((file) => ({ ...notRead, ...file })),
          {
            total: created.data.total,
            accountNumbers: await accountNumbers(pool),
            ordersWithReference: files.length === 0 ? [] : await ordersWithReference(pool, orderId),
          },
        ),
      }
      return { result }
    },
  })
}

const notRead = { ...nothingRead, readerVersion: null, state: 'waiting' } as const

/** The existing proof files, each with its day of arrival; an erased order has none. */
const filesOf = (history: History) => {
  const cameOn = new Map(
    history.flatMap(({ event, createdat }) =>
      addedFiles(event).map(({ key }) => [key, lagosDay(createdat)] as const),
    ),
  )
  const { files } = history.reduce(
    (state, { event, opened }) => evolve(state, event, opened, (userId) => userId),
    nothing,
  )
  return files.map(({ key, name = '' }) => ({ key, name, sentOn: cameOn.get(key) ?? '' }))
}

const addedFiles = (event: OrderEvent) =>
  event.type === 'OrderCreated' || event.type === 'OrderProofAdded' ? event.data.files : []

/** The readings by file key, without those that can no longer be decrypted. */
const readingsOf = async ({ eventStore, personalData }: Options, orderId: string) => {
  const recorded = await eventStore.readStream(proofStream(orderId))
  const read = recorded.map((one) => proofEvents.decode(one).event.data)
  const contents = await personalData.open(read.flatMap(({ reading }) => reading ?? []))
  let next = 0
  return new Map(
    read.map(({ key, readerVersion, reading }) => {
      const opened = reading && contents[next++]
      const state = opened ? ('read' as const) : ('unreadable' as const)
      const fields = opened ? ProofReading.parse(opened) : nothingRead
      return [key, { ...fields, readerVersion, state }]
    }),
  )
}

const accountNumbers = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ number: string }>(
    'select account_number as number from read.bank_account',
  )
  return rows.map(({ number }) => number)
}

/** The answer names at most this many orders with the same reference. */
const maxOrders = 20

const ordersWithReference = async (pool: Pool, orderId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ orderId: string }>(
    `select distinct other.order_id as "orderId"
     from proof_reference own join proof_reference other using (hmac)
     where own.order_id = $1 and other.order_id <> $1 order by 1 limit $2`,
    [orderId, maxOrders],
  )
  return rows.map(({ orderId: id }) => id)
}
