import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'

const parkedOrder = '7K3Q-ZM9X-WD4T'
const shownOrder = '2A3B-4C5D-6E7F'

test('staff see how many and which orders cannot be shown yet; counts and lists go on without them', async () => {
  const shop = await openTestShop({ projectors: true })
  const parked = async (role: 'auditor' | 'superadministrator') =>
    (await shop.get('/api/admin/parked', role)).json().result
  expect(await parked('auditor')).toEqual([])

  const order = await shop.order(shownOrder)
  const approved = { type: 'OrderApproved', data: { evidence: null, orderId: parkedOrder } }
  const bad = await shop.append(`order-${parkedOrder}`, [approved])
  const named = { type: 'UserArchived', data: { userId: parkedOrder } }
  await shop.append(`user-${parkedOrder}`, [named])
  await shop.append(`order-${shownOrder}`, [order.created()])
  await eventually(async () => (await parked('superadministrator')).length, 2)

  const orders = { kind: 'order', total: 1, ids: [parkedOrder] }
  expect(await parked('auditor')).toEqual([orders])
  expect(await parked('superadministrator')).toEqual(
    expect.arrayContaining([orders, { kind: 'user', total: 1, ids: [parkedOrder] }]),
  )
  const list = await shop.get('/api/admin/orders', 'auditor')
  const counts = await shop.get('/api/admin/orders/counts', 'auditor')
  expect(list.json().result.data).toMatchObject([{ orderid: shownOrder }])
  expect([list.json().result.total, counts.json().result.pending]).toEqual([1, 1])

  // The shop does not deny an order that it cannot show, and other orders are not held up.
  const track = async (orderId: string) => {
    const url = `/api/orders/${orderId}/track`
    const answer = await shop.get(url, '', { 'X-Min-Position': String(bad + 1n) })
    return [answer.status, answer.headers['retry-after']]
  }
  expect(await track(parkedOrder)).toEqual([503, '60'])
  expect(await track('4X5Y-6Z7W-8V9T')).toEqual([404, undefined])
  expect(await track(shownOrder)).toEqual([200, undefined])

  // Staff with the id from the notice above their list also get 503, not 404.
  for (const what of ['payment', 'events', 'proof-reading']) {
    const read = async (orderId: string) =>
      (await shop.get(`/api/admin/orders/${orderId}/${what}`, 'administrator')).status
    expect([what, await read(parkedOrder), await read('4X5Y-6Z7W-8V9T')]).toEqual([what, 503, 404])
  }
  const lease = async (orderId: string) => {
    const url = `/api/admin/orders/${orderId}/lease`
    const headers = { authorization: 'Bearer administrator' }
    return (await shop.app.inject({ method: 'PUT', url, headers, payload: {} })).statusCode
  }
  expect([await lease(parkedOrder), await lease('4X5Y-6Z7W-8V9T')]).toEqual([503, 404])

  // From the parked event on, an answer is incomplete; before it, the answer is complete.
  const staleAt = async (position: bigint) =>
    (
      await shop.get('/api/admin/orders/counts', 'auditor', {
        'X-Min-Position': String(position),
      })
    ).headers['x-stale']
  expect([await staleAt(bad - 1n), await staleAt(bad), await staleAt(bad + 1n)]).toEqual([
    undefined,
    'true',
    'true',
  ])
})
