import { pageOf } from '@strand/contracts/list'
import { OrderRow } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import { expect, test } from 'vitest'
import { openTestShop } from '../../testing/test-shop.ts'

const id = '7K3Q-ZM9X-WD4T'
type Shop = Awaited<ReturnType<typeof openTestShop>>

/** Places orders one minute apart, oldest first, with the ids 'A000-…' and so on. */
const place = async (shop: Shop, count: number, from = '2026-03-01T08:00:00.000Z') => {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const orderId = `A${String(index).padStart(3, '0')}-0000-0000`
    const order = await shop.order(orderId)
    const at = new Date(Date.parse(from) + index * 60_000).toISOString()
    await shop.append(`order-${orderId}`, [order.created({ accountName: `Payer ${index}` })], {
      at,
    })
    ids.push(orderId)
  }
  return ids
}
const orderids = (answer: { json: () => { result: { data: OrderRow[] } } }) =>
  answer.json().result.data.map(({ orderid }) => orderid)

/**
 * The answer is sent as text, which no schema has checked: it must have exactly the contract's
 * fields.
 */
const expectContract = (answer: { json: () => unknown }) =>
  expect(pageOf(OrderRow).parse(answer.json())).toEqual(answer.json())

test('the pending tab shows everything staff need to approve an order', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  await shop.append(`order-${id}`, [order.created()], { at: '2026-03-10T08:00:00.000Z' })
  const { status, json } = await shop.get('/api/admin/orders', 'auditor')
  expect(status).toBe(200)
  const { data, ...page } = json().result
  expect(page).toEqual({ total: 1, page: 1, results: 10 })
  const { filepath, ...row } = data[0]
  expect(row).toEqual({
    orderid: id,
    position: expect.stringMatching(/^\d+$/),
    createdat: '2026-03-10T08:00:00.000Z',
    total: 94_000,
    orderstatus: 'pending',
    quantity: 3,
    fullname: 'Ada Okafor',
    accountname: 'Ada Okafor',
    country: '',
    deliverylocation: 'Lagos',
    deliveryaddress: '5 Allen Avenue, Ikeja',
    postalcode: '',
    email: 'ada@example.com',
    phone: '0803 123 4567',
    instagramusername: 'ada.hair',
    deliveryprice: 3000,
    sales: 'March sale',
    paymentCode: '',
    oldPrice: null,
    sentAmount: null,
    products: [
      { product: 'Bone straight', price: 45_000, quantity: 2, amount: 90_000 },
      { product: 'Wig cap', price: 1000, quantity: 1, amount: 1000 },
    ],
    orderMessage: '',
    review: '',
    shipment: null,
    flags: [],
    question: null,
    notes: 0,
    note: '',
    assignee: null,
    proposal: null,
    lastChange: null,
    sameAs: [],
    takenBack: null,
  })
  expect(filepath).toMatch(/^\/api\/files\/[^,]+$/)
})

test('rows are found by ids, in the order of the ids, and unknown ids are left out', async () => {
  const shop = await openTestShop()
  const [first = '', second = '', third = ''] = await place(shop, 3)
  const parcel = { carrier: 'DHL', waybill: '77' }
  const order = await shop.order(second)
  await shop.append(`order-${second}`, [order.approved(), order.shipped(parcel)])
  const rows = (ids: string, as: 'auditor' | undefined = 'auditor') =>
    shop.get(`/api/admin/orders/rows?ids=${ids}`, as)
  const answer = await rows([third, '0000-0000-0000', 'x', second.toLowerCase()].join(','))
  const { result } = answer.json()
  expect(OrderRow.array().parse(result)).toEqual(result)
  expect(result.map(({ orderid }: { orderid: string }) => orderid)).toEqual([third, second])
  expect(result[1].shipment).toMatchObject(parcel)
  expect((await rows('')).status).toBe(400)
  expect((await rows(Array(101).fill(first).join(','))).status).toBe(400)
  expect((await shop.get(`/api/admin/orders/rows?ids=${first}`)).status).toBe(401)
})

