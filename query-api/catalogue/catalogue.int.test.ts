import { Readable } from 'node:stream'
import { userStream } from '@strand/contracts/accounts/user'
import { expect, test } from 'vitest'
import { openTestShop, superadministrator } from '../testing/test-shop.ts'

const ids = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`)
const [one = '', two = '', three = ''] = ids

test('the list of countries names Nigeria with its dialling code and flag', async () => {
  const { get } = await openTestShop()
  const { status, json } = await get('/api/Countries')
  expect(status).toBe(200)
  const nigeria = { countryname: 'Nigeria', countrycode: '+234', isocode: 'NG', flag: '🇳🇬' }
  expect(json().result).toContainEqual({ countryid: 'NG', ...nigeria })
})

test('the order form offers only active products, sorted by name', async () => {
  const { get, append } = await openTestShop()
  const create = (productId: string, name: string, more = {}) =>
    append(`product-${productId}`, [
      { type: 'ProductCreated', data: { productId, name, price: 5000, ...more } },
    ])
  await create(one, 'Wig cap', { picture: 'a1b2', group: 'Wigs' })
  await create(two, 'Bone straight')
  await create(three, 'Curly')
  await append(`product-${three}`, [{ type: 'ProductArchived', data: { productId: three } }])
  expect((await get('/api/products')).json()).toEqual({
    result: [
      { productid: two, productname: 'Bone straight', price: 5000, picture: '', group: '' },
      { productid: one, productname: 'Wig cap', price: 5000, picture: 'a1b2', group: 'Wigs' },
    ],
  })
})

test('the order form gets its products even from a read model that predates pictures', async () => {
  const { get, append, pool } = await openTestShop()
  const data = { productId: one, name: 'Wig cap', price: 5000, picture: 'a1b2' }
  await append(`product-${one}`, [{ type: 'ProductCreated', data }])
  // In one transaction: a starting projector rebuilds a version whose view is missing.
  await pool.query(
    `drop view read.product;
     create view read.product as
     select product_id, name, price, status, created_at, created_by from product_v2.product`,
  )
  expect((await get('/api/products')).json().result).toEqual([
    { productid: one, productname: 'Wig cap', price: 5000, picture: '', group: '' },
  ])
  expect((await get('/api/admin/products', 'auditor')).json().result.total).toBe(1)
})

test('a list answers that it is being rebuilt while its read model lacks the newest columns', async () => {
  const { get, pool } = await openTestShop()
  await pool.query('alter view read.product rename column created_by to author')
  const { status, headers, json } = await get('/api/admin/products', 'auditor')
  expect([status, headers['retry-after'], json().message]).toEqual([
    503,
    '5',
    'This list is being rebuilt, please try again',
  ])
})

test('product pictures are public and immutable, and no other file can be reached', async () => {
  const { get, files } = await openTestShop()
  const picture = 'a'.repeat(40)
  const store = (key: string) => files.write(key, Readable.from([Buffer.from('a picture')]))
  await store(`${picture}avif`)
  await store(picture)
  const { status, headers, text } = await get(`/api/product-pictures/${picture}.avif`)
  expect([status, text]).toEqual([200, 'a picture'])
  expect(headers).toMatchObject({
    'content-type': 'image/avif',
    'content-length': '9',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  for (const file of [`${picture}.webp`, picture, `${picture}.`, `..%2F${picture}.avif`, '%00']) {
    const missing = await get(`/api/product-pictures/${file}`)
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
  }
})

test('staff see products by tab, newest first, with their creators, and can sort and filter them', async () => {
  const { get, append, personalData } = await openTestShop()
  const personal = personalData.seal(await personalData.take(), {
    firstname: 'Ngozi',
    lastname: 'Eze',
    email: 'ngozi@shop.example',
    phone: '0803',
    countryCode: 'NG',
  })
  await append(userStream(superadministrator), [
    {
      type: 'UserCreated',
      data: { userId: superadministrator, role: 'superadministrator', personal },
    },
  ])
  for (const [index, productId] of ids.entries())
    await append(
      `product-${productId}`,
      [
        {
          type: 'ProductCreated',
          data: { productId, name: `Product ${index}`, price: 3000 - index },
        },
      ],
      { at: `2026-03-0${index + 1}T10:00:00.000Z` },
    )
  const { status, json } = await get('/api/admin/products?results=2', 'auditor')
  expect(status).toBe(200)
  const { data, ...page } = json().result
  expect(page).toEqual({ total: 3, page: 1, results: 2 })
  expect(data[0]).toEqual({
    productid: three,
    productname: 'Product 2',
    price: 2998,
    createdby: 'Ngozi Eze',
    productstatus: 'active',
    picture: '',
    group: '',
    createdat: '2026-03-03T10:00:00.000Z',
  })
  const names = async (query: string) =>
    (await get(`/api/admin/products?${query}`, 'auditor'))
      .json()
      .result.data.map((row: { productname: string }) => row.productname)
  expect(await names('results=2&page=2')).toEqual(['Product 0'])
  expect(await names('sortField=price&sortOrder=ascend')).toEqual([
    'Product 2',
    'Product 1',
    'Product 0',
  ])
  expect(await names('productname=PRODUCT%201')).toEqual(['Product 1'])
  expect(await names('productname=%25_')).toEqual([])
  expect(await names('page=9')).toEqual([])
  expect((await get('/api/admin/archived-products', 'auditor')).json().result.total).toBe(0)
})

test('a list cannot be sorted by a field that the client made up', async () => {
  const { get } = await openTestShop()
  for (const field of ['price;drop', '__proto__', 'constructor', 'price desc'])
    expect((await get(`/api/admin/products?sortField=${field}`, 'auditor')).status).toBe(400)
})

test('a filter text that Postgres cannot store is answered with 400', async () => {
  const { get } = await openTestShop()
  expect((await get('/api/admin/products?productname=%00', 'auditor')).status).toBe(400)
  expect((await get('/api/admin/orders?search=%00', 'auditor')).status).toBe(400)
})

test('list parameters are also taken from a JSON body', async () => {
  const { app } = await openTestShop()
  const answer = await app.inject({
    method: 'GET',
    url: '/api/admin/products',
    headers: { authorization: 'Bearer auditor' },
    payload: { page: 3, results: 7, sortField: 'price', sortOrder: 'descend' },
  })
  expect(answer.json().result).toEqual({ data: [], total: 0, page: 3, results: 7 })
})

test('the international location is listed after those in the country', async () => {
  const { get, append } = await openTestShop()
  for (const [index, name] of ['Jigawa', 'international', 'imo'].entries()) {
    const locationId = [one, two, three][index]
    await append(`location-${index}`, [
      { type: 'LocationCreated', data: { locationId, name, price: 1, address: '' } },
    ])
  }
  const { result } = (await get('/api/delivery-location')).json()
  const names = result.map(({ locationname }: { locationname: string }) => locationname)
  expect(names).toEqual(['imo', 'Jigawa', 'international'])
})

test('customers can choose only active delivery locations, and see the chosen one’s price', async () => {
  const { get, append } = await openTestShop()
  const location = { locationId: one, name: 'Lekki shop', price: 0, address: '12 Admiralty Way' }
  await append('location-1', [{ type: 'LocationCreated', data: location }])
  await append('location-2', [
    { type: 'LocationCreated', data: { locationId: two, name: 'Abuja', price: 4500, address: '' } },
    { type: 'LocationArchived', data: { locationId: two } },
  ])
  expect((await get('/api/delivery-location')).json()).toEqual({
    result: [{ locationid: one, locationname: 'Lekki shop', price: 0 }],
  })
  expect((await get(`/api/delivery-location/${one}`)).json()).toEqual({
    result: { locationname: 'Lekki shop', deliveryaddress: '12 Admiralty Way', price: 0 },
  })
  for (const unknown of [two, three, 'x', '%00', one.slice(1)])
    expect((await get(`/api/delivery-location/${unknown}`)).status).toBe(404)
  const archived = await get('/api/admin/archived-delivery-location', 'administrator')
  expect(archived.json().result.data).toMatchObject([{ locationname: 'Abuja', price: 4500 }])
})

test('the form’s campaign is the current one that started last', async () => {
  const { get, append, clock } = await openTestShop()
  const campaigns: [string, string, string, string][] = [
    [one, 'Ended', '2026-02-01T00:00:00.000Z', '2026-03-10T12:00:00.000Z'],
    [two, 'Old', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    [three, 'New', '2026-03-10T12:00:00.000Z', '2026-03-11T00:00:00.000Z'],
  ]
  for (const [salesId, name, startsAt, endsAt] of campaigns)
    await append(`sales-${salesId}`, [
      { type: 'SalesCreated', data: { salesId, name, startsAt, endsAt } },
    ])
  await append(`sales-${two}`, [
    { type: 'SalesMessageUpdated', data: { salesId: two, message: 'Ready on Monday' } },
  ])
  expect((await get('/api/sales')).json().result).toEqual([
    { salesid: three, salesname: 'New', salesMessage: '' },
    { salesid: two, salesname: 'Old', salesMessage: 'Ready on Monday' },
  ])
  clock.now = new Date('2026-05-01T00:00:00.000Z')
  expect((await get('/api/sales')).json()).toEqual({ result: [] })
  const list = await get('/api/admin/sales?sortField=startDate&sortOrder=asc', 'auditor')
  expect(list.json().result.data.map((row: { salesname: string }) => row.salesname)).toEqual([
    'Ended',
    'Old',
    'New',
  ])
  expect(list.json().result.data[1]).toMatchObject({
    salesstatus: 'active',
    orders: 0,
    startDate: '2026-03-01T00:00:00.000Z',
    endDate: '2026-04-01T00:00:00.000Z',
    salesMessage: 'Ready on Monday',
  })
})

test('a stranger gets 401 from every staff list', async () => {
  const { get } = await openTestShop()
  for (const path of ['products', 'archived-products', 'delivery-location', 'sales', 'users'])
    expect((await get(`/api/admin/${path}`)).status).toBe(401)
})
