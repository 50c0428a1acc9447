import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderForm, placeOrder, type Stock, stock } from './specification.samples.testing.ts'
import {
  messagesOf,
  type Row,
  type SpecificationShop,
  specificationShop,
} from './specification.testing.ts'

let shop: SpecificationShop
let owner: string
let goods: Stock
beforeAll(async () => {
  shop = await specificationShop()
  owner = await shop.signIn()
  goods = await stock(shop, owner)
})
afterAll(() => shop.close())

const unknownId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const post = (url: string, body: unknown) => shop.post(url, body, { as: owner })
const put = (url: string, body?: unknown) => shop.put(url, body, { as: owner })
const remove = (url: string, body?: unknown) => shop.remove(url, body, { as: owner })

/** The three catalogues by the names that their calls and their fields have. */
const kinds = [
  {
    kind: 'product',
    key: 'productid',
    list: '/api/admin/products',
    archived: '/api/admin/archived-products',
    name: 'productname',
    sent: (name: string) => ({ productname: name, price: 1000 }),
  },
  {
    kind: 'delivery-location',
    key: 'locationid',
    list: '/api/admin/delivery-location',
    archived: '/api/admin/archived-delivery-location',
    name: 'locationname',
    sent: (name: string) => ({ location: name, price: 1000, deliveryaddress: '' }),
  },
  {
    kind: 'sales',
    key: 'salesid',
    list: '/api/admin/sales',
    archived: '/api/admin/archived-sales',
    name: 'salesname',
    sent: (name: string) => ({
      sales: name,
      startDate: '2026-01-01 00:00:00',
      endDate: '2026-01-31 23:59:59',
    }),
  },
]
const find = async (list: string, name: string, value: string): Promise<Row | undefined> =>
  (await shop.list(list, owner, { [name]: value })).data.find((row) => row[name] === value)

describeEach(
  'create answers 201, and the row has its fields',
  async ({ kind, list, name, key, sent }) => {
    const created = await post(`/api/admin/create-${kind}`, sent('Made one'))
    expect(created).toMatchObject({
      status: 201,
      body: { isSuccessful: true, responseMessage: expect.any(String) },
    })
    expect(created.headers['x-position']).toMatch(/^\d+$/)
    expect(await find(list, name, 'Made one')).toMatchObject({
      [key]: expect.any(String),
      createdat: expect.stringMatching(/Z$/),
    })
  },
)

describeEach(
  'archive moves a row to the archived list and restore back, one by one',
  async ({ kind, list, archived, name, key, sent }) => {
    await post(`/api/admin/create-${kind}`, sent('To and fro'))
    const id = (await find(list, name, 'To and fro'))?.[key]
    expect(await put(`/api/admin/restore-${kind}/${id}`)).toMatchObject({ status: 409 })
    expect(await remove(`/api/admin/delete-${kind}/${id}`)).toMatchObject({
      status: 200,
      body: { isSuccessful: true, responseMessage: expect.any(String) },
    })
    expect(await find(list, name, 'To and fro')).toBeUndefined()
    expect(await find(archived, name, 'To and fro')).toMatchObject({ [key]: id })
    expect(await remove(`/api/admin/delete-${kind}/${id}`)).toMatchObject({ status: 409 })
    expect(
      (await put(`/api/admin/update-${kind}`, { [key]: id, ...sent('New name') })).status,
    ).toBe(409)
    expect(await put(`/api/admin/restore-${kind}/${id}`)).toMatchObject({ status: 200 })
    expect(await find(list, name, 'To and fro')).toMatchObject({ [key]: id })
  },
)

describeEach(
  'bulk archive and restore name the ids done and those that failed',
  async ({ kind, list, archived, name, key, sent }) => {
    const made: unknown[] = []
    for (const one of ['Bulk 1', 'Bulk 2']) {
      await post(`/api/admin/create-${kind}`, sent(one))
      made.push((await find(list, name, one))?.[key])
    }
    expect(
      await remove(`/api/admin/delete-${kind}`, [made[0], unknownId, made[1], 'x']),
    ).toMatchObject({
      status: 200,
      body: { result: made, failed: [{ id: unknownId }, { id: 'x' }] },
    })
    expect(await find(archived, name, 'Bulk 2')).toBeDefined()
    expect(await put(`/api/admin/restore-${kind}`, { ids: made })).toMatchObject({
      status: 200,
      body: { responseMessage: expect.any(String), result: made },
    })
    expect(await find(list, name, 'Bulk 1')).toBeDefined()
  },
)

describeEach(
  'a name is borne once among the active, whatever its case; an archived one frees it',
  async ({ kind, list, name, key, sent }) => {
    await post(`/api/admin/create-${kind}`, sent('Only one'))
    const id = (await find(list, name, 'Only one'))?.[key]
    expect((await post(`/api/admin/create-${kind}`, sent('ONLY ONE'))).status).toBe(409)
    const atOnce = await Promise.all(
      Array.from({ length: 6 }, () => post(`/api/admin/create-${kind}`, sent('Race'))),
    )
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    await remove(`/api/admin/delete-${kind}/${id}`)
    expect((await post(`/api/admin/create-${kind}`, sent('Only one'))).status).toBe(201)
    expect((await put(`/api/admin/restore-${kind}/${id}`)).status).toBe(409)
  },
)

