import { userStream } from '@strand/contracts/accounts/user'
import { resultOf } from '@strand/contracts/answer'
import { OrderAudit } from '@strand/contracts/order/audit'
import { actorOf } from '@strand/projections/testing/projection'
import { expect, test } from 'vitest'
import { openTestShop, superadministrator } from '../testing/test-shop.ts'

const id = '7K3Q-ZM9X-WD4T'
const at = (minute: number) => `2026-03-10T08:0${minute}:00.000Z`

/** An order that was placed, approved and shipped with a message, one minute apart. */
const anOrdersLife = async (options?: Parameters<typeof openTestShop>[0]) => {
  const shop = await openTestShop(options)
  const personal = shop.personalData.seal(await shop.personalData.take(), {
    firstname: 'Ngozi',
    lastname: 'Eze',
    email: 'ngozi@shop.example',
    phone: '0803',
    countryCode: 'NG',
  })
  const hired = { userId: superadministrator, role: 'superadministrator', personal }
  await shop.append(userStream(superadministrator), [{ type: 'UserCreated', data: hired }])
  const order = await shop.order(id)
  const customer = actorOf('customer', id)
  const append = (event: { type: string; data: unknown }, minute: number, actor = customer) =>
    shop.append(`order-${id}`, [event], { at: at(minute), actor })
  const staff = actorOf('staff', superadministrator)
  await append(order.created(), 0)
  await append(order.approved(), 1, staff)
  const shipped = await append(order.changed('confirmed', 'shipped', 'On its way'), 2, staff)
  return { shop, order, append, staff, customer, shipped }
}

test('auditors see every event of an order: when, by whom, what, and the old and new values', async () => {
  const { shop, append, order, shipped } = await anOrdersLife()
  const { status, json } = await shop.get(`/api/admin/orders/${id}/events`, 'auditor')
  expect(status).toBe(200)
  const { orderid, events } = json().result
  expect(orderid).toBe(id)
  const ngozi = { kind: 'staff', name: 'Ngozi Eze', role: 'superadministrator' }
  expect(events).toMatchObject([
    {
      type: 'OrderCreated',
      createdat: at(0),
      by: { kind: 'customer', name: 'Customer', role: '' },
      process: 'Placed the order',
      changes: [{ field: 'status', from: '', to: 'pending' }],
      undoable: false,
    },
    { process: 'Approved the order', by: ngozi, undoable: false },
    {
      position: String(shipped),
      process: 'Changed the status',
      changes: [
        { field: 'status', from: 'confirmed', to: 'shipped' },
        { field: 'orderMessage', from: '', to: 'On its way' },
      ],
      undoable: true,
    },
  ])
  await append(order.reviewed('Lovely'), 3)
  await append(order.reviewed('Lovely indeed'), 4)
  const later = await shop.get(`/api/admin/orders/${id}/events`, 'auditor')
  // The answer is sent as text, which no schema has checked: it must have exactly the contract's
  // fields.
  expect(resultOf(OrderAudit).parse(later.json())).toEqual(later.json())
  expect(later.json().result.events.at(-1)).toMatchObject({
    process: 'Reviewed the order',
    changes: [{ field: 'review', from: 'Lovely', to: 'Lovely indeed' }],
    undoable: false,
  })
})

test('an order is shown as it was at a given time, and not at all before it was placed', async () => {
  const { shop } = await anOrdersLife()
  const then = (time: string) => shop.get(`/api/admin/orders/${id}/events?at=${time}`, 'auditor')
  const confirmed = (await then('2026-03-10T09:01:30%2B01:00')).json().result
  expect(confirmed.events).toHaveLength(2)
  expect(confirmed.order).toMatchObject({ orderstatus: 'confirmed', orderMessage: '' })
  expect((await then(at(2))).json().result.order).toMatchObject({
    orderid: id,
    orderstatus: 'shipped',
    orderMessage: 'On its way',
    fullname: 'Ada Okafor',
    total: 94_000,
  })
  expect((await then('2026-03-10T07:59:59Z')).status).toBe(404)
  expect((await then('yesterday')).status).toBe(400)
})

