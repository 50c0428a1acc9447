import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'
import { orderEventsFor } from '../testing/order.ts'
import { eventRecorder, projectionTables, theStaff } from '../testing/projection.ts'
import { locationProjection } from './location.projection.ts'
import { productProjection } from './product.projection.ts'
import { salesProjection } from './sales.projection.ts'

const id = '11111111-1111-4111-8111-111111111111'
const other = '22222222-2222-4222-8222-222222222222'

test('a product has the name and price of its last update, and keeps its creator and creation time', async () => {
  const { pool } = await testDatabase()
  const product = await projectionTables(pool, productProjection, 'p')
  const log = eventRecorder()
  const at = '2026-01-02T03:04:05.678Z'
  const data = { productId: id, name: 'Bone straight', price: 45_000 }
  log.record(`product-${id}`, { type: 'ProductCreated', data }, { at })
  const update = { productId: id, name: 'Bone straight 24"', price: 50_000 }
  log.record(`product-${id}`, { type: 'ProductUpdated', data: update })
  await product.apply(log.events)
  expect(await product.rows('select * from product')).toEqual([
    {
      product_id: id,
      name: 'Bone straight 24"',
      price: 50_000,
      picture: '',
      group_name: '',
      status: 'active',
      created_at: new Date(at),
      created_by: theStaff.id,
    },
  ])
})

test('a product keeps its picture and its group until an update changes them', async () => {
  const { pool } = await testDatabase()
  const product = await projectionTables(pool, productProjection, 'p')
  const log = eventRecorder()
  const data = { productId: id, name: 'Bob wig', price: 1_000 }
  const updates = [{}, { group: 'Short wigs' }, { picture: '' }]
  log.record(`product-${id}`, {
    type: 'ProductCreated',
    data: { ...data, picture: 'a1b2', group: 'Wigs' },
  })
  const seen = []
  await product.apply(log.events)
  for (const update of updates) {
    const changed = { ...data, ...update }
    await product.apply([log.record(`product-${id}`, { type: 'ProductUpdated', data: changed })])
    seen.push(...(await product.rows('select picture, group_name from product')))
  }
  expect(seen).toEqual([
    { picture: 'a1b2', group_name: 'Wigs' },
    { picture: 'a1b2', group_name: 'Short wigs' },
    { picture: '', group_name: 'Short wigs' },
  ])
})

test('an archived product is archived until it is restored, however the events are batched', async () => {
  const { pool } = await testDatabase()
  const product = await projectionTables(pool, productProjection, 'p')
  const log = eventRecorder()
  const data = { productId: id, name: 'Wig cap', price: 1_000 }
  log.record(`product-${id}`, { type: 'ProductCreated', data })
  log.record(`product-${id}`, { type: 'ProductArchived', data: { productId: id } })
  for (const event of log.events) await product.apply([event])
  expect(await product.rows('select status from product')).toEqual([{ status: 'archived' }])
  await product.apply([
    log.record(`product-${id}`, { type: 'ProductRestored', data: { productId: id } }),
  ])
  expect(await product.rows('select status from product')).toEqual([{ status: 'active' }])
})

test('an event of a product that was never created cannot be applied', async () => {
  const { pool } = await testDatabase()
  const product = await projectionTables(pool, productProjection, 'p')
  const stray = eventRecorder().record('product-x', {
    type: 'ProductArchived',
    data: { productId: id },
  })
  await expect(product.apply([stray])).rejects.toThrow('never created')
})

test('a delivery location keeps its pick-up address until an update removes it', async () => {
  const { pool } = await testDatabase()
  const location = await projectionTables(pool, locationProjection, 'l')
  const log = eventRecorder()
  const data = { locationId: id, name: 'Lekki shop', price: 0, address: '12 Admiralty Way' }
  await location.apply([log.record('location-1', { type: 'LocationCreated', data })])
  const address = () => location.rows('select address, status from location')
  expect(await address()).toEqual([{ address: '12 Admiralty Way', status: 'active' }])
  const update = { ...data, address: '' }
  await location.apply([
    log.record('location-1', { type: 'LocationUpdated', data: update }),
    log.record('location-1', { type: 'LocationArchived', data: { locationId: id } }),
  ])
  expect(await address()).toEqual([{ address: '', status: 'archived' }])
})

test('a campaign counts the orders placed under it, and no others', async () => {
  const { pool } = await testDatabase()
  const sales = await projectionTables(pool, salesProjection, 's')
  const log = eventRecorder()
  for (const salesId of [id, other])
    log.record(`sales-${salesId}`, {
      type: 'SalesCreated',
      data: {
        salesId,
        name: `Campaign ${salesId.slice(0, 1)}`,
        startsAt: '2026-03-01T00:00:00.000Z',
        endsAt: '2026-04-01T00:00:00.000Z',
      },
    })
  const message = { salesId: other, message: 'Ready on Monday' }
  log.record(`sales-${other}`, { type: 'SalesMessageUpdated', data: message })
  const seal = () => ({ keyId: id, box: 'AAAA' })
  const { created } = orderEventsFor({ seal }, { id, key: Buffer.alloc(0) }, 'x')
  for (const placedUnder of [id, null, id])
    log.record(
      'order-x',
      created(
        {},
        { sales: placedUnder === null ? null : { salesId: placedUnder, name: 'Campaign 1' } },
      ),
    )
  await sales.apply(log.events.slice(0, 5))
  await sales.apply(log.events.slice(5))
  expect(await sales.rows('select name, orders, message from sales order by name')).toEqual([
    { name: 'Campaign 1', orders: 2, message: '' },
    { name: 'Campaign 2', orders: 0, message: 'Ready on Monday' },
  ])
})
