import { randomBytes } from 'node:crypto'
import type { Sealed } from '@strand/contracts/envelope'
import type { OrderEvent, OrderPersonal } from '@strand/contracts/order/events'
import type { OrderStatus } from '@strand/contracts/order/status'
import {
  openPersonalData,
  type PersonalData,
  type PersonalKey,
} from '@strand/platform/crypto/personal-data'
import { silentLog } from '@strand/platform/log'
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

/** The campaign that orders are placed under unless a test says otherwise. */
export const marchSale = '55555555-5555-4555-8555-555555555555'

type Created = Extract<OrderEvent, { type: 'OrderCreated' }>['data']

export const createdData = (orderId: string, personal: Sealed): Created => ({
  orderId,
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
  personal,
})

/** Events of one order, sealed under its key. */
export const orderEventsFor = (personalData: PersonalData, key: PersonalKey, orderId: string) => {
  const seal = (text: string) => personalData.seal(key, { text })
  return {
    key,
    created: (personal: Partial<OrderPersonal> = {}, data: Partial<Created> = {}): OrderEvent => ({
      type: 'OrderCreated',
      data: { ...createdData(orderId, personalData.seal(key, { ...ada, ...personal })), ...data },
    }),
    approved: (): OrderEvent => ({ type: 'OrderApproved', data: { orderId } }),
    changed: (from: OrderStatus, to: OrderStatus, message = ''): OrderEvent => ({
      type: 'OrderStatusChanged',
      data: { orderId, from, to, message: message === '' ? null : seal(message) },
    }),
    messaged: (message: string): OrderEvent => ({
      type: 'OrderMessageUpdated',
      data: { orderId, message: seal(message) },
    }),
    archived: (from: OrderStatus): OrderEvent => ({
      type: 'OrderArchived',
      data: { orderId, from, message: null },
    }),
    restored: (to: OrderStatus): OrderEvent => ({ type: 'OrderRestored', data: { orderId, to } }),
    reviewed: (review: string): OrderEvent => ({
      type: 'OrderReviewed',
      data: { orderId, review: seal(review) },
    }),
    undone: (from: OrderStatus, to: OrderStatus, message = ''): OrderEvent => ({
      type: 'OrderChangeUndone',
      data: {
        orderId,
        undone: { position: '1', type: 'OrderApproved' },
        from,
        to,
        archivedFrom: null,
        message: message === '' ? null : seal(message),
      },
    }),
    proofsDeleted: (): OrderEvent => ({
      type: 'OrderProofsDeleted',
      data: { orderId, afterDays: 180 },
    }),
    erased: (): OrderEvent => ({ type: 'OrderPersonalDataErased', data: { orderId } }),
  }
}

export const orderTest = async () => {
  const { pool } = await testDatabase()
  const personalData = await openPersonalData({ pool, masterKey: randomBytes(32), log: silentLog })
  const projection = orderProjection(personalData)
  const tables = await projectionTables(pool, projection, 'order_v2')
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

/** Every row of every table that the projection publishes, in a fixed order. */
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