describeEach(
  'an unknown and a malformed id are a 404; in a body, a malformed one is invalid',
  async ({ kind, key, sent }) => {
    for (const id of [unknownId, 'nonsense']) {
      expect((await remove(`/api/admin/delete-${kind}/${id}`)).status).toBe(404)
      expect((await put(`/api/admin/restore-${kind}/${id}`)).status).toBe(404)
      const update = await put(`/api/admin/update-${kind}`, { [key]: id, ...sent('Nobody') })
      expect([id, update.status]).toEqual([id, id === unknownId ? 404 : 400])
    }
  },
)

describeEach('the lists page and sort like any list', async ({ kind, list, name, sent }) => {
  for (let number = 10; number < 22; number++)
    await post(`/api/admin/create-${kind}`, sent(`Paged ${number}`))
  const query = { [name]: 'paged', sortField: name, sortOrder: 'descend', results: 5 }
  const pages = [1, 2, 3].map((page) => shop.list(list, owner, { ...query, page }))
  const [first, second, third] = await Promise.all(pages)
  const names = [first, second, third].flatMap((page) => page?.data.map((row) => row[name]))
  expect(names).toEqual(Array.from({ length: 12 }, (_, n) => `Paged ${21 - n}`))
  expect([first?.total, third?.data.length]).toEqual([12, 2])
})

function describeEach(rule: string, check: (of: (typeof kinds)[number]) => Promise<void>) {
  for (const of of kinds) test(`§7 ${of.kind}: ${rule}`, () => check(of))
}

test('§7 Products: create-product answers with the name; the row says who made it, and its status', async () => {
  const created = await post('/api/admin/create-product', { productname: 'Kinky curl', price: 0 })
  expect(created.body.productname).toBe('Kinky curl')
  const product = await find('/api/admin/products', 'productname', 'Kinky curl')
  expect(product).toMatchObject({
    price: 0,
    productstatus: 'active',
    createdby: expect.any(String),
  })
  expect(product?.createdby).toMatch(/^\p{L}+ \p{L}+$/u) // a name, and no id
  const { productid } = product ?? {}
  const changed = { productid, productname: 'Kinky curls', price: 999_999_999_999 }
  expect(await put('/api/admin/update-product', changed)).toMatchObject({ status: 200 })
  expect(await find('/api/admin/products', 'productname', 'Kinky curls')).toMatchObject(changed)
  await remove(`/api/admin/delete-product/${productid}`)
  expect(await find('/api/admin/archived-products', 'productname', 'Kinky curls')).toMatchObject({
    productstatus: 'archived',
  })
  const offered = (await shop.get('/api/products')).body.result as Row[]
  expect(offered.map(({ productname }) => productname)).not.toContain('Kinky curls')
})

test('§5 Product: name and price are asked for, and a price is whole naira', async () => {
  expect(messagesOf(await post('/api/admin/create-product', {}))).toMatchObject({
    productname: ['Please enter product name!'],
    price: ['Please enter price!'],
  })
  const blank = await post('/api/admin/create-product', { productname: '  ', price: 5 })
  expect(messagesOf(blank)).toMatchObject({ productname: ['Please enter product name!'] })
  for (const price of [-1, 1.5, 1_000_000_000_000, 'much', null])
    expect((await post('/api/admin/create-product', { productname: 'P', price })).status).toBe(400)
})

test('§7 Delivery locations: create answers 201 with the address; update takes location, price, deliveryaddress, locationid', async () => {
  const sent = { location: 'Abuja', price: 4000, deliveryaddress: 'Shop 5, Wuse Market' }
  const created = await post('/api/admin/create-delivery-location', sent)
  expect(created).toMatchObject({ status: 201, body: { deliveryaddress: 'Shop 5, Wuse Market' } })
  const made = await find('/api/admin/delivery-location', 'locationname', 'Abuja')
  expect(made).toMatchObject({
    price: 4000,
    deliveryaddress: 'Shop 5, Wuse Market',
    createdby: expect.any(String),
  })
  const { locationid } = made ?? {}
  const changed = { locationid, location: 'Abuja, FCT', price: 4500, deliveryaddress: '' }
  expect((await put('/api/admin/update-delivery-location', changed)).status).toBe(200)
  expect((await shop.get(`/api/delivery-location/${locationid}`)).body.result).toMatchObject({
    locationname: 'Abuja, FCT',
    price: 4500,
  })
  await remove(`/api/admin/delete-delivery-location/${locationid}`)
  expect((await shop.get(`/api/delivery-location/${locationid}`)).status).toBe(404)
})

test('§5 Delivery location: name and price are asked for, the address is optional', async () => {
  expect(messagesOf(await post('/api/admin/create-delivery-location', {}))).toMatchObject({
    location: ['Please enter location name!'],
    price: ['Please enter price!'],
  })
  const plain = await post('/api/admin/create-delivery-location', { location: 'Kano', price: 5000 })
  expect(plain.status).toBe(201)
})

