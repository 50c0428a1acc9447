import { beforeAll, expect, test } from 'vitest'
import type { Row } from '../testing/client.ts'
import { placeOrder } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'

const { shop, goods, ...signedIn } = await openOrderSuite()
let { owner } = signedIn
let salesid: unknown
const made: string[] = []

const approve = (id: string) => shop.put(`/api/admin/approve-order/${id}`, undefined, { as: owner })
const csv = (url: string) => shop.get(url, { as: owner, headers: { Accept: 'text/csv' } })

/** Parses CSV strictly by RFC 4180. */
const cellsOf = (content: string): string[][] => {
  const rows: string[][] = [[]]
  let rest = content
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest)
    const cell = quoted?.[0] ?? /^[^",\r\n]*/.exec(rest)?.[0] ?? ''
    rows.at(-1)?.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : cell)
    rest = rest.slice(cell.length)
    if (rest.startsWith(',')) rest = rest.slice(1)
    else if (rest.startsWith('\r\n')) {
      rest = rest.slice(2)
      if (rest !== '') rows.push([])
    } else if (rest !== '') throw new Error(`Not RFC 4180: ${rest.slice(0, 40)}`)
  }
  return rows
}
const formula = '=HYPERLINK("http://bad.example","x")'

beforeAll(async () => {
  await shop.post(
    '/api/admin/create-sales',
    { sales: '+Easter, "best"', startDate: '2020-01-01 00:00:00', endDate: '2040-01-01 00:00:00' },
    { as: owner },
  )
  salesid = ((await shop.get('/api/sales')).body.result as Row[])[0]?.salesid
  const line = (productname: string, price: number, quantity: number) => ({
    productname,
    price,
    quantity,
    amount: price * quantity,
  })
  made.push(
    await placeOrder(shop, goods, { firstname: '=Ada', lastname: 'Obi', salesid }),
    await placeOrder(shop, goods, {
      deliveryaddress: 'Flat 2,\n"Rose" House, Ikeja',
      instagramusername: '@ada.hair',
      products: [line('Body wave', 72_000, 1), line('Lace closure', 42_500, 3)],
      amount: 72_000 + 127_500 + 2500,
    }),
    await placeOrder(shop, goods, { deliveryaddress: formula, salesid }),
    await placeOrder(shop, goods), // stays pending
    await placeOrder(shop, goods), // will be archived
  )
  for (const id of made.slice(0, 3)) await approve(id)
  await shop.remove(`/api/admin/delete-order/${made[4]}`, undefined, { as: owner })
})

test('S7.1: download-orders returns the confirmed orders with the CSV’s fields', async () => {
  const { data } = await shop.list('/api/admin/download-orders', owner)
  expect(data.map(({ orderid }) => orderid).sort()).toEqual(made.slice(0, 3).sort())
  for (const row of data)
    expect(Object.keys(row).sort()).toEqual(
      [
        'orderid',
        'fullname',
        'deliveryaddress',
        'product',
        'sales',
        'instagramusername',
        'createdat',
      ].sort(),
    )
  expect(data.find(({ orderid }) => orderid === made[0])).toMatchObject({
    fullname: '=Ada Obi',
    sales: '+Easter, "best"',
    instagramusername: 'ada.hair',
  })
})

test('S7.2: the CSV of confirmed orders has the specification’s columns and a byte-order mark', async () => {
  const answer = await csv('/api/admin/download-orders')
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^text\/csv; *charset=utf-8/i)
  expect(answer.headers['content-disposition']).toMatch(
    /attachment; filename="?confirmed-orders-\d{4}-\d\d-\d\d\.csv"?/,
  )
  expect(answer.text.startsWith('\ufeff')).toBe(true)
  const [header, ...rows] = cellsOf(answer.text.slice(1))
  expect(header).toEqual([
    'Order Id',
    'Full Name',
    'Delivery Address',
    'Product',
    'Sale',
    'Instagram Username',
    'Date Created',
  ])
  expect(rows.map(([id]) => id).sort()).toEqual(made.slice(0, 3).sort())
})

test('S7.3: cells are quoted, and none of them is a formula', async () => {
  const rows = cellsOf((await csv('/api/admin/download-orders')).text.slice(1))
  const row = (id: string | undefined) => rows.find(([orderid]) => orderid === id) ?? []
  expect(row(made[0])[1]).toBe("'=Ada Obi")
  expect(row(made[0])[4]).toBe(`'+Easter, "best"`)
  expect(row(made[1])[2]).toBe('Flat 2,\n"Rose" House, Ikeja')
  expect(row(made[1])[5]).toMatch(/^('@)?ada\.hair$/)
  expect(row(made[2])[2]).toBe(`'${formula}`)
  expect(row(made[1])[3]).toMatch(/Body wave.*Lace closure/)
})

test('S7.4: the file is named after the day in Lagos', async () => {
  const now = shop.now()
  shop.itIs('2031-05-06T23:30:00Z')
  owner = await shop.signIn()
  expect((await csv('/api/admin/download-orders')).headers['content-disposition']).toContain(
    'confirmed-orders-2031-05-07.csv',
  )
  expect((await csv('/api/admin/order-products')).headers['content-disposition']).toContain(
    'ordered-products-2031-05-07.csv',
  )
  shop.itIs(now)
  owner = await shop.signIn()
})

test('S7.5: ordered products has one row per product and campaign, counting all orders that are not archived', async () => {
  const { data } = await shop.list('/api/admin/order-products', owner)
  const rows = data.map(({ product, productordered, sales }) => [
    product,
    productordered,
    sales ?? '',
  ])
  expect(rows.sort()).toEqual(
    [
      ['Body wave', 4, '+Easter, "best"'],
      ['Body wave', 3, ''],
      ['Lace closure', 3, ''],
    ].sort(),
  )
})

test('S7.2: the CSV has Product Name, Quantity Ordered and Sales', async () => {
  const answer = await csv('/api/admin/order-products')
  expect(answer.headers['content-disposition']).toMatch(
    /attachment; filename="?ordered-products-\d{4}-\d\d-\d\d\.csv"?/,
  )
  expect(answer.text.startsWith('\ufeff')).toBe(true)
  const [header, ...rows] = cellsOf(answer.text.slice(1))
  expect(header).toEqual(['Product Name', 'Quantity Ordered', 'Sales'])
  expect(rows).toHaveLength(3)
  expect(rows).toContainEqual(['Body wave', '4', `'+Easter, "best"`])
})

test('S7.6: nobody can export without signing in, not even as CSV', async () => {
  for (const url of ['/api/admin/download-orders', '/api/admin/order-products'])
    expect((await shop.get(url, { headers: { Accept: 'text/csv' } })).status).toBe(401)
})