test('a row says what was last done with its order, by whom and why', async () => {
  const shop = await openTestShop()
  const [first = ''] = await place(shop, 1)
  const order = await shop.order(first)
  const at = '2026-03-02T09:00:00.000Z'
  const rowAfter = async (event: object) => {
    await shop.append(`order-${first}`, [event as never], { at })
    const answer = await shop.get(`/api/admin/orders/rows?ids=${first}`, 'auditor')
    return answer.json().result[0].lastChange
  }
  expect(await rowAfter(order.noted('Called her'))).toBe(null)
  const archived = await rowAfter(order.archived('pending', '', 'No payment came'))
  expect(archived).toMatchObject({ at, reason: 'No payment came', isBack: false })
  expect(await rowAfter(order.noted('Called her again'))).toEqual(archived)
  expect(await rowAfter(order.restored('pending'))).toMatchObject({ reason: '', isBack: true })
  expect(await rowAfter(order.archived('pending', '', 'Twice'))).toMatchObject({ reason: 'Twice' })
  expect(await rowAfter(order.erased())).toMatchObject({ reason: 'erased' })
})

test('each tab lists the orders of its status, and the counts match', async () => {
  const shop = await openTestShop()
  const ids = await place(shop, 5)
  const lives: [OrderStatus, (order: Awaited<ReturnType<Shop['order']>>) => object[]][] = [
    ['pending', () => []],
    ['confirmed', (order) => [order.approved()]],
    ['shipped', (order) => [order.approved(), order.changed('confirmed', 'shipped')]],
    ['returned', (order) => [order.approved(), order.changed('confirmed', 'returned', 'Why')]],
    ['archived', (order) => [order.archived('pending')]],
  ]
  const urls = ['orders', 'confirmed-orders', 'orders/delivery', 'orders/return', 'archived-orders']
  for (const [index, [, live]] of lives.entries()) {
    const events = live(await shop.order(ids[index] ?? '')) as { type: string; data: unknown }[]
    if (events.length > 0) await shop.append(`order-${ids[index]}`, events)
  }
  for (const [index, [status]] of lives.entries()) {
    const answer = await shop.get(`/api/admin/${urls[index]}`, 'administrator')
    expectContract(answer)
    expect(orderids(answer), status).toEqual([ids[index]])
    expect(answer.json().result.data[0].orderstatus).toBe(status)
  }
  expect((await shop.get('/api/admin/orders/counts', 'auditor')).json()).toEqual({
    result: { pending: 1, confirmed: 1, shipped: 1, returned: 1, archived: 1 },
  })
})

test('a tab’s pages, in either order, have every order exactly once', async () => {
  const shop = await openTestShop()
  const ids = await place(shop, 23, '2026-03-01T22:50:00.000Z')
  for (const [sortOrder, expected] of [
    ['desc', ids.toReversed()],
    ['asc', ids],
  ] as const)
    for (const results of [1, 4, 10, 23]) {
      const pages: string[] = []
      for (let page = 1; page <= Math.ceil(23 / results); page++) {
        const url = `/api/admin/orders?sortField=createdat&sortOrder=${sortOrder}`
        const answer = await shop.get(`${url}&page=${page}&results=${results}`, 'auditor')
        expect(answer.json().result.total).toBe(23)
        pages.push(...orderids(answer))
      }
      expect(pages).toEqual(expected)
    }
  const beyond = await shop.get('/api/admin/orders?page=9', 'auditor')
  expectContract(beyond)
  expect(beyond.json().result).toEqual({ data: [], total: 23, page: 9, results: 10 })
})

