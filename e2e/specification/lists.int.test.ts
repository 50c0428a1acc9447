import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Row, type SpecificationShop, startSpecificationShop } from '../testing/client.ts'
import { type CatalogueIds, createCatalogue, placeOrder } from '../testing/fixtures.ts'

let shop: SpecificationShop
let owner: string
let goods: CatalogueIds
/** Twenty-three orders over four days in Lagos, oldest first. */
const placed: string[] = []
const orders = '/api/admin/orders'

const customers = [
  {
    firstname: 'Ngozi',
    lastname: 'Eze',
    email: 'ngozi@one.example',
    phone: '08011112222',
    instagramusername: 'ngozi.curls',
    accountname: 'N. Eze and Daughters',
  },
  {
    firstname: 'Şade',
    lastname: "O'Brien",
    email: 'sade@two.example',
    phone: '08033334444',
    instagramusername: 'sade_hair',
    accountname: '100%_Folasade',
  },
]

beforeAll(async () => {
  shop = await startSpecificationShop()
  goods = await createCatalogue(shop, await shop.signIn())
  // Midnight in Lagos is 23:00 in UTC.
  for (const [moment, count] of [
    ['2026-03-01T22:59:30Z', 6], // the last minute of 1 March
    ['2026-03-01T23:00:01Z', 6], // the first of 2 March
    ['2026-03-03T12:00:00Z', 6],
    ['2026-03-04T12:00:00Z', 5],
  ] as const) {
    for (let number = 0; number < count; number++) {
      shop.itIs(new Date(new Date(moment).getTime() + number * 1000))
      placed.push(
        await placeOrder(shop, goods, {
          ...customers[placed.length % 7],
          products: [
            {
              productid: goods.wave,
              productname: 'Body wave',
              price: 72_000,
              quantity: 1 + ((placed.length * 5) % 23),
              amount: 72_000 * (1 + ((placed.length * 5) % 23)),
            },
          ],
          amount: 72_000 * (1 + ((placed.length * 5) % 23)) + 2500,
        }),
      )
    }
  }
  owner = await shop.signIn()
})
afterAll(() => shop.close())

const page = (query: Record<string, string | number> = {}, body?: unknown) =>
  shop.list(orders, owner, query, body)
const idsOf = ({ data }: { data: Row[] }) => data.map(({ orderid }) => orderid)
const newestFirst = () => placed.toReversed()

test('S4.2: without parameters, a list returns the first ten rows, and total counts all matches', async () => {
  const first = await page()
  expect(first).toMatchObject({ total: 23, page: 1, results: 10 })
  expect(idsOf(first)).toEqual(newestFirst().slice(0, 10))
})

test('S4.3: all pages together have each order once', async () => {
  for (const size of [1, 4, 7, 10, 23, 100]) {
    const seen: unknown[] = []
    for (let number = 1; number <= Math.ceil(23 / size); number++) {
      const { data, total } = await page({ page: number, results: size })
      expect(total).toBe(23)
      seen.push(...data.map(({ orderid }) => orderid))
    }
    expect(seen).toEqual(newestFirst())
    const beyond = await page({ page: Math.ceil(23 / size) + 1, results: size })
    expect(beyond).toMatchObject({ data: [], total: 23 })
  }
})

test('S4.2: pages are counted from 1 and have at most 100 rows', async () => {
  for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'results=0', 'results=101']) {
    const { status } = await shop.get(`${orders}?${query}`, { as: owner })
    expect([query, status]).toEqual([query, 400])
  }
  const far = await shop.get(`${orders}?page=100000000`, { as: owner })
  expect(far.status).toBeLessThan(500)
})

test('S4.4: parameters are also accepted as a JSON body on a GET', async () => {
  const inBody = await page({}, { page: 2, results: 5, sortField: 'createdat', sortOrder: 'asc' })
  expect(inBody).toMatchObject({ page: 2, results: 5, total: 23 })
  expect(idsOf(inBody)).toEqual(placed.slice(5, 10))
  const filtered = await page({}, { email: 'ngozi@one.example' })
  expect(filtered.total).toBe(4)
})

test.each([
  ['asc', 'desc'],
  ['ascend', 'descend'],
])('S4.5: sortOrder is %s or %s', async (up, down) => {
  const rising = await page({ sortField: 'total', sortOrder: up, results: 100 })
  const totals = rising.data.map(({ total }) => Number(total))
  expect(totals).toEqual(totals.toSorted((a, b) => a - b))
  const falling = await page({ sortField: 'total', sortOrder: down, results: 100 })
  expect(falling.data.map(({ total }) => Number(total))).toEqual(totals.toSorted((a, b) => b - a))
  const oldest = await page({ sortField: 'createdat', sortOrder: up, page: 3 })
  expect(idsOf(oldest)).toEqual(placed.slice(20))
})

test('S4.5: an unknown sort field or order is refused', async () => {
  for (const query of ['sortField=password', 'sortField=total;drop', 'sortOrder=up'])
    expect((await shop.get(`${orders}?${query}`, { as: owner })).status).toBe(400)
})

