import { expect, test } from 'vitest'
import { detailMessages, type Row } from '../testing/client.ts'
import { placeOrder } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'

const { shop, owner, goods, row } = await openOrderSuite()

test('S5.1: track is public and masks personal data', async () => {
  const id = await placeOrder(shop, goods)
  const { status, body, text } = await shop.get(`/api/orders/${id}/track`)
  expect(status).toBe(200)
  expect(body.result).toMatchObject({
    orderId: id,
    fullName: 'Ada O.',
    product: expect.stringMatching(/^Body wave( x 2)?$/),
    amount: 146_500,
    createdAt: expect.stringMatching(/Z$/),
  })
  const result = body.result as Row
  expect(Object.keys(result).sort()).toEqual(
    [
      'orderId',
      'fullName',
      'phone',
      'product',
      'amount',
      'createdAt',
      'salesMessage',
      'orderMessage',
      'sales',
      'instagramUsername',
      'orderStatus', // an addition: the summary card shows it
    ].sort(),
  )
  expect(result.phone).toMatch(/4567$/)
  expect(result.phone).not.toContain('0803')
  expect(result.instagramUsername).toMatch(/^ad/)
  for (const secret of ['ada@', 'Marina', 'Ada N. Obi', 'Obi', 'ada.hair', '803123'])
    expect(text).not.toContain(secret)
})

test("S5.2: items are joined by '||', beside the messages of the campaign and of the order", async () => {
  const products = [
    { productname: 'Body wave', price: 72_000, quantity: 1, amount: 72_000 },
    { productname: 'Lace closure', price: 42_500, quantity: 1, amount: 42_500 },
  ]
  const id = await placeOrder(shop, goods, { products, amount: 117_000 })
  const tracked = (await shop.get(`/api/orders/${id}/track`)).body.result as Row
  expect(String(tracked.product).split('||')).toEqual([
    expect.stringMatching(/^Body wave( x 1)?$/),
    expect.stringMatching(/^Lace closure( x 1)?$/),
  ])
})

test('S5.3: a customer can type an order id in lower case, with spaces, without dashes, and with look-alike characters', async () => {
  const [id = ''] = (
    await shop.post('/api/generate-paymentconfirmation-orderid?num=1', undefined, { as: owner })
  ).body.result as string[]
  expect(await placeOrder(shop, goods)).toBe(id)
  const lookAlike = id.replaceAll('0', 'O').replaceAll('1', 'l')
  for (const typed of [
    id.toLowerCase(),
    id.replaceAll('-', ''),
    id.replaceAll('-', ' '),
    lookAlike,
  ]) {
    const tracked = await shop.get(`/api/orders/${encodeURIComponent(typed)}/track`)
    expect([typed, (tracked.body.result as Row | undefined)?.orderId]).toEqual([typed, id])
    const history = await shop.get(`/api/orders/${encodeURIComponent(typed)}/history`)
    expect(history.status).toBe(200)
  }
})

test('S5.4: an unknown and a malformed order id get the same 404', async () => {
  for (const call of ['track', 'history']) {
    const unknown = await shop.get(`/api/orders/0000-0000-0000/${call}`)
    for (const malformed of ['nonsense', '%00', "'; drop table x", 'ÄÖÜ', '7K3Q-ZM9X-WD4TX']) {
      const other = await shop.get(`/api/orders/${encodeURIComponent(malformed)}/${call}`)
      expect([malformed, other.status, other.body]).toEqual([malformed, 404, unknown.body])
    }
    expect(unknown.status).toBe(404)
  }
})

test('S5.5: history returns the statuses in order; the last one is current', async () => {
  const id = await placeOrder(shop, goods)
  await shop.put(`/api/admin/approve-order/${id}`, undefined, { as: owner })
  const shipped = { orderId: id, orderStatus: 5, orderMessage: 'On its way with GIG' }
  await shop.put(`/api/order/${id}/status`, shipped, { as: owner })
  const { body, text } = await shop.get(`/api/orders/${id}/history`)
  expect(body.result).toMatchObject({
    orderId: id,
    fullname: 'Ada O.',
    histories: [
      { orderStatus: 'pending', dateCreated: expect.stringMatching(/Z$/) },
      { orderStatus: 'confirmed' },
      { orderStatus: 'shipped' },
    ],
  })
  expect(text).not.toContain('owner@')
  const tracked = (await shop.get(`/api/orders/${id}/track`)).body.result
  expect(tracked).toMatchObject({ orderMessage: 'On its way with GIG' })
})

test('S5.6: a review is accepted with a 201, can be replaced, and staff see the current one', async () => {
  const id = await placeOrder(shop, goods)
  const url = `/api/order/${id}/review`
  expect(await shop.post(url, { orderId: id, review: 'Soft and full' })).toMatchObject({
    status: 201,
    body: { isSuccessful: true, message: expect.any(String) },
  })
  expect((await shop.post(url, { orderId: id, review: 'Even better after washing' })).status).toBe(
    201,
  )
  expect(await row(id)).toMatchObject({ review: 'Even better after washing' })
})

test('S5.6: a review needs a text of at most 5000 characters', async () => {
  const id = await placeOrder(shop, goods)
  const url = `/api/order/${id}/review`
  for (const body of [
    { orderId: id, review: '' },
    { orderId: id, review: '  ' },
    { orderId: id },
  ]) {
    const empty = await shop.post(url, body)
    expect(empty.status).toBe(400)
    expect(detailMessages(empty)).toMatchObject({ review: ['Please type your review!'] })
  }
  expect((await shop.post(url, { orderId: id, review: 'x'.repeat(5001) })).status).toBe(400)
  expect((await shop.post(url, { orderId: id, review: 'x'.repeat(5000) })).status).toBe(201)
  const unknown = await shop.post('/api/order/0000-0000-0000/review', {
    orderId: '0000-0000-0000',
    review: 'Good',
  })
  expect(unknown.status).toBe(404)
})

test('S5.5: the history of an archived and restored order ends with its restored status', async () => {
  const id = await placeOrder(shop, goods)
  const statuses = async () =>
    (
      (await shop.get(`/api/orders/${id}/history`)).body.result as { histories: Row[] }
    ).histories.map(({ orderStatus }) => orderStatus)
  await shop.remove(`/api/admin/delete-order/${id}`, undefined, { as: owner })
  expect((await statuses()).at(-1)).toBe('archived')
  await shop.put(`/api/admin/restore-order/${id}`, undefined, { as: owner })
  expect((await statuses()).at(-1)).toBe('pending')
})