test('a period covers whole days in Lagos, both ends included, and so does the total', async () => {
  const shop = await openTestShop()
  const ids = await place(shop, 20, '2026-03-01T22:50:00.000Z')
  const period = async (query: string) => {
    const answer = await shop.get(`/api/admin/orders?results=100&${query}`, 'auditor')
    return [answer.json().result.total, orderids(answer)]
  }
  expect(await period('dateTo=2026-03-01')).toEqual([10, ids.slice(0, 10).toReversed()])
  expect(await period('dateFrom=2026-03-02')).toEqual([10, ids.slice(10).toReversed()])
  expect((await period('dateFrom=2026-03-01&dateTo=2026-03-02'))[0]).toBe(20)
  expect(await period('dateFrom=2026-03-03')).toEqual([0, []])
  const found = 'dateFrom=2026-03-02&search=payer'
  expectContract(await shop.get(`/api/admin/orders?${found}`, 'auditor'))
  expect((await period(found))[0]).toBe(10)
  expect((await shop.get('/api/admin/orders?dateFrom=2026-02-30', 'auditor')).status).toBe(400)
})

test('a search finds an order by id, name, address, phone, Instagram and account name', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  await shop.append(`order-${id}`, [order.created({ accountName: 'Chinedu 100% Obi' })])
  await place(shop, 3)
  for (const typed of [
    '7k3qzm9xwd4t',
    'OKAFOR ada',
    'ada@example',
    '4567',
    '@ada.h',
    'chinedu',
    '100%',
  ]) {
    const answer = await shop.get(
      `/api/admin/orders?search=${encodeURIComponent(typed)}`,
      'auditor',
    )
    const others = ['OKAFOR ada', 'ada@example', '4567', '@ada.h'].includes(typed)
    expect(answer.json().result.total, typed).toBe(others ? 4 : 1)
    expect(orderids(answer), typed).toContain(id)
  }
  const nothing = await shop.get('/api/admin/orders?search=a_a', 'auditor')
  expect(nothing.json().result).toMatchObject({ total: 0, data: [] })
  const elsewhere = await shop.get('/api/admin/confirmed-orders?search=chinedu', 'auditor')
  expect(elsewhere.json().result.total).toBe(0)
})

test('a search and the column filters find a name in any spelling of its letters', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  const created = order.created({
    firstName: 'Łucja Ọláyínká',
    lastName: "O'Neil",
    email: 'cole-williams@shop.example',
    accountName: 'Ma’aruf Ɗanladi-Bello',
  })
  await shop.append(`order-${id}`, [created])
  await place(shop, 2)
  const found = async (field: string, typed: string) =>
    orderids(await shop.get(`/api/admin/orders?${field}=${encodeURIComponent(typed)}`, 'auditor'))
  for (const typed of ['lucja', 'OLAYINKA', 'oneil', 'O’Neil', 'oʼneil', 'łucja o´neil'])
    for (const field of ['search', 'fullname'])
      if (field === 'search' || !typed.includes(' '))
        expect([field, typed, await found(field, typed)]).toEqual([field, typed, [id]])
  for (const typed of ["ma'aruf", 'MAARUF', 'danladi bello', 'Ɗanladi‑Bello', 'danladibello'])
    for (const field of ['search', 'accountname'])
      if (field === 'search' || !typed.includes(' '))
        expect([field, typed, await found(field, typed)]).toEqual([field, typed, [id]])
  expect(await found('email', 'Cole-W')).toEqual([id])
})

