import { repetitions } from '@strand/platform/testing/repetitions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../testing/client.ts'
import {
  type CatalogueIds,
  createCatalogue,
  createColleague,
  placeOrder,
} from '../testing/fixtures.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'

const orderCount = repetitions({ usual: 32, long: 1_000 })
const names = ['Tola', 'Bisi', 'Chidi', 'Dayo', 'Efe', 'Femi', 'Gozie', 'Hauwa']

let staffed: StaffedShop
let goods: CatalogueIds
let people: { name: string; token: string }[]
beforeAll(async () => {
  staffed = await startStaffedShop()
  const { shop, owner } = staffed
  goods = await createCatalogue(shop, owner)
  people = []
  for (const name of names) {
    const person = { firstname: name, email: `${name.toLowerCase()}@strand.example` }
    people.push({
      name,
      token: (await createColleague(shop, owner, 'administrator', person)).token,
    })
  }
})
afterAll(() => staffed.shop.close())

const next = async (as: string, skip: string[] = []) => {
  const answer = await staffed.shop.post('/api/admin/orders/review/next', { skip }, { as })
  expect(answer.status).toBe(200)
  return answer.body.result as Row | null
}
const lease = (id: string, as: string, takeOver = false) =>
  staffed.shop.put(`/api/admin/orders/${id}/lease`, { takeOver }, { as })
const token = (index: number) => people[index]?.token ?? ''

test('S4.13 the next order is the oldest that nobody is reviewing, and a lease expires on its own', async () => {
  const { shop } = staffed
  const [first, second] = [await placeOrder(shop, goods), await placeOrder(shop, goods)]
  await shop.list('/api/admin/orders', staffed.owner)
  expect(await next(token(0))).toMatchObject({ orderid: first, orderstatus: 'pending' })
  expect(await next(token(0))).toMatchObject({ orderid: first })
  expect(await next(token(1))).toMatchObject({ orderid: second })
  expect(await next(token(2))).toBeNull()
  const refused = await lease(first, token(1))
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(/^Tola began to look at this \d+ s ago$/)
  await shop.pool.query(`update order_lease set taken_at = now() - interval '41 min'`)
  expect((await lease(first, token(1))).body.message).toBe('Tola began to look at this 41 min ago')

  expect((await lease(first, token(1), true)).status).toBe(200)
  const told = await lease(first, token(0))
  expect(told.body.message).toMatch(/^Bisi took this over \d+ s ago$/)
  await shop.remove(`/api/admin/orders/${first}/lease`, undefined, { as: token(0) })
  expect(await next(token(0), [second])).toBeNull()

  // A killed browser does not renew its lease, so the lease expires.
  const { rows } = await shop.pool.query(
    `update order_lease set until = now() where order_id = $1 and until > now()
       and until <= now() + interval '90 s' returning order_id`,
    [first],
  )
  expect(rows).toHaveLength(1)
  expect(await next(token(3), [second])).toMatchObject({ orderid: first })
  await shop.remove(`/api/admin/orders/${second}/lease`, undefined, { as: token(1) })
  expect(await next(token(4))).toMatchObject({ orderid: second })
  expect((await lease('0000-0000-0000', token(0))).status).toBe(404)
  await shop.call('DELETE', '/api/admin/delete-order', { as: staffed.owner, body: [first, second] })
})

test('S4.13 when eight people work through the queue, every order is decided once and shown to only one of them', async () => {
  const { shop, owner } = staffed
  const placed = new Set<string>()
  const place = async () => {
    while (placed.size < orderCount) {
      const turn = `turn ${placed.size}`
      placed.add(turn)
      const id = await placeOrder(shop, goods)
      placed.delete(turn)
      placed.add(id)
    }
  }
  await Promise.all(names.map(place))
  await shop.list('/api/admin/orders', owner)

  const shownTo = new Map<string, string[]>()
  const decided: string[] = []
  const work = async ({ name, token: as }: { name: string; token: string }) => {
    const done: string[] = []
    for (let row = await next(as, done); row; row = await next(as, done)) {
      const id = String(row.orderid)
      shownTo.set(id, [...(shownTo.get(id) ?? []), name])
      const headers = { 'X-Seen-Position': String(row.position) }
      const answer = await shop.put(`/api/admin/approve-order/${id}`, undefined, { as, headers })
      expect(answer.status).toBe(200)
      decided.push(id)
      done.push(id)
      // Anyone else who opened the order is refused, with the name of the person who was first.
      const other = people.find((one) => one.name !== name)
      const late = await shop.put(`/api/admin/approve-order/${id}`, undefined, {
        as: other?.token,
        headers,
      })
      expect(late.body.message).toMatch(new RegExp(`^${name} approved this \\d+ s ago$`))
    }
  }
  await Promise.all(people.map(work))
  expect(decided.sort()).toEqual([...placed].sort())
  for (const [id, shown] of shownTo) expect(shown, id).toHaveLength(1)
  expect((await shop.list('/api/admin/orders', owner)).total).toBe(0)

  // Each customer gets one email about the decision, and none that contradicts it.
  const mailsByOrder = async () =>
    (
      await shop.pool.query<{ kinds: string; count: number }>(
        `select kinds, count(*)::int from (
           select string_agg(kind, ' ' order by position) as kinds from outbox
           where stream = any ($1) group by stream) as of_order
         group by kinds`,
        [decided.map((id) => `order-${id}`)],
      )
    ).rows
  await shop.until(mailsByOrder, ([row]) => row?.count === orderCount)
  expect(await mailsByOrder()).toEqual([
    { kinds: 'order-received order-confirmed', count: orderCount },
  ])
})
