import { orderEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import { sealedIn } from '@strand/contracts/order/personal'
import { Rejected } from '@strand/event-sourcing/errors'
import { expect, test } from 'vitest'
import { formOf, openShop, type Shop, submit } from '../../testing/test-shop.ts'
import { finishDestructions } from './destruction.ts'

const erase = (shop: Shop, orderId: string, role: 'superadministrator' | 'administrator') =>
  shop.call('DELETE', `/api/admin/orders/${orderId}/personal-data`, undefined, { role })

const ordered = async (shop: Shop) => {
  const form = await formOf(shop)
  const { body } = await submit(shop, form)
  return { orderId: String(body.orderId), form, fileUid: form.files[0]?.fileUid ?? '' }
}

test('an erased order has no key and no files left, and its log stays whole', async () => {
  const shop = await openShop()
  const { orderId, fileUid } = await ordered(shop)
  await shop.project()
  await shop.call('POST', `/api/order/${orderId}/review`, { review: 'Ngozi loved it' })
  expect((await erase(shop, orderId, 'administrator')).status).toBe(403)
  const { status, body, headers } = await erase(shop, orderId, 'superadministrator')
  expect([status, body.message]).toEqual([
    200,
    `The personal data of order ${orderId} has been erased`,
  ])
  expect(headers['x-position']).toBeDefined()
  const events = await shop.eventStore.readStream(orderStream(orderId))
  expect(events.map(({ type }) => type)).toEqual([
    'OrderCreated',
    'OrderReviewed',
    'OrderPersonalDataErased',
  ])
  const sealed = events.flatMap((recorded) => sealedIn(orderEvents.decode(recorded).event))
  expect(await shop.personalData.open(sealed)).toEqual([null, null])
  expect(shop.files.kept.has(fileUid)).toBe(false)
  expect((await shop.pool.query('select from upload')).rowCount).toBe(0)
})

test('the order goes on after the erasure, without messages and reviews', async () => {
  const shop = await openShop()
  const { orderId } = await ordered(shop)
  await erase(shop, orderId, 'superadministrator')
  expect((await shop.call('PUT', `/api/admin/approve-order/${orderId}`)).status).toBe(200)
  const status = `/api/order/${orderId}/status`
  const words = await shop.call('PUT', status, { orderStatus: 5, orderMessage: 'hello' })
  expect(words.status).toBe(409)
  expect((await shop.call('PUT', status, { orderStatus: 5 })).status).toBe(200)
  const review = await shop.call('POST', `/api/order/${orderId}/review`, { review: 'x' })
  expect(review.status).toBe(409)
})

test('erasing twice is the same as once, and an unknown order is a 404', async () => {
  const shop = await openShop()
  const { orderId } = await ordered(shop)
  await erase(shop, orderId, 'superadministrator')
  expect((await erase(shop, orderId, 'superadministrator')).status).toBe(200)
  expect((await erase(shop, '0000-0000-0000', 'superadministrator')).status).toBe(404)
  expect(await shop.eventStore.readStream(orderStream(orderId))).toHaveLength(2)
})

test('many orders are erased with one call, and one bad id does not stop the rest', async () => {
  const shop = await openShop()
  const orders = [await ordered(shop), await ordered(shop)]
  const ids = [...orders.map(({ orderId }) => orderId), '0000-0000-0000']
  const path = '/api/admin/orders/erase-personal-data'
  expect((await shop.call('POST', path, { ids })).status).toBe(403)
  const { status, body } = await shop.call('POST', path, { ids }, { role: 'superadministrator' })
  expect([status, body.message]).toEqual([
    200,
    'The personal data of 2 of 3 orders has been erased',
  ])
  expect(body.result).toEqual(ids.slice(0, 2))
  expect(body.failed).toEqual([{ id: '0000-0000-0000', message: 'There is no order with this id' }])
  expect(shop.files.kept.size).toBe(0)
})

test('an erasure that a crash cut short after its event is finished later', async () => {
  const faults = { after: false }
  const shop = await openShop((store) => ({
    ...store,
    append: async (...batch) => {
      const result = await store.append(...batch)
      if (faults.after) throw new Rejected('unavailable', 'down')
      return result
    },
  }))
  const { orderId, fileUid } = await ordered(shop)
  faults.after = true
  expect((await erase(shop, orderId, 'superadministrator')).status).toBe(503)
  faults.after = false
  expect(shop.files.kept.has(fileUid)).toBe(true)
  const options = { ...shop, now: () => shop.clock.now }
  await finishDestructions(options)
  expect(shop.files.kept.has(fileUid)).toBe(true)
  shop.clock.now = new Date(shop.clock.now.getTime() + 61_000)
  await finishDestructions(options)
  expect(shop.files.kept.has(fileUid)).toBe(false)
  expect((await shop.pool.query('select from order_erasure')).rowCount).toBe(0)
})
