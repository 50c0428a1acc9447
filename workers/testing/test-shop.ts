import { randomBytes, randomUUID } from 'node:crypto'
import type { UserEvent } from '@strand/contracts/accounts/events'
import { userStream } from '@strand/contracts/accounts/user'
import type { OrderEvent } from '@strand/contracts/order/events'
import { orderIdFromBytes, orderStream } from '@strand/contracts/order/id'
import type { OrderPersonal } from '@strand/contracts/order/personal'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import type { JsonObject } from '@strand/event-sourcing/event-store/event-store'
import { silentLog } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { openQueue } from '@strand/platform/jobs/queue'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { templateDatabase } from '@strand/platform/testing/template-database'
import { testDatabase } from '@strand/platform/testing/test-database'
import { orderEventsFor } from '@strand/projections/testing/order'
import { onTestFinished } from 'vitest'
import { startWorkers, type WorkersOptions } from '../start-workers.ts'
import { shopContact } from './shop-contact.ts'

/**
 * One of many customers. Each has a different address, because emails to one address are limited.
 */
export const customer = (nth: number) => ({ email: `customer${nth}@example.com` })

export const masterKey = keyRing(Buffer.alloc(32, 7))
export const tokenSecret = keyRing(Buffer.alloc(32, 9))
export const publicUrl = 'https://shop.example'

const newOrderId = () => orderIdFromBytes(randomBytes(8))

/** Opens what the workers need, in one database and a queue. Creates missing tables. */
const openParts = async (url: string, queueUrl = url) => {
  const pool = openPool(url, { log: silentLog, name: 'test workers' })
  const eventStore = await openEventStore(url, { log: silentLog, requireDurable: false })
  const personalData = await openPersonalData({ pool, masterKey, log: silentLog })
  await prepareProcessorTables(pool)
  const queue = await openQueue(queueUrl, { log: silentLog })
  const close = async () => {
    await queue.close()
    await personalData.close()
    await eventStore.close()
    await pool.end()
  }
  return { pool, eventStore, personalData, queue, close }
}

const makeTables = async (url: string) => (await openParts(url)).close()

/** A shop around the workers for tests: a log, a queue and sealed data, all in one database. */
export const openTestShop = async (options: { url?: string; queueUrl?: string } = {}) => {
  const template = await templateDatabase('workers', makeTables)
  const url = options.url ?? (await testDatabase({ template })).url
  const { close, ...parts } = await openParts(url, options.queueUrl)
  const { pool, eventStore, personalData, queue } = parts
  onTestFinished(close)

  const start = async (overrides: Partial<WorkersOptions> & { mailUrl: string }) => {
    const workers = await startWorkers({
      pool,
      eventStore,
      personalData,
      queue,
      publicUrl,
      shop: shopContact,
      tokenSecret,
      mailBrake: 300,
      proofs: null,
      log: silentLog,
      retryDelay: () => 20,
      lockMs: 1_000,
      ...overrides,
    })
    onTestFinished(workers.stop)
    return workers
  }

  const append = async (
    stream: string,
    event: OrderEvent | UserEvent,
    { at = new Date(), actor = 'staff' }: { at?: Date; actor?: 'staff' | 'system' } = {},
  ) => {
    const id = randomUUID()
    const metadata = {
      at: at.toISOString(),
      correlationId: id,
      causationId: id,
      actor: { kind: actor, id: 'someone' },
      schemaVersion: 1,
    }
    const { type, data } = event
    await eventStore.append(stream, [{ id, type, data: data as JsonObject, metadata }], 'any')
    return id
  }

  /**
   * Places an order for Ada. The returned `happens` appends further events to the order; `life`
   * makes such events.
   */
  const placeOrder = async (
    personal: Partial<OrderPersonal> = {},
    { files = [], ...options }: { at?: Date; files?: ProofFile[] } = {},
  ) => {
    const orderId = newOrderId()
    const life = orderEventsFor(personalData, await personalData.take(), orderId)
    const happens = (event: OrderEvent, at?: { at?: Date }) =>
      append(orderStream(orderId), event, at)
    const eventId = await happens(life.created(personal, { sales: null, files }), options)
    return { orderId, eventId, key: life.key, life, happens }
  }

  /** Creates a staff member, on behalf of another member or of the system. */
  const createUser = async (actor: 'staff' | 'system' = 'staff') => {
    const userId = randomUUID()
    const key = await personalData.take()
    const personal = personalData.seal(key, {
      firstname: 'Bola',
      lastname: 'Eze',
      email: 'bola@example.com',
      phone: '0803',
      countryCode: 'NG',
    })
    const stream = userStream(userId)
    const eventId = await append(
      stream,
      { type: 'UserCreated', data: { userId, role: 'administrator', personal } },
      { actor },
    )
    return { userId, eventId, key, appendEvent: (event: UserEvent) => append(stream, event) }
  }

  const outbox = async () => {
    const { rows } = await pool.query<{ id: number; state: string; tries: number; reason: string }>(
      'select id, state, tries, reason from outbox order by id',
    )
    return rows
  }

  return {
    ...parts,
    url,
    outbox,
    start,
    placeOrder,
    createUser,
  }
}