const lagos = (moment: Date) =>
  new Date(moment.getTime() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const hours = (count: number) => lagos(new Date(shop.now().getTime() + count * 3_600_000))

test('§7 Sales: dates come in as Lagos time and go out in UTC', async () => {
  const sent = {
    sales: 'Harmattan',
    startDate: '2026-12-01 00:00:00',
    endDate: '2026-12-31 23:59:59',
  }
  const created = await post('/api/admin/create-sales', sent)
  expect(created.status).toBe(201)
  expect(created.body).toHaveProperty('sale')
  const made = await find('/api/admin/sales', 'salesname', 'Harmattan')
  expect(made).toMatchObject({ salesstatus: 'active', orders: 0 })
  expect(new Date(String(made?.startDate)).toISOString()).toBe('2026-11-30T23:00:00.000Z')
  expect(new Date(String(made?.endDate)).toISOString()).toBe('2026-12-31T22:59:59.000Z')
  const { salesid } = made ?? {}
  const changed = { ...sent, salesid, sales: 'Harmattan II', endDate: '2027-01-02 12:00:00' }
  expect((await put('/api/admin/update-sales', changed)).status).toBe(200)
  const after = await find('/api/admin/sales', 'salesname', 'Harmattan II')
  expect(new Date(String(after?.endDate)).toISOString()).toBe('2027-01-02T11:00:00.000Z')
})

test('§5 Sales: name and dates are asked for, and the end is after the start', async () => {
  expect(messagesOf(await post('/api/admin/create-sales', {}))).toMatchObject({
    sales: ['Please enter sales name!'],
    startDate: ['Please enter sales start date!'],
    endDate: ['Please enter sales end date!'],
  })
  const same = { sales: 'Never', startDate: '2026-12-01 00:00:00', endDate: '2026-12-01 00:00:00' }
  expect((await post('/api/admin/create-sales', same)).status).toBe(400)
  const wrong = { ...same, endDate: 'some day' }
  expect((await post('/api/admin/create-sales', wrong)).status).toBe(400)
})

test('§7 Sales: the message is asked for, has 5000 characters at most, and is for active campaigns', async () => {
  await post('/api/admin/create-sales', kinds[2]?.sent('Told'))
  const id = (await find('/api/admin/sales', 'salesname', 'Told'))?.salesid
  const tell = (salesMessage?: string) => put(`/api/admin/sales/${id}/message`, { salesMessage })
  for (const empty of [await tell(), await tell(''), await tell('  ')]) {
    expect(empty.status).toBe(400)
    expect(messagesOf(empty)).toMatchObject({ salesMessage: ['Please type sales message!'] })
  }
  expect((await tell('x'.repeat(5001))).status).toBe(400)
  expect(await tell('x'.repeat(5000))).toMatchObject({ status: 200, body: { isSuccessful: true } })
  expect((await tell('Buy two')).status).toBe(200)
  expect(await find('/api/admin/sales', 'salesname', 'Told')).toMatchObject({
    salesMessage: 'Buy two',
  })
  await remove(`/api/admin/delete-sales/${id}`)
  expect((await tell('Too late')).status).toBe(409)
  const nobody = await put(`/api/admin/sales/${unknownId}/message`, { salesMessage: 'x' })
  expect(nobody.status).toBe(404)
})

test('decisions, Sales campaigns: the form gets those that run now, newest start first', async () => {
  const running = async () =>
    ((await shop.get('/api/sales')).body.result as Row[]).map(({ salesid }) => salesid)
  expect(await running()).toEqual([])
  const made = async (sales: string, startDate: string, endDate: string) => {
    await post('/api/admin/create-sales', { sales, startDate, endDate })
    return (await find('/api/admin/sales', 'salesname', sales))?.salesid
  }
  const older = await made('Running', hours(-3), hours(3))
  const newer = await made('Running too', hours(-1), hours(2))
  await made('Tomorrow', hours(24), hours(48))
  expect(await running()).toEqual([newer, older])
  await remove(`/api/admin/delete-sales/${newer}`)
  expect(await running()).toEqual([older])

  const id = await placeOrder(shop, goods, { salesid: older })
  await put(`/api/admin/sales/${older}/message`, { salesMessage: 'Deliveries on Fridays' })
  expect((await shop.get(`/api/orders/${id}/track`)).body.result).toMatchObject({
    sales: 'Running',
    salesMessage: 'Deliveries on Fridays',
  })
  expect(await find('/api/admin/sales', 'salesname', 'Running')).toMatchObject({ orders: 1 })

  // One that has ended since is taken without a campaign.
  const late = await shop.post('/api/create-order', await orderForm(goods, { salesid: newer }))
  expect(late.status).toBe(201)
  const tracked = (await shop.get(`/api/orders/${late.body.orderId}/track`)).body.result as Row
  expect(tracked.sales ?? '').toBe('')
  shop.pass(200)
  expect(await running()).toEqual([])
  shop.pass(-200)
})
