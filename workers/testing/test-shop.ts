import { randomBytes, randomUUID } from 'node:crypto'
import type { OrderEvent, OrderPersonal } from '@strand/contracts/order/events'
import { orderIdFromBytes } from '@strand/contracts/order/id'
import { orderStream } from '@strand/contracts/order/order'
import type { UserEvent } from '@strand/contracts/users/events'
import { userStream } from '@strand/contracts/users/user'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import type { JsonObject } from '@strand/platform/event-store/event-store'
import { openQueue } from '@strand/platform/jobs/queue'
import { silentLog } from '@strand/platform/log'
import { openPool } from '@strand/platform/postgres/pool'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { prepareProcessorTables } from '@strand/platform/processors/runtime/prepare-tables'
import { testDatabase } from '@strand/platform/testing/test-database'
import { onTestFinished } from 'vitest'
import { startWorkers, type WorkersOptions } from '../start-workers.ts'

export const ada: OrderPersonal = {
  firstName: 'Ada',
  lastName: 'Okafor',
  email: 'ada@example.com',
  countryCode: 'NG',
  phone: '0803 123 4567',
  instagramUsername: 'ada.hair',
  accountName: 'Ada Okafor',
  deliveryAddress: '5 Allen Avenue, Ikeja',
  postalCode: '',
  fileNames: ['receipt.png'],
}

/** One of many customers, each with their own address: mails to one address are limited. */
export const customer = (nth: number) => ({ email: `customer${nth}@example.com` })

export const masterKey = Buffer.alloc(32, 7)
export const tokenSecret = Buffer.alloc(32, 9)
export const shop = {
  name: 'Strand Hair',
  supportEmail: 'help@strand.example',
  instagram: 'strand',
}
export const publicUrl = 'https://shop.example'

export const newOrderId = () => orderIdFromBytes(randomBytes(8))

/**
 * Stands in for the services around the workers: a log, a queue and sealed data, in one database.
 */
export const openTestShop = async (options: { url?: string; queueUrl?: string } = {}) => {
  const database = await testDatabase()
  const url = options.url ?? database.url
  const pool = openPool(url, { log: silentLog, name: 'test workers' })
  const eventStore = await openEventStore(url, { log: silentLog, requireDurable: false })
  const personalData = await openPersonalData({ pool, masterKey, log: silentLog })
  await prepareProcessorTables(pool)
  const queue = await openQueue(options.queueUrl ?? url, { log: silentLog })
  onTestFinished(async () => {
    await queue.close()
    await personalData.close()
    await eventStore.close()
    await pool.end()
  })

  const start = async (overrides: Partial<WorkersOptions> & { mailUrl: string }) => {
    const workers = await startWorkers({
      pool,
      eventStore,
      personalData,
      queue,
      publicUrl,
      shop,
      tokenSecret,
      mailBrake: 300,
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

  /** Places an order for Ada; `appendEvent` appends further events. */
  const placeOrder = async (personal: Partial<OrderPersonal> = {}, options: { at?: Date } = {}) => {
    const orderId = newOrderId()
    const key = await personalData.take()
    const stream = orderStream(orderId)
    const eventId = await append(
      stream,
      {
        type: 'OrderCreated',
        data: {
          orderId,
          lines: [
            {
              productId: 'p1',
              product: 'Bone straight, 22 inches',
              price: 45_000,
              quantity: 2,
              amount: 90_000,
            },
            { productId: 'p2', product: 'Wig cap', price: 1_000, quantity: 1, amount: 1_000 },
          ],
          location: { locationId: 'l1', name: 'Lagos', address: '' },
          country: '',
          sales: null,
          subtotal: 91_000,
          deliveryPrice: 3_000,
          total: 94_000,
          files: [],
          personal: personalData.seal(key, { ...ada, ...personal }),
        },
      },
      options,
    )
    const appendEvent = (event: OrderEvent) => append(stream, event)
    const seal = (text: string) => personalData.seal(key, { text })
    return { orderId, eventId, key, appendEvent, seal }
  }

  /** Creates a member of staff, as another member of staff or as the system. */
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
    url,
    outbox,
    pool,
    eventStore,
    personalData,
    queue,
    start,
    placeOrder,
    createUser,
  }
}
