import { orderEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import { sealedIn } from '@strand/contracts/order/personal'
import { expect, test } from 'vitest'
import { losingAnswers, openShop, placed, type Shop, userIds } from '../testing/test-shop.ts'

const typesOf = async (shop: Shop, orderId: string) =>
  (await shop.eventStore.readStream(orderStream(orderId))).map(({ type }) => type)

test('staff approve, archive and restore an order, and each answer has the log position', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const archived = await shop.call('DELETE', `/api/admin/delete-order/${orderId}`)
  expect(archived.status).toBe(200)
  expect(archived.body).toEqual({
    isSuccessful: true,
    message: `Order ${orderId} has been archived`,
    responseMessage: `Order ${orderId} has been archived`,
    position: archived.headers['x-position'],
  })
  const restored = await shop.call('PUT', `/api/admin/restore-order/${orderId}`)
  const approved = await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  expect([restored.status, approved.status]).toEqual([200, 200])
  expect(BigInt(String(approved.headers['x-position']))).toBeGreaterThan(
    BigInt(String(restored.headers['x-position'])),
  )
  const events = await shop.eventStore.readStream(orderStream(orderId))
  expect(events.map(({ type }) => type)).toEqual([
    'OrderCreated',
    'OrderArchived',
    'OrderRestored',
    'OrderApproved',
  ])
  expect(events[3]?.metadata).toMatchObject({
    actor: { kind: 'staff', id: userIds.administrator },
    at: shop.clock.now.toISOString(),
  })
})

test('an action that the order does not allow is a 409; unknown and malformed ids give the same 404', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  const again = await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  expect(again.status).toBe(409)
  expect(again.body).toMatchObject({ isSuccessful: false, statusCode: 409, error: 'Conflict' })
  const unknown = await shop.call('PUT', '/api/admin/approve-order/0000-0000-0000')
  const malformed = await shop.call('PUT', '/api/admin/approve-order/nonsense')
  expect(unknown.status).toBe(404)
  expect(unknown.body).toEqual(malformed.body)
})

test('an id may be typed in lower case and without its dashes', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const typed = orderId.toLowerCase().replaceAll('-', '')
  expect((await shop.call('PUT', `/api/admin/approve-order/${typed}`)).status).toBe(200)
})

test('a status can be named by id or by name, and a return needs a comment', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  const change = (orderStatus: unknown, orderMessage?: string) =>
    shop.call('PUT', `/api/order/${orderId}/status`, { orderId, orderStatus, orderMessage })
  const uncommented = await change(7)
  expect(uncommented.status).toBe(400)
  expect(uncommented.body.details).toEqual([
    { path: 'orderMessage', message: 'Please enter comment!' },
  ])
  expect((await change(5)).body.message).toBe(`Order ${orderId} is now shipped`)
  expect((await change('7', 'It came back')).status).toBe(200)
  expect((await change('confirmed')).status).toBe(200)
  expect((await change(3)).status).toBe(409)
  expect((await change(4)).status).toBe(409)
  expect((await change(4, 'Thank you')).body.message).toBe(
    `The message of order ${orderId} has been updated`,
  )
  expect((await change(8)).status).toBe(400)
  expect((await change(6)).status).toBe(200)
  expect(await typesOf(shop, orderId)).toEqual([
    'OrderCreated',
    'OrderApproved',
    'OrderStatusChanged',
    'OrderStatusChanged',
    'OrderStatusChanged',
    'OrderMessageUpdated',
    'OrderArchived',
  ])
})

test('messages and reviews are sealed in the log under the order’s key', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  const orderMessage = 'Your parcel is at the gate of 5 Marina'
  await shop.call('PUT', `/api/order/${orderId}/status`, { orderStatus: 5, orderMessage })
  const review = 'My sister Ngozi loved it'
  const reviewed = await shop.call(
    'POST',
    `/api/order/${orderId}/review`,
    { orderId, review },
    { role: null },
  )
  expect(reviewed.status).toBe(201)
  const events = await shop.eventStore.readStream(orderStream(orderId))
  const log = JSON.stringify(events, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  for (const secret of [orderMessage, review, 'Ngozi', 'ada@example.com', 'Marina', 'proof.pdf'])
    expect(log).not.toContain(secret)
  const sealed = events.flatMap((recorded) => sealedIn(orderEvents.decode(recorded).event))
  expect(await shop.personalData.open(sealed.slice(1))).toEqual([
    { text: orderMessage },
    { text: review },
  ])
  expect(new Set(sealed.map(({ keyId }) => keyId)).size).toBe(1)
})

test('a review needs a text of at most 5000 characters and an order', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const post = (review: string, id = orderId) =>
    shop.call('POST', `/api/order/${id}/review`, { orderId: id, review }, { role: null })
  expect((await post(' ')).body.message).toBe('Please type your review!')
  expect((await post('x'.repeat(5001))).status).toBe(400)
  expect((await post('x'.repeat(5000))).status).toBe(201)
  expect((await post('good', '0000-0000-0000')).status).toBe(404)
  const other = await shop.call('POST', `/api/order/${orderId}/review`, {
    orderId: '0000-0000-0000',
    review: 'x',
  })
  expect(other.status).toBe(400)
})

