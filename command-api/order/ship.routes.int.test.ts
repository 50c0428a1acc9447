import type { Sealed } from '@strand/contracts/envelope'
import { orderStream } from '@strand/contracts/order/id'
import { maxShipped } from '@strand/contracts/order/ship-orders'
import { expect, test } from 'vitest'
import { losingAnswers, openShop, placed, type Shop } from '../testing/test-shop.ts'

const confirmed = async (shop: Shop) => {
  const orderId = await placed(shop)
  const { headers } = await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  return { orderId, position: String(headers['x-position']) }
}
const ship = (shop: Shop, orders: unknown, rest: object = {}) =>
  shop.call('POST', '/api/admin/orders/ship', { orders, ...rest })
const dhl = (orderId: string, waybill = '77') => ({ orderId, carrier: 'dhl', waybill })

test('S3.18: orders ship together, each with its own parcel, sealed under its own key', async () => {
  const shop = await openShop()
  const one = await confirmed(shop)
  const other = await confirmed(shop)
  const answer = await ship(
    shop,
    [dhl(one.orderId), { ...dhl(other.orderId.toLowerCase(), '  78 '), carrier: 'Musa' }],
    { message: 'Please be at home' },
  )
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    isSuccessful: true,
    message: '2 of 2 orders are now shipped',
    result: [one.orderId, other.orderId.toLowerCase()],
    failed: [],
  })
  expect(Object.values(answer.body.positions as object)).toContain(answer.headers['x-position'])
  const keys = new Set()
  for (const [{ orderId }, parcel] of [
    [one, { carrier: 'DHL', waybill: '77' }],
    [other, { carrier: 'Musa', waybill: '78' }],
  ] as const) {
    const event = (await shop.eventStore.readStream(orderStream(orderId))).at(-1)
    expect(event?.data).toMatchObject({ from: 'confirmed', to: 'shipped' })
    expect(JSON.stringify(event?.data)).not.toMatch(/"DHL"|"Musa"|at home/)
    const { message, shipment } = event?.data as Record<'message' | 'shipment', Sealed>
    expect(await shop.personalData.open([message, shipment])).toEqual([
      { text: 'Please be at home' },
      parcel,
    ])
    keys.add(shipment.keyId)
  }
  expect(keys.size).toBe(2)
})

test('orders that cannot ship are named with their reason, and the rest ship', async () => {
  const shop = await openShop()
  const pending = await placed(shop)
  const good = await confirmed(shop)
  const twice = await confirmed(shop)
  const overtaken = await confirmed(shop)
  const erased = await confirmed(shop)
  await ship(shop, [dhl(twice.orderId)])
  await shop.call('PUT', `/api/order/${overtaken.orderId}/status`, {
    orderStatus: 'returned',
    orderMessage: 'No one in',
  })
  const personalData = `/api/admin/orders/${erased.orderId}/personal-data`
  await shop.call('DELETE', personalData, undefined, { role: 'superadministrator' })
  const all = [pending, good.orderId, twice.orderId, overtaken.orderId, erased.orderId, 'nonsense']
  const { status, body } = await ship(
    shop,
    all.map((orderId) => dhl(orderId)),
    { positions: { [overtaken.orderId]: overtaken.position } },
  )
  expect(status).toBe(200)
  expect(body.result).toEqual([good.orderId])
  expect(body.failed).toEqual([
    {
      id: pending,
      message: 'Approve or archive a pending order before giving it another status',
    },
    { id: twice.orderId, message: 'This order is shipped already' },
    { id: overtaken.orderId, message: expect.stringMatching(/set this to returned/) },
    {
      id: erased.orderId,
      message: expect.stringMatching(/personal data of this order was erased/),
    },
    { id: 'nonsense', message: 'There is no order with this id' },
  ])
})

test('parcels without a carrier or waybill, repeated orders, no orders and too many are refused', async () => {
  const shop = await openShop()
  const { orderId } = await confirmed(shop)
  const details = async (orders: unknown, rest = {}) => {
    const { status, body } = await ship(shop, orders, rest)
    expect(status).toBe(400)
    return (body.details as { path: string; message: string }[]).map(
      ({ path, message }) => `${path}: ${message}`,
    )
  }
  expect(await details([{ orderId, carrier: ' ', waybill: '' }])).toEqual([
    'orders.0.carrier: Please enter the carrier',
    'orders.0.waybill: Please enter the waybill',
  ])
  expect(await details([{ orderId, carrier: 'DHL' }])).toEqual([
    'orders.0.waybill: Please enter the waybill',
  ])
  expect(await details([dhl(orderId, 'x'.repeat(61))])).toHaveLength(1)
  expect(await details([dhl(orderId, '1\n2')])).toHaveLength(1)
  expect(await details([dhl(orderId), dhl(orderId, '78')])).toEqual([
    'orders: Each order can be named only once',
  ])
  expect(await details([])).toEqual(['orders: Please select at least one'])
  const many = Array.from({ length: maxShipped + 1 }, (_, nth) => dhl(`x${nth}`))
  expect(await details(many)).toEqual(['orders: At most 500 orders, please'])
  expect(await details([dhl(orderId)], { message: 'x'.repeat(5001) })).toHaveLength(1)
  expect(await shop.eventStore.readStream(orderStream(orderId))).toHaveLength(2)
})

