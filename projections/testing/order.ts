import { randomBytes } from 'node:crypto'
import type { OrderEvent } from '@strand/contracts/order/events'
import { orderLife } from '@strand/contracts/order/order-life'
import type { OrderPersonal } from '@strand/contracts/order/personal'
import { silentLog } from '@strand/event-sourcing/log'
import { schemaOf } from '@strand/event-sourcing/processors/version-tables'
import { keyRing } from '@strand/platform/crypto/key-ring'
import type { PersonalKey } from '@strand/platform/crypto/key-stock'
import { openPersonalData, type PersonalData } from '@strand/platform/crypto/personal-data'
import { testDatabase } from '@strand/platform/testing/test-database'
import { orderProjection } from '../order/projection.ts'
import { eventRecorder, projectionTables } from './projection.ts'

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

export const marchSale = '55555555-5555-4555-8555-555555555555'

type Created = Extract<OrderEvent, { type: 'OrderCreated' }>['data']

const bought = (orderId: string): Omit<Created, 'orderId' | 'personal'> => ({
  lines: [
    { productId: 'p1', product: 'Bone straight', price: 45_000, quantity: 2, amount: 90_000 },
    { productId: 'p2', product: 'Wig cap', price: 1_000, quantity: 1, amount: 1_000 },
  ],
  location: { locationId: 'l1', name: 'Lagos', address: '' },
  country: '',
  sales: { salesId: marchSale, name: 'March sale' },
  subtotal: 91_000,
  deliveryPrice: 3_000,
  total: 94_000,
  files: [
    {
      fileUid: '33333333-3333-4333-8333-333333333333',
      key: `key-of-${orderId}`,
      type: 'image/png',
      size: 12,
      sha256: 'ab'.repeat(32),
    },
  ],
})

export const orderEventsFor = (
  personalData: Pick<PersonalData, 'seal'>,
  key: PersonalKey,
  orderId: string,
) => {
  const life = orderLife(orderId, (data) => personalData.seal(key, data))
  return {
    ...life,
    key,
    created: (personal: Partial<OrderPersonal> = {}, data: Partial<Created> = {}) =>
      life.created({ ...ada, ...personal }, { ...bought(orderId), ...data }),
  }
}

export const orderSchema = (personalData: PersonalData): string => {
  const { name, version } = orderProjection(personalData)
  return schemaOf(name, version)
}

export const orderTest = async () => {
  const { pool } = await testDatabase()
  const personalData = await openPersonalData({
    pool,
    masterKey: keyRing(randomBytes(32)),
    log: silentLog,
  })
  const projection = orderProjection(personalData)
  const tables = await projectionTables(pool, projection, orderSchema(personalData))
  const log = eventRecorder()
  return {
    pool,
    personalData,
    projection,
    tables,
    log,
    record: (event: OrderEvent, at?: string) =>
      log.record(`order-${event.data.orderId}`, event, at === undefined ? {} : { at }),
    order: async (orderId: string) =>
      orderEventsFor(personalData, await personalData.take(), orderId),
  }
}

/** All rows of the projection's published tables, in a fixed order. */
export const allRows = async (
  tables: Awaited<ReturnType<typeof projectionTables>>,
  names: string[],
) =>
  Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [
        name,
        await tables.rows(`select t.* from ${name} t order by t::text collate "C"`),
      ]),
    ),
  )
