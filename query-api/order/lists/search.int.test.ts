import type { OrderRow } from '@strand/contracts/order/staff'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { expect, test } from 'vitest'
import { openTestShop } from '../../testing/test-shop.ts'

type Shop = Awaited<ReturnType<typeof openTestShop>>

const ids = ['A000-0000-0000', 'B000-0000-0000', 'C000-0000-0000']

/** Three orders on three days; a colleague archives the last. */
const openThree = async () => {
  const shop = await openTestShop()
  const [pending, confirmed, archived] = await Promise.all(ids.map((id) => shop.order(id)))
  if (!pending || !confirmed || !archived) throw new Error('three orders')
  const personal = [
    { phone: '08031112222', deliveryAddress: '9 Opebi Road, Ikeja' },
    { phone: '08031113333' },
    { phone: '08031114444', firstName: 'Bisi' },
  ]
  for (const [index, order] of [pending, confirmed, archived].entries()) {
    const created = order.created(personal[index], { total: 85_500 + index })
    const at = `2026-03-0${index + 1}T08:00:00.000Z`
    await shop.append(`order-${ids[index]}`, [created], { at })
  }
  await shop.append(`order-${ids[1]}`, [confirmed.approved()])
  await shop.append(`order-${ids[2]}`, [archived.archived('pending')])
  await shop.caughtUp()
  return { shop, pending }
}

const search = async (shop: Shop, query: string) => {
  const answer = await shop.get(`/api/admin/orders/search?${query}`, 'auditor')
  expect(answer.status).toBe(200)
  orderDeskEndpoints.searchOrders.response[200].parse(answer.json())
  const { data, ...page } = answer.json().result
  return { ...page, rows: data.map((row: OrderRow) => `${row.orderid[0]} ${row.orderstatus}`) }
}

test('one search finds orders of all statuses, newest first, and counts each status', async () => {
  const { shop } = await openThree()
  const none = { confirmed: 0, shipped: 0, returned: 0 }
  expect(await search(shop, 'search=4444')).toEqual({
    rows: ['C archived'],
    total: 1,
    page: 1,
    results: 10,
    more: false,
    hits: { ...none, pending: 0, archived: 1 },
  })
  expect(await search(shop, 'search=okafor&results=2')).toMatchObject({
    rows: ['C archived', 'B confirmed'],
    total: 3,
    hits: { pending: 1, confirmed: 1, archived: 1 },
  })
  expect((await search(shop, 'search=okafor&results=2&page=2')).rows).toEqual(['A pending'])
  const onTwoDays = 'search=okafor&dateFrom=2026-03-02&dateTo=2026-03-03'
  expect(await search(shop, onTwoDays)).toMatchObject({ total: 2, hits: { pending: 0 } })
})

test('an order is found by its amount, its address and what was ordered, in the lists too', async () => {
  const { shop } = await openThree()
  const rows = async (typed: string) =>
    (await search(shop, `search=${encodeURIComponent(typed)}`)).rows
  for (const typed of ['₦85,501', '85501', 'opebi', 'bone straight', 'wig bisi'])
    expect((await rows(typed)).length, typed).toBe(typed === 'bone straight' ? 3 : 1)
  expect(await rows('₦5,501')).toEqual([])
  const list = await shop.get('/api/admin/orders?search=opebi%20ikeja', 'auditor')
  expect(list.json().result.total).toBe(1)
})

test('a search for nothing finds nothing, and one that is too long is refused', async () => {
  const { shop } = await openThree()
  for (const typed of ['', '%20', '@'])
    expect(await search(shop, `search=${typed}`)).toMatchObject({ rows: [], total: 0 })
  const long = `/api/admin/orders/search?search=${'x'.repeat(201)}`
  expect((await shop.get(long, 'auditor')).status).toBe(400)
})

test('an id is found as a whole whatever its characters, even after the order was erased', async () => {
  const shop = await openTestShop()
  const made = ['ABCD-EFGH-JKMN', '1234-5678-9ABC']
  const orders = await Promise.all(made.map((id) => shop.order(id)))
  for (const [index, order] of orders.entries())
    await shop.append(`order-${made[index]}`, [order.created()])
  await shop.append(
    `order-${made[1]}`,
    orders.slice(1).map((order) => order.erased()),
  )
  await shop.caughtUp()
  for (const id of made)
    for (const typed of [
      id,
      id.replaceAll('-', ''),
      id.slice(0, 9),
      id.slice(0, 9).replace('-', ''),
    ]) {
      expect((await search(shop, `search=${typed}`)).total, typed).toBe(1)
      const { result } = (await shop.get(`/api/admin/orders?orderid=${typed}`, 'auditor')).json()
      expect(
        result.data.map(({ orderid }: OrderRow) => orderid),
        typed,
      ).toEqual([id])
    }
})

test('an erased order is found only by its id', async () => {
  const { shop, pending } = await openThree()
  await shop.append(`order-${ids[0]}`, [pending.erased()])
  await shop.caughtUp()
  for (const typed of ['opebi', '2222', '85500']) {
    const { rows } = await search(shop, `search=${typed}`)
    expect(rows, typed).toEqual([])
  }
  expect((await search(shop, `search=${ids[0]}`)).rows).toEqual(['A pending'])
})
