import { expect, test } from 'vitest'
import { detailMessages, type Row } from '../testing/client.ts'
import { openSuite } from '../testing/specification-suite.ts'

const { shop, owner } = await openSuite()

const unknownId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const post = (url: string, body: unknown) => shop.post(url, body, { as: owner })
const put = (url: string, body?: unknown) => shop.put(url, body, { as: owner })
const remove = (url: string, body?: unknown) => shop.remove(url, body, { as: owner })

/** The three catalogues, with the names of their calls and fields. */
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
  'S6.1: create answers 201, and the row has its fields',
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
  'S6.1: archive moves a row to the archived list and restore back, one by one',
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
  'S6.1: bulk archive and restore name the ids done and those that failed',
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
  'S6.2: a name is unique among the active, whatever its case; an archived one frees it',
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
  'S6.3: an unknown and a malformed id are a 404; in a body, a malformed one is invalid',
  async ({ kind, key, sent }) => {
    for (const id of [unknownId, 'nonsense']) {
      expect((await remove(`/api/admin/delete-${kind}/${id}`)).status).toBe(404)
      expect((await put(`/api/admin/restore-${kind}/${id}`)).status).toBe(404)
      const update = await put(`/api/admin/update-${kind}`, { [key]: id, ...sent('Nobody') })
      expect([id, update.status]).toEqual([id, id === unknownId ? 404 : 400])
    }
  },
)

describeEach('S6.4: the lists page and sort like any list', async ({ kind, list, name, sent }) => {
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
  for (const of of kinds) test(`${rule} (${of.kind})`, () => check(of))
}

test('S6.1: create-product answers with the name; the row says who made it, and its status', async () => {
  const created = await post('/api/admin/create-product', { productname: 'Kinky curl', price: 0 })
  expect(created.body.productname).toBe('Kinky curl')
  const product = await find('/api/admin/products', 'productname', 'Kinky curl')
  expect(product).toMatchObject({
    price: 0,
    productstatus: 'active',
    createdby: expect.any(String),
  })
  expect(product?.createdby).toMatch(/^\p{L}+ \p{L}+$/u) // a name, not an id
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

test('S6.5: name and price are required, and a price is in whole naira', async () => {
  expect(detailMessages(await post('/api/admin/create-product', {}))).toMatchObject({
    productname: ['Please enter product name!'],
    price: ['Please enter price!'],
  })
  const blank = await post('/api/admin/create-product', { productname: '  ', price: 5 })
  expect(detailMessages(blank)).toMatchObject({ productname: ['Please enter product name!'] })
  for (const price of [-1, 1.5, 1_000_000_000_000, 'much', null])
    expect((await post('/api/admin/create-product', { productname: 'P', price })).status).toBe(400)
})

test('S6.6: create answers 201 with the address; update takes location, price, deliveryaddress, locationid', async () => {
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

test('S6.6: name and price are required, the address is optional', async () => {
  expect(detailMessages(await post('/api/admin/create-delivery-location', {}))).toMatchObject({
    location: ['Please enter location name!'],
    price: ['Please enter price!'],
  })
  const plain = await post('/api/admin/create-delivery-location', { location: 'Kano', price: 5000 })
  expect(plain.status).toBe(201)
})
