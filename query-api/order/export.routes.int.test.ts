import { once } from 'node:events'
import { expect, test } from 'vitest'
import { csvFrame, streamRows } from '../export-stream.ts'
import { openTestShop } from '../testing/test-shop.ts'

const id = '7K3Q-ZM9X-WD4T'
const csv = { accept: 'text/csv' }

test('confirmed orders are downloaded with the fields of the specification, oldest first', async () => {
  const shop = await openTestShop()
  for (const [orderId, at] of [
    [id, '2026-03-10T08:00:00.000Z'],
    ['0000-0000-0000', '2026-03-09T08:00:00.000Z'],
  ] as const) {
    const order = await shop.order(orderId)
    await shop.append(`order-${orderId}`, [order.created()], { at })
    await shop.append(`order-${orderId}`, [order.approved()])
  }
  const pending = await shop.order('1111-1111-1111')
  await shop.append('order-1', [pending.created()])
  const { status, headers, json } = await shop.get('/api/admin/download-orders', 'auditor')
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch('application/json')
  const { data } = json().result
  expect(data).toHaveLength(2)
  expect(data[1]).toEqual({
    orderid: id,
    fullname: 'Ada Okafor',
    deliveryaddress: '5 Allen Avenue, Ikeja',
    product: 'Bone straight x 2||Wig cap x 1',
    sales: 'March sale',
    instagramusername: 'ada.hair',
    createdat: '2026-03-10T08:00:00.000Z',
  })
  const day = await shop.get('/api/admin/download-orders?dateFrom=2026-03-10', 'auditor')
  expect(day.json().result.data).toHaveLength(1)
})

test('the CSV has a byte order mark, quoted cells, and no cell that a spreadsheet would run', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  const personal = {
    firstName: '=cmd|calc',
    lastName: 'O"Neil',
    instagramUsername: '＠ada',
    deliveryAddress: '5 Allen,\r\nIkeja',
  }
  await shop.append(`order-${id}`, [order.created(personal), order.approved()], {
    at: '2026-03-10T08:00:00.000Z',
  })
  const { status, headers, raw } = await shop.get('/api/admin/download-orders', 'auditor', csv)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe(
    'attachment; filename="confirmed-orders-2026-03-10.csv"',
  )
  expect(raw.toString('utf8')).toBe(
    '\ufeff"Order Id","Full Name","Delivery Address","Product","Sale","Instagram Username","Date Created"\r\n' +
      `"${id}","'=cmd|calc O""Neil","5 Allen,\r\nIkeja","Bone straight x 2||Wig cap x 1","March sale","'＠ada","2026-03-10 09:00:00"\r\n`,
  )
})

test('an export without rows is just the header line, or an empty list in JSON', async () => {
  const { get } = await openTestShop()
  const empty = await get('/api/admin/download-orders', 'auditor', csv)
  expect(empty.text.split('\r\n')).toHaveLength(2)
  const list = await get('/api/admin/download-orders', 'auditor')
  expect(list.json()).toEqual({ result: { data: [] } })
})

test('an export of thousands of orders has each order once and leaks no connection', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  await shop.append(`order-${id}`, [order.created(), order.approved()])
  await shop.caughtUp()
  await shop.pool.query(`
    insert into read.order_state select 'N' || n, status, created_at, position,
      message, review, steps, shipment, question, notes, note, assignee, proposed_by,
      proposal_reason
    from read.order_state, generate_series(1, 4500) n;
    insert into read.order_detail
    select (json_populate_record(detail, json_build_object('order_id', 'N' || n))).*
    from read.order_detail detail, generate_series(1, 4500) n`)
  const { text } = await shop.get('/api/admin/download-orders', 'auditor', csv)
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(4501)
  expect(lines).toHaveLength(4501)
  const { data } = (await shop.get('/api/admin/download-orders', 'auditor')).json().result
  expect(data).toHaveLength(4501)
  expect(shop.pool.waitingCount + shop.pool.totalCount - shop.pool.idleCount).toBe(0)
})

test('products with the same name share one row in the ordered products', async () => {
  const shop = await openTestShop()
  const sold = { product: 'Bone straight', price: 45_000, quantity: 2, amount: 90_000 }
  for (const [orderId, productId] of [
    [id, 'p1'],
    ['0000-0000-0000', 'p9'],
  ] as const) {
    const order = await shop.order(orderId)
    const bought = { sales: null, lines: [{ ...sold, productId }] }
    await shop.append(`order-${orderId}`, [order.created({}, bought)])
  }
  const { json } = await shop.get('/api/admin/order-products', 'superadministrator')
  expect(json().result.data).toEqual([{ product: 'Bone straight', productordered: 4, sales: '' }])
})

test('ordered products are summed by product and campaign, without archived orders', async () => {
  const shop = await openTestShop()
  for (const [orderId, sales] of [[id], ['0000-0000-0000'], ['1111-1111-1111', null]] as const) {
    const order = await shop.order(orderId)
    await shop.append(`order-${orderId}`, [order.created({}, sales === null ? { sales } : {})])
  }
  const archived = await shop.order('2222-2222-2222')
  await shop.append('order-2', [archived.created(), archived.archived('pending')])
  const { json } = await shop.get('/api/admin/order-products', 'superadministrator')
  expect(json()).toEqual({
    result: {
      data: [
        { product: 'Bone straight', productordered: 2, sales: '' },
        { product: 'Bone straight', productordered: 4, sales: 'March sale' },
        { product: 'Wig cap', productordered: 1, sales: '' },
        { product: 'Wig cap', productordered: 2, sales: 'March sale' },
      ],
    },
  })
  const { text, headers } = await shop.get('/api/admin/order-products', 'superadministrator', csv)
  expect(headers['content-disposition']).toContain('ordered-products-2026-03-10.csv')
  expect(text.split('\r\n').slice(0, 3)).toEqual([
    '\ufeff"Product Name","Quantity Ordered","Sales"',
    '"Bone straight","2",""',
    '"Bone straight","4","March sale"',
  ])
  expect((await shop.get('/api/admin/order-products', 'administrator')).status).toBe(403)
})

test('a person can run only one export at a time, however slowly it is read', async () => {
  const { pool } = await openTestShop()
  const rows = {
    sql: `select n || e'\\r\\n' from generate_series(1, 100000) n`,
    values: [],
    frame: csvFrame(['N']),
  }
  const of = (name: string) => ({ client: name, network: name })
  const first = await streamRows(pool, of('ngozi'), rows)
  await once(first, 'readable')
  await expect(streamRows(pool, of('ngozi'), rows)).rejects.toThrowError(
    expect.objectContaining({ code: 'too-many-requests', retryAfter: 10 }),
  )
  const other = (await streamRows(pool, of('bola'), rows)).destroy()
  // The second tab's export waits for the first to end.
  const next = streamRows(pool, of('ngozi'), rows)
  first.destroy()
  const text = (await (await next).toArray()).join('')
  expect(text.split('\r\n')).toHaveLength(100_002)
  if (!other.closed) await once(other, 'close')
})