test('S4.6: dateFrom and dateTo are inclusive days in Lagos', async () => {
  const between = async (query: Record<string, string>) =>
    idsOf(await page({ ...query, results: 100 }))
  const newest = newestFirst()
  expect(await between({ dateFrom: '2026-03-01', dateTo: '2026-03-01' })).toEqual(newest.slice(17))
  expect(await between({ dateFrom: '2026-03-02', dateTo: '2026-03-02' })).toEqual(
    newest.slice(11, 17),
  )
  expect(await between({ dateFrom: '2026-03-02', dateTo: '2026-03-03' })).toEqual(
    newest.slice(5, 17),
  )
  expect(await between({ dateFrom: '2026-03-03' })).toEqual(newest.slice(0, 11))
  expect(await between({ dateTo: '2026-03-02' })).toEqual(newest.slice(11))
  expect(await between({ dateFrom: '2026-03-05' })).toEqual([])
})

test('S4.6: a range of days is paged and counted like the whole list', async () => {
  const query = { dateFrom: '2026-03-02', dateTo: '2026-03-03', results: 5 }
  const pages = [
    await page({ ...query, page: 1 }),
    await page({ ...query, page: 2 }),
    await page({ ...query, page: 3 }),
  ]
  expect(pages.flatMap(idsOf)).toEqual(newestFirst().slice(5, 17))
  expect(pages.map(({ total }) => total)).toEqual([12, 12, 12])
})

test('S4.6: an invalid day is refused', async () => {
  for (const day of ['yesterday', '2026-02-30', '2026-13-01'])
    expect((await shop.get(`${orders}?dateFrom=${day}`, { as: owner })).status).toBe(400)
})

test.each([
  ['name', 'Ngozi Eze'],
  ['name in other case', 'nGOZI'],
  ['email', 'ngozi@one'],
  ['phone', '08011112222'],
  ['Instagram name', 'ngozi.curls'],
  ['account name', 'Eze and Daughters'],
])('S4.7: search finds by %s', async (_, search) => {
  const found = await page({ search, results: 100 })
  expect(found.total).toBe(4)
  for (const order of found.data) expect(order.email).toBe('ngozi@one.example')
})

test('S4.7: search finds an order by its id, however a customer types it', async () => {
  const id = placed[7] ?? ''
  for (const search of [id, id.toLowerCase(), id.slice(0, 9)])
    expect(idsOf(await page({ search }))).toContain(id)
  expect(idsOf(await page({ search: id.replaceAll('-', '') }))).toEqual([id])
})

test('S4.7: a search term is text, not a pattern', async () => {
  expect((await page({ search: '100%_fola' })).total).toBe(4)
  expect((await page({ search: '%' })).total).toBe(4)
  expect((await page({ search: "o'brien" })).total).toBe(4)
  expect((await page({ search: '\\' })).total).toBe(0)
  expect((await page({ search: 'nobody of that name' })).total).toBe(0)
})

test('S4.8: search, days and sort work together, in every tab', async () => {
  const [oldest = ''] = placed
  await shop.put(`/api/admin/approve-order/${oldest}`, undefined, { as: owner })
  const confirmed = await shop.list('/api/admin/confirmed-orders', owner, {
    search: 'ngozi',
    dateFrom: '2026-03-01',
    dateTo: '2026-03-01',
    sortField: 'createdat',
    sortOrder: 'ascend',
  })
  expect([idsOf(confirmed), confirmed.total]).toEqual([[oldest], 1])
  expect((await page({ search: 'ngozi' })).total).toBe(3)
  for (const tab of ['orders/delivery', 'orders/return', 'archived-orders'])
    expect((await shop.list(`/api/admin/${tab}`, owner, { search: 'ngozi' })).total).toBe(0)
})

test('S4.8: an unknown filter changes nothing or is refused', async () => {
  const { status } = await shop.get(`${orders}?nonsense=1`, { as: owner })
  expect([200, 400]).toContain(status)
})

test.each([
  ['fullname', 'ngozi eze'],
  ['email', 'ngozi@one.example'],
  ['phone', '08011112222'],
  ['instagramusername', 'ngozi.curls'],
  ['accountname', 'n. eze'],
])('S4.8: orders are filtered by %s', async (field, value) => {
  const found = await page({ [field]: value, results: 100 })
  expect(found.total).toBe(found.data.length)
  expect(found.total).toBeGreaterThanOrEqual(3)
  for (const order of found.data) expect(order.email).toBe('ngozi@one.example')
})

test('S4.8: orders are filtered by their location, on its own and with other filters', async () => {
  expect((await page({ deliverylocation: 'lagos' })).total).toBeGreaterThan(20)
  expect((await page({ deliverylocation: 'abuja' })).total).toBe(0)
  expect((await page({ deliverylocation: 'lagos', email: 'nobody' })).total).toBe(0)
})

test.each([
  'orderid',
  'createdat',
  'total',
  'quantity',
  'accountname',
  'email',
  'phone',
  'instagramusername',
  'deliverylocation',
  'country',
])('S4.5: orders sort by %s, each of them on one page', async (sortField) => {
  const rows: Row[] = []
  for (let number = 1; number <= 3; number++)
    rows.push(...(await page({ sortField, sortOrder: 'ascend', results: 8, page: number })).data)
  expect(new Set(rows.map(({ orderid }) => orderid)).size).toBe(rows.length)
  expect(rows.length).toBeGreaterThanOrEqual(22)
})