test('a bulk action does what it can and reports what it could not do', async () => {
  const shop = await openShop()
  const pending = await Promise.all([placed(shop), placed(shop)])
  const confirmed = await placed(shop)
  await shop.call('PUT', `/api/admin/approve-order/${confirmed}`)
  const [first = '', second = ''] = pending
  const ids = [first, confirmed, 'nonsense', second, first]
  const archived = await shop.call('DELETE', '/api/admin/delete-order', ids)
  expect(archived.status).toBe(200)
  expect(archived.body.result).toEqual([first, second])
  expect(archived.body.failed.map(({ id }: { id: string }) => id)).toEqual([confirmed, 'nonsense'])
  expect(archived.body.message).toBe('2 of 4 orders archived')
  const restored = await shop.call('PUT', '/api/admin/restore-order', { ids: [second] })
  expect(restored.body.result).toEqual([second])
  expect(restored.headers['x-position']).toBeDefined()
  expect((await shop.call('PUT', '/api/admin/restore-order', [])).status).toBe(400)
  const many = Array.from({ length: 501 }, (_, index) => String(index))
  expect((await shop.call('PUT', '/api/admin/restore-order', many)).status).toBe(400)
})

test('an approval is undone by its position, once, and only if nothing else has happened', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const approved = await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  const position = approved.headers['x-position']
  const undo = () => shop.call('POST', `/api/admin/orders/${orderId}/undo`, { position })
  const undone = await undo()
  expect(undone.body.message).toBe(`Undone: order ${orderId} is pending again`)
  expect((await undo()).status).toBe(409)
  expect(await typesOf(shop, orderId)).toEqual([
    'OrderCreated',
    'OrderApproved',
    'OrderChangeUndone',
  ])
})

test.for([
  2, 8, 32,
])('of %i people who approve or archive an order at once, one wins', async (people) => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const answers = await Promise.all(
    Array.from({ length: people }, (_, index) =>
      index % 2 === 0
        ? shop.call('PUT', `/api/admin/approve-order/${orderId}`)
        : shop.call('DELETE', `/api/admin/delete-order/${orderId}`),
    ),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(people - 1).fill(409)])
  expect(await typesOf(shop, orderId)).toHaveLength(2)
})

test('people who change a status at the same time leave one legal sequence', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      shop.call('PUT', `/api/order/${orderId}/status`, { orderStatus: [4, 5][index % 2] }),
    ),
  )
  for (const { status } of answers) expect([200, 409]).toContain(status)
  const events = await shop.eventStore.readStream(orderStream(orderId))
  const changes = events.filter(({ type }) => type === 'OrderStatusChanged')
  expect(changes).not.toEqual([])
  expect(changes).toHaveLength(answers.filter(({ status }) => status === 200).length)
  let status: unknown = 'confirmed'
  for (const { data } of changes) {
    expect(data.from).toBe(status)
    status = data.to
  }
})

test('auditors and strangers change nothing', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const calls = [
    ['PUT', `/api/admin/approve-order/${orderId}`],
    ['DELETE', `/api/admin/delete-order/${orderId}`],
    ['DELETE', '/api/admin/delete-order'],
    ['PUT', `/api/admin/restore-order/${orderId}`],
    ['PUT', '/api/admin/restore-order'],
    ['PUT', `/api/order/${orderId}/status`],
    ['POST', `/api/admin/orders/${orderId}/undo`],
  ] as const
  for (const [method, url] of calls) {
    expect((await shop.call(method, url, undefined, { role: 'auditor' })).status).toBe(403)
    expect((await shop.call(method, url, undefined, { role: null })).status).toBe(401)
  }
})

test('a command that was cut off between its append and its answer gets its answer when sent again', async () => {
  const { loses, changes } = losingAnswers()
  const shop = await openShop(changes)
  const [one, other] = [await placed(shop), await placed(shop)]
  const repeated = async (method: 'PUT' | 'DELETE', url: string, body?: object) => {
    const send = () => shop.call(method, url, body, { headers: { 'idempotency-key': url } })
    loses.next = true
    expect((await send()).status).toBe(503)
    return send()
  }
  const approved = await repeated('PUT', `/api/admin/approve-order/${one}`)
  expect(approved).toMatchObject({
    status: 200,
    body: { message: `Order ${one} has been approved` },
  })
  const shipped = { orderStatus: 'shipped', orderMessage: 'Waybill 77' }
  expect((await repeated('PUT', `/api/order/${one}/status`, shipped)).status).toBe(200)
  expect(await typesOf(shop, one)).toEqual(['OrderCreated', 'OrderApproved', 'OrderStatusChanged'])

  const archived = await repeated('DELETE', '/api/admin/delete-order', [other, 'none'])
  expect(archived.body).toMatchObject({ result: [other], failed: [{ id: 'none' }] })
  expect(await typesOf(shop, other)).toEqual(['OrderCreated', 'OrderArchived'])
})