test('an undo takes the parcel away, and an undone return brings it back', async () => {
  const shop = await openShop()
  const { orderId } = await confirmed(shop)
  const last = async () => (await shop.eventStore.readStream(orderStream(orderId))).at(-1)
  const undo = async () =>
    shop.call('POST', `/api/admin/orders/${orderId}/undo`, {
      position: String((await last())?.position),
    })
  await ship(shop, [dhl(orderId)])
  const shipment = (await last())?.data.shipment
  await undo()
  expect((await last())?.data).toMatchObject({ to: 'confirmed' })
  expect((await last())?.data).not.toHaveProperty('shipment')
  await ship(shop, [dhl(orderId, '78')])
  const again = (await last())?.data.shipment
  expect(again).not.toEqual(shipment)
  await shop.call('PUT', `/api/order/${orderId}/status`, {
    orderStatus: 'returned',
    orderMessage: 'No one in',
  })
  await undo()
  expect((await last())?.data).toMatchObject({ to: 'shipped', shipment: again })
})

const undo = (shop: Shop, positions: unknown, headers: Record<string, string> = {}) =>
  shop.call('POST', '/api/admin/orders/undo', { positions }, { headers })
const typesOf = async (shop: Shop, orderId: string) =>
  (await shop.eventStore.readStream(orderStream(orderId))).map(({ type }) => type)

test('S11.9: orders shipped together are undone together, except one that changed since', async () => {
  const shop = await openShop(undefined, {}, { undoSeconds: 30 })
  const orders = [await confirmed(shop), await confirmed(shop), await confirmed(shop)]
  const [first, second, overtaken] = orders.map(({ orderId }) => orderId) as [
    string,
    string,
    string,
  ]
  const shipped = await ship(
    shop,
    orders.map(({ orderId }) => dhl(orderId)),
  )
  const positions = shipped.body.positions as Record<string, string>
  const untils = new Set<unknown>()
  for (const { orderId } of orders) {
    const [event] = (await shop.eventStore.readStream(orderStream(orderId))).slice(-1)
    untils.add(event?.data.undoUntil)
  }
  expect([...untils]).toEqual([new Date(+shop.clock.now + 30_000).toISOString()])
  await shop.call('PUT', `/api/order/${overtaken}/status`, {
    orderStatus: 'returned',
    orderMessage: 'No one in',
  })

  const { status, body } = await undo(shop, positions)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    message: 'Undone: 2 of 3 orders are as they were before',
    result: [first, second],
    failed: [{ id: overtaken, message: expect.stringMatching(/can no longer be undone/) }],
  })
  for (const orderId of [first, second]) {
    const event = (await shop.eventStore.readStream(orderStream(orderId))).at(-1)
    expect(event?.type).toBe('OrderChangeUndone')
    expect(event?.data).toMatchObject({ from: 'shipped', to: 'confirmed', forCustomer: 'unseen' })
  }
  expect((await typesOf(shop, overtaken)).at(-1)).toBe('OrderStatusChanged')
  expect((await undo(shop, {})).status).toBe(400)
})

test('a bulk undo cut short by a crash is completed by repeating it', async () => {
  const { loses, changes } = losingAnswers()
  const shop = await openShop(changes)
  const orders = [await confirmed(shop), await confirmed(shop), await confirmed(shop)]
  const shipped = await ship(
    shop,
    orders.map(({ orderId }) => dhl(orderId)),
  )
  const { positions } = shipped.body
  const key = { 'idempotency-key': 'an-undo-of-three-orders' }
  loses.next = true
  const first = await undo(shop, positions, key)
  expect(loses.next).toBe(false)
  expect(first.body.failed).toHaveLength(1)
  const again = await undo(shop, positions, key)
  expect(again.body).toMatchObject({ result: Object.keys(positions), failed: [] })
  for (const { orderId } of orders)
    expect((await typesOf(shop, orderId)).filter((type) => type === 'OrderChangeUndone')).toEqual([
      'OrderChangeUndone',
    ])
})