test('field filters can be combined with any sort order', async () => {
  const shop = await openTestShop()
  const ids = await place(shop, 4)
  const first = await shop.get('/api/admin/orders?accountname=payer%202', 'auditor')
  expect(orderids(first)).toEqual([ids[2]])
  const total = async (filter: string) =>
    (await shop.get(`/api/admin/orders?${filter}`, 'auditor')).json().result.total
  expect(await total('orderid=a002')).toBe(1)
  expect(await total('orderid=a00200000000')).toBe(1)
  expect(await total('orderid=okafor')).toBe(0)
  expect(await total('phone=%2B234%20803%20123%204567')).toBe(4)
  expect(await total('phone=ada')).toBe(0)
  expect(await total('instagramusername=@ada')).toBe(4)
  expect(await total('email=EXAMPLE&fullname=oka&sales=march')).toBe(4)
  expect(await total('country=ghana')).toBe(0)
  const location = await shop.get(
    '/api/admin/orders?deliverylocation=lag&sortField=orderid',
    'auditor',
  )
  expect(location.json().result.total).toBe(4)
  expect(orderids(location)).toEqual(ids)
  const sorted = await shop.get(
    '/api/admin/orders?sortField=accountname&sortOrder=descend&results=2&page=2',
    'auditor',
  )
  expect(orderids(sorted)).toEqual([ids[1], ids[0]])
  expect(sorted.json().result.total).toBe(4)
  expect((await shop.get('/api/admin/orders?sortField=search', 'auditor')).status).toBe(400)
})

test('staff are warned of proofs or payments used twice, and of late and international orders', async () => {
  const shop = await openTestShop()
  const place = async (orderId: string, at: string, personal: object, data: object) => {
    const order = await shop.order(orderId)
    await shop.append(`order-${orderId}`, [order.created(personal, data)], { at })
  }
  const file = (hash: string) => ({
    files: [
      {
        fileUid: '33333333-3333-4333-8333-333333333333',
        key: 'k'.repeat(20),
        type: 'image/png' as const,
        size: 1,
        sha256: hash.repeat(32),
      },
    ],
  })
  await place('AAAA-0000-0000', '2026-03-07T11:00:00.000Z', {}, file('01'))
  await place(
    'BBBB-0000-0000',
    '2026-03-10T10:59:00.000Z',
    // Another phone or bank would write the names like this.
    { accountName: 'ÁDA  OKA’FOR' },
    file('02'),
  )
  await place('CCCC-0000-0000', '2026-03-10T11:00:01.000Z', { accountName: 'X' }, file('01'))
  await place(
    'DDDD-0000-0000',
    '2026-03-10T11:30:00.000Z',
    {},
    { ...file('04'), total: 1, country: 'Ghana' },
  )
  const answer = await shop.get('/api/admin/orders', 'auditor')
  expectContract(answer)
  const flags = answer.json().result.data.map(({ flags }: OrderRow) => flags)
  expect(flags).toEqual([
    ['international'],
    ['same-proof'],
    ['same-payment'],
    ['same-proof', 'same-payment', 'waiting'],
  ])
  expect(answer.json().result.data.map(({ sameAs }: OrderRow) => sameAs)).toEqual([
    [],
    [{ flag: 'same-proof', orderid: 'AAAA-0000-0000' }],
    [{ flag: 'same-payment', orderid: 'AAAA-0000-0000' }],
    [
      { flag: 'same-proof', orderid: 'CCCC-0000-0000' },
      { flag: 'same-payment', orderid: 'BBBB-0000-0000' },
    ],
  ])
})

test('an answer includes the reader’s own write', async () => {
  const shop = await openTestShop({ projectors: true })
  const order = await shop.order(id)
  const position = await shop.append(`order-${id}`, [order.created()])
  const answer = await shop.app.inject({
    url: '/api/admin/orders/counts',
    headers: { authorization: 'Bearer auditor', 'x-min-position': String(position) },
  })
  expect(answer.json().result.pending).toBe(1)
  expect(answer.headers['x-stale']).toBeUndefined()
})

test('there are five status options, with the ids from the specification', async () => {
  const { get } = await openTestShop()
  expect((await get('/api/orders/status')).json().result).toEqual([
    { id: 3, name: 'pending' },
    { id: 4, name: 'confirmed' },
    { id: 5, name: 'shipped' },
    { id: 6, name: 'archived' },
    { id: 7, name: 'returned' },
  ])
})