test('an undone change shows what was reverted', async () => {
  const { shop, append, order, staff } = await anOrdersLife()
  const event = order.undone('shipped', 'confirmed')
  if (event.type === 'OrderChangeUndone') event.data.undone.type = 'OrderStatusChanged'
  await append(event, 3, staff)
  const { json } = await shop.get(`/api/admin/orders/${id}/events`, 'auditor')
  expect(json().result.events.at(-1)).toMatchObject({
    process: 'Undid the change of status',
    changes: [
      { field: 'status', from: 'shipped', to: 'confirmed' },
      { field: 'orderMessage', from: 'On its way', to: '' },
    ],
  })
})

test('the carrier and the waybill are changes of the event that shipped the order', async () => {
  const { shop, append, order, staff } = await anOrdersLife()
  await append(order.changed('shipped', 'confirmed'), 3, staff)
  await append(order.shipped({ carrier: 'DHL', waybill: '77' }, 'Again'), 4, staff)
  await append(order.undone('shipped', 'confirmed'), 5, staff)
  const { events, order: now } = (
    await shop.get(`/api/admin/orders/${id}/events`, 'auditor')
  ).json().result
  expect(events.at(-2).changes).toEqual([
    { field: 'status', from: 'confirmed', to: 'shipped' },
    { field: 'orderMessage', from: 'On its way', to: 'Again' },
    { field: 'carrier', from: '', to: 'DHL' },
    { field: 'waybill', from: '', to: '77' },
  ])
  expect(events.at(-1).changes.at(-1)).toEqual({ field: 'waybill', from: '77', to: '' })
  expect(now.shipment).toBe(null)
})

test('the events of an erased order remain, but nothing reveals whose it was', async () => {
  const { shop, append, order, staff } = await anOrdersLife()
  await shop.personalData.erase(order.key.id)
  await append(order.erased(), 3, staff)
  const { json, text } = await shop.get(`/api/admin/orders/${id}/events`, 'auditor')
  expect(text).not.toMatch(/\bada\b|\b0803|okafor|on its way/i)
  expect(json().result.order).toMatchObject({
    fullname: 'erased',
    deliveryaddress: 'erased',
    postalcode: '',
    total: 94_000,
  })
  expect(json().result.events.at(-1)).toMatchObject({
    process: 'Erased the personal data',
    changes: [{ field: 'personal data', from: 'readable', to: 'erased' }],
  })
})

test('a cached answer does not outlive an order’s erasure, even while its key still exists', async () => {
  const { shop, append, order, staff } = await anOrdersLife()
  const audit = () => shop.get(`/api/admin/orders/${id}/events`, 'auditor')
  expect((await audit()).text).toContain('On its way')
  await append(order.erased(), 3, staff)
  expect((await audit()).text).not.toMatch(/\bada\b|\b0803|okafor|on its way/i)
})

test('staff are shown under their current names', async () => {
  const { shop } = await anOrdersLife()
  const approvedBy = async () =>
    (await shop.get(`/api/admin/orders/${id}/events`, 'auditor')).json().result.events[1].by.name
  expect(await approvedBy()).toBe('Ngozi Eze')
  await shop.append(userStream(superadministrator), [
    { type: 'UserPersonalDataErased', data: { userId: superadministrator } },
  ])
  expect(await approvedBy()).toBe('erased')
})

test('an order that was never placed has no history', async () => {
  const { get } = await openTestShop()
  for (const unknown of ['0000-0000-0000', 'x', '%00'])
    expect((await get(`/api/admin/orders/${unknown}/events`, 'auditor')).status).toBe(404)
  expect((await get(`/api/admin/orders/${id}/events`)).status).toBe(401)
})

test.each([
  { what: 'a version', schemaVersion: 99, type: undefined },
  { what: 'a type', schemaVersion: 1, type: 'OrderTeleported' },
])('$what of an event that came with a newer release is told, and does not count as our fault', async ({
  schemaVersion,
  type,
}) => {
  const { shop, order, staff } = await anOrdersLife({ projectors: true })
  const event = order.changed('shipped', 'returned')
  const newer = type === undefined ? event : { type, data: {} }
  await shop.append(`order-${id}`, [newer], { at: at(3), actor: staff, schemaVersion })
  const reads = [
    [`/api/admin/orders/${id}/events`, 'auditor'],
    [`/api/admin/orders/${id}/proof-reading`, 'superadministrator'],
    [`/api/admin/orders/${id}/contact`, 'superadministrator'],
  ] as const
  for (const [path, role] of reads) {
    const { status, headers, json } = await shop.get(path, role)
    expect([path, status, headers['retry-after']]).toEqual([path, 503, '60'])
    expect(json().message).toContain('A newer release of the shop wrote part of this')
  }
})
