import { heldClock } from '@strand/platform/testing/held-clock'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'

const id = '7K3Q-ZM9X-WD4T'

test('customers track an order by its id, however they type it, and see masked fields', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  await shop.append(`order-${id}`, [order.created()], { at: '2026-03-10T08:00:00.000Z' })
  await shop.append(`order-${id}`, [order.approved(), order.messaged('Packed')])
  const { status, json, text } = await shop.get('/api/orders/7k3qzm9xwd4t/track')
  expect(status).toBe(200)
  expect(json()).toEqual({
    result: {
      orderId: id,
      fullName: 'Ada O.',
      phone: '*******4567',
      product: 'Bone straight x 2||Wig cap x 1',
      amount: 94_000,
      createdAt: '2026-03-10T08:00:00.000Z',
      orderStatus: 'confirmed',
      salesMessage: '',
      orderMessage: 'Packed',
      sales: 'March sale',
      instagramUsername: 'ad******',
    },
  })
  for (const secret of ['example.com', 'Allen', 'Okafor', '0803', 'receipt', 'hair'])
    expect(text).not.toContain(secret)
})

test('the history of an order lists its statuses in sequence, ending with the current one', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  const at = (minute: number) => ({ at: `2026-03-10T08:0${minute}:00.000Z` })
  await shop.append(`order-${id}`, [order.created()], at(0))
  await shop.append(`order-${id}`, [order.approved()], at(1))
  await shop.append(`order-${id}`, [order.changed('confirmed', 'shipped', 'On its way')], at(2))
  expect((await shop.get(`/api/orders/${id}/history`)).json()).toEqual({
    result: {
      orderId: id,
      fullname: 'Ada O.',
      histories: [
        { orderStatus: 'pending', dateCreated: at(0).at, orderMessage: '' },
        { orderStatus: 'confirmed', dateCreated: at(1).at, orderMessage: '' },
        { orderStatus: 'shipped', dateCreated: at(2).at, orderMessage: 'On its way' },
      ],
    },
  })
})

test('a parcel has a link only if the shop knows its carrier', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  const seen = async () => {
    const tracked = (await shop.get(`/api/orders/${id}/track`)).json().result
    const { histories } = (await shop.get(`/api/orders/${id}/history`)).json().result
    expect(histories.at(-1).shipment).toEqual(tracked.shipment)
    return tracked.shipment
  }
  await shop.append(`order-${id}`, [order.created(), order.approved()])
  expect(await seen()).toBe(undefined)
  const known = { carrier: 'GIG Logistics', waybill: '12/3 &x=<b>' }
  await shop.append(`order-${id}`, [order.shipped(known)])
  const link = 'https://giglogistics.com/track?waybill=12%2F3%20%26x%3D%3Cb%3E'
  expect(await seen()).toEqual({ ...known, link })
  const typed = { carrier: 'https://evil.example/', waybill: 'javascript:alert(1)' }
  await shop.append(`order-${id}`, [order.changed('shipped', 'confirmed'), order.shipped(typed)])
  expect(await seen()).toEqual({ ...typed, link: '' })
})

test('an unknown id and a malformed one get the same answer', async () => {
  const shop = await openTestShop()
  for (const call of ['track', 'history']) {
    const answers = await Promise.all(
      ['0000-0000-0000', 'nonsense', '%00', '-', 'x'.repeat(200)].map((typed) =>
        shop.get(`/api/orders/${typed}/${call}`),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
  }
})

test('140 customers behind one address can all see their orders within a minute', async () => {
  const { clock, until } = heldClock()
  const shop = await openTestShop({ rateLimits: true, slowClock: clock })
  const ids = Array.from({ length: 14 }, (_, nth) => `7K3Q-ZM9X-WD${10 + nth}`)
  for (const orderId of ids)
    await shop.append(`order-${orderId}`, [(await shop.order(orderId)).created()])
  await shop.caughtUp()
  const statuses: number[] = []
  for (let batch = 0; batch < 10; batch++) {
    const follow = async (orderId: string) => {
      for (const call of ['track', 'history'])
        statuses.push((await shop.get(`/api/orders/${orderId}/${call}`)).status)
    }
    await until(Promise.all(ids.map(follow)))
  }
  expect(statuses).toEqual(Array.from({ length: 280 }, () => 200))
  // After the first sixty requests, the rest were answered at five per second.
  expect(clock.now()).toBeGreaterThan(20_000)
  expect(clock.now()).toBeLessThan(45_000)
})

test('an address that keeps asking about one order, or guesses ids, is refused after 60 a minute', async () => {
  const { clock, until } = heldClock()
  const shop = await openTestShop({ rateLimits: true, slowClock: clock })
  const other = '7K3Q-ZM9X-WD4V'
  for (const orderId of [id, other])
    await shop.append(`order-${orderId}`, [(await shop.order(orderId)).created()])
  for (let times = 0; times < 30; times++) {
    expect((await shop.get(`/api/orders/${id}/track`)).status).toBe(200)
    expect((await shop.get(`/api/orders/${id.toLowerCase()}/history`)).status).toBe(200)
  }
  const refused = await shop.get(`/api/orders/${id}/track`)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json().message).toMatch(
    /^Too many requests from your network: please try again in /,
  )
  // Beyond the limit, an answer does not reveal whether the order exists.
  for (const guess of ['nonsense', '7K3Q-ZM9X-0000', '7K3Q-ZM9X-0001'])
    expect((await until(shop.get(`/api/orders/${guess}/history`))).status).toBe(429)
  expect((await until(shop.get(`/api/orders/${other}/track`))).status).toBe(200)
})
