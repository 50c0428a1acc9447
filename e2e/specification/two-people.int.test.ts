import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CatalogueIds,
  createCatalogue,
  createColleague,
  placeOrder,
} from '../testing/fixtures.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'

let staffed: StaffedShop
let goods: CatalogueIds
let tola: string
beforeAll(async () => {
  staffed = await startStaffedShop()
  goods = await createCatalogue(staffed.shop, staffed.owner)
  const person = { firstname: 'Tola', email: 'tola@strand.example' }
  tola = (await createColleague(staffed.shop, staffed.owner, 'administrator', person)).token
})
afterAll(() => staffed.shop.close())

const seeing = (position: unknown, as = staffed.owner) => ({
  as,
  headers: { 'X-Seen-Position': String(position) },
})

const confirmed = async () => {
  const { shop, owner } = staffed
  const id = await placeOrder(shop, goods)
  const approved = await shop.put(`/api/admin/approve-order/${id}`, undefined, { as: owner })
  expect(approved.body.position).toBe(approved.headers['x-position'])
  const [row] = (await shop.list('/api/admin/confirmed-orders', owner, { orderid: id })).data
  expect(row?.position).toBe(approved.body.position)
  return { id, position: row?.position }
}

test('S3.16 a change that overlooks a colleague’s change gets a 409 that says who did what and when', async () => {
  const { shop } = staffed
  const { id, position } = await confirmed()
  const status = `/api/order/${id}/status`
  const returned = { orderStatus: 'returned', orderMessage: 'The parcel came back' }
  expect((await shop.put(status, returned, seeing(position, tola))).status).toBe(200)

  const shipped = await shop.put(status, { orderStatus: 'shipped' }, seeing(position))
  expect(shipped.status).toBe(409)
  expect(shipped.body.message).toMatch(/^Tola set this to returned \d+ s ago$/)
  const own = await shop.put(status, { orderStatus: 'shipped' }, seeing(position, tola))
  expect(own.body.message).toMatch(/^You set this to returned \d+ s ago$/)

  // The customer gets emails only about changes that happened: the next email is about the next
  // change.
  const [row] = (await shop.list('/api/admin/orders/return', staffed.owner, { orderid: id })).data
  const again = await shop.put(status, { orderStatus: 'shipped' }, seeing(row?.position))
  expect(again.status).toBe(200)
  const aboutStatus = async () =>
    (await shop.mails())
      .map(({ text }) => text ?? '')
      .filter((text) => text.includes(id) && /returned|shipped/i.test(text))
  await shop.until(async () => (await aboutStatus()).length, 2)
})

test('S3.16 every command on an order can state what the user saw, bulk commands for each order', async () => {
  const { shop, owner } = staffed
  const seen = await placeOrder(shop, goods)
  const overlooked = await placeOrder(shop, goods)
  const rows = (await shop.list('/api/admin/orders', owner)).data
  const positionOf = (id: string) => String(rows.find(({ orderid }) => orderid === id)?.position)
  await shop.put(`/api/admin/approve-order/${overlooked}`, undefined, { as: tola })

  const ids = [seen, overlooked]
  const positions = { [seen]: positionOf(seen), [overlooked]: positionOf(overlooked) }
  for (const [method, path] of [
    ['DELETE', '/api/admin/delete-order'],
    ['PUT', '/api/admin/restore-order'],
    ['POST', '/api/admin/orders/erase-personal-data'],
  ] as const) {
    const { body } = await shop.call(method, path, { as: owner, body: { ids, positions } })
    expect(body.result).toEqual([seen])
    expect(body.failed).toEqual([
      { id: overlooked, message: expect.stringMatching(/^Tola approved this \d+ s ago$/) },
    ])
    positions[seen] = (body.positions as Record<string, string>)[seen] ?? ''
  }
  const old = seeing(positionOf(overlooked))
  for (const [method, path] of [
    ['PUT', `/api/admin/approve-order/${overlooked}`],
    ['DELETE', `/api/admin/delete-order/${overlooked}`],
    ['PUT', `/api/admin/restore-order/${overlooked}`],
    ['DELETE', `/api/admin/orders/${overlooked}/personal-data`],
  ] as const)
    expect((await shop.call(method, path, old)).body.message).toMatch(/^Tola approved this/)
  const wrong = await shop.put(`/api/admin/approve-order/${seen}`, undefined, seeing('yesterday'))
  expect([wrong.status, wrong.body.message]).toEqual([400, 'X-Seen-Position must be a number'])
})

test('S3.17 a review conflicts with nothing and blocks no undo', async () => {
  const { shop, owner } = staffed
  const { id, position } = await confirmed()
  await shop.post(`/api/order/${id}/review`, { review: 'Soft, and no tangles' })
  const [row] = (await shop.list('/api/admin/confirmed-orders', owner, { orderid: id })).data
  expect(row?.position).toBe(position)
  const events = (await shop.get(`/api/admin/orders/${id}/events`, { as: owner })).body.result
  expect(events).toMatchObject({ order: { position } })
  const undone = await shop.post(`/api/admin/orders/${id}/undo`, { position }, seeing(position))
  expect(undone.status).toBe(200)
})
