import { isDeepStrictEqual } from 'node:util'
import { lagosDay } from '@strand/contracts/lagos-time'
import { Rerun } from '@strand/contracts/reports/issued'
import { DayClose, MonthClose, Overview } from '@strand/contracts/reports/overview'
import { Reports } from '@strand/contracts/reports/report'
import { canonicalSha256 } from '@strand/log-proof/canonical-sha256'
import { eventually } from '@strand/platform/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { createCatalogue, placeOrder } from '../testing/fixtures.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'

let staffed: StaffedShop
let goods: Awaited<ReturnType<typeof createCatalogue>>
const today = lagosDay(new Date().toISOString())
const path = (rest: string) => `/api/admin/reports/${rest}`

beforeAll(async () => {
  staffed = await startStaffedShop()
  const { shop, owner, administrator } = staffed
  goods = await createCatalogue(shop, owner)
  const orders: string[] = []
  for (let n = 0; n < 5; n++) orders.push(await placeOrder(shop, goods))
  const as = administrator.token
  for (const id of orders.slice(0, 3)) await shop.put(`/api/admin/approve-order/${id}`, {}, { as })
  await shop.put(`/api/order/${orders[0]}/status`, { orderStatus: 5 }, { as })
  await shop.put(`/api/order/${orders[1]}/status`, { orderStatus: 6, orderMessage: 'Gone' }, { as })
  await shop.remove(`/api/admin/delete-order/${orders[3]}`, undefined, { as })
})
afterAll(() => staffed.shop.close())

const read = async <S extends z.ZodType>(schema: S, rest: string, as = staffed.owner) => {
  const { status, body } = await staffed.shop.get(path(rest), { as })
  expect([rest, status]).toEqual([rest, 200])
  return schema.parse(body.result) as z.infer<S>
}
const issue = (name: string, body: object = {}, headers: Record<string, string> = {}) =>
  staffed.shop.call('POST', path(`${name}/issue`), { as: staffed.owner, body, headers })

test('a report says what it was made from, as JSON and as CSV', async () => {
  const { shop, owner, administrator } = staffed
  const sales = await read(Reports.sales, `sales?from=${today}&to=${today}`)
  expect(sales).toMatchObject({
    definition: { name: 'sales', version: 1 },
    from: today,
    to: today,
    by: 'day',
    asOf: today,
    totals: { orders: 3, reversedOrders: 1, netOrders: 2 },
  })
  expect(sales.rows).toEqual([{ period: today, ...sales.totals }])
  expect(sales.sha256).toBe(canonicalSha256(sales.rows))
  // The last counted event archived the pending order; nothing has happened since.
  const { rows } = await shop.pool.query(
    `select type from event_log.event order by position offset $1 limit 1`,
    [sales.index],
  )
  expect(rows).toEqual([{ type: 'OrderArchived' }])
  expect(await read(Reports.sales, `sales?from=${today}&to=${today}&asOf=${sales.index}`)).toEqual({
    ...sales,
    asOf: sales.index,
  })

  const csv = await shop.call('GET', path(`staff?from=${today}&to=${today}`), {
    as: owner,
    headers: { accept: 'text/csv' },
  })
  const staff = await read(Reports.staff, `staff?from=${today}&to=${today}`)
  const [row] = staff.rows
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="staff-${today}-${today}.csv"`,
    'x-report-definition': 'staff 1',
    'x-report-as-of': today,
    'x-report-index': String(staff.index),
    'x-report-sha256': staff.sha256,
  })
  const [head, line, ...none] = csv.text.replace('\ufeff', '').split('\r\n')
  expect(head).toBe(`"${Object.keys(row ?? {}).join('","')}"`)
  expect(line?.split(',').slice(0, 4)).toEqual([
    '',
    `"${administrator.userid}"`,
    '3',
    expect.any(String),
  ])
  expect(none).toEqual([''])
})

test('a report that cannot be made is refused, naming the field', async () => {
  const { shop, owner: as } = staffed
  const refused = async (query: string) => {
    const { status, body } = await shop.get(path(query), { as })
    return [status, body.details?.[0]?.path]
  }
  expect(await refused('sales?from=2026-03-02&to=2026-03-01')).toEqual([400, expect.any(String)])
  expect(await refused('sales?from=2000-01-01&to=2026-01-01')).toEqual([400, 'by'])
  expect(await refused('sales?asOf=2099-01-01')).toEqual([400, 'asOf'])
  expect(await refused('sales?asOf=99999999')).toEqual([400, 'asOf'])
  expect(await refused('sales?asOf=soon')).toEqual([400, 'asOf'])
  expect(await refused('sales?by=year')).toEqual([400, 'by'])
  expect(await refused('day/2099-01-01')).toEqual([400, 'date'])
  expect(
    (await read(Reports.sales, 'sales?from=2000-01-01&to=2026-01-01&by=month')).rows,
  ).toHaveLength(313)
  // Nothing happened before the shop's first day.
  const before = await read(Reports.pipeline, 'pipeline?asOf=2020-01-01&by=month')
  expect(before).toMatchObject({ index: null, totals: { created: 0, pending: 0 } })
  expect((await issue('pipeline', { asOf: '2020-01-01' })).status).toBe(409)
})

test('the overview’s numbers match the lists that they link to', async () => {
  const { shop, owner, administrator } = staffed
  const overview = await read(Overview, 'overview')
  const answer = await shop.get('/api/admin/orders/counts', { as: owner })
  const counts = answer.body.result as Record<string, number>
  const { pipeline } = overview.today
  expect(pipeline).toMatchObject({
    pending: counts.pending,
    shipped: counts.shipped,
    archived: counts.archived,
    created: 5,
  })
  expect(overview.today.sales.netOrders).toBe(Number(counts.confirmed) + Number(counts.shipped))
  const [from, to] = [overview.last30.from, overview.last30.to]
  const products = await read(Reports.products, `products?from=${from}&to=${to}`)
  expect(overview.last30.products).toEqual(products.rows.slice(0, 5))
  expect(overview.last30.days).toEqual(
    (await read(Reports.sales, `sales?from=${from}&to=${to}`)).rows,
  )
  expect(overview.last30.pipeline).toEqual(
    (await read(Reports.pipeline, `pipeline?from=${from}&to=${to}`)).totals,
  )
  const { total } = await shop.list('/api/admin/orders', owner, { dateFrom: today, dateTo: today })
  expect(pipeline.pending).toBe(total)

  const administrators = await read(Overview, 'overview', administrator.token)
  expect(administrators.last30).toMatchObject({ products: null, campaigns: null })
  expect(administrators.last30.locations).toEqual(overview.last30.locations)
  const close = await read(DayClose, `day/${today}`, administrator.token)
  expect(close).toMatchObject({
    date: today,
    pendingBefore: 0,
    sales: overview.today.sales,
    pipeline,
    approvals: { approvals: 3, withoutMoney: 3, reversals: 1 },
    money: { arrivedKobo: 0 },
    checkpoint: { day: today, signers: [expect.any(String)] },
  })
})

test('an issued report can be run again, and any differences are shown', async () => {
  const { shop, owner, administrator } = staffed
  const key = { 'Idempotency-Key': 'the-report-of-today' }
  const issued = await issue('products', { from: today, to: today }, key)
  const { reportId, index, sha256 } = issued.body
  expect(issued.status).toBe(201)
  expect((await issue('products', { from: today, to: today }, key)).body.reportId).toBe(reportId)
  const products = await read(Reports.products, `products?from=${today}&to=${today}&asOf=${index}`)
  expect(products.sha256).toBe(sha256)

  const { data, total } = await shop.list(path('issued'), owner)
  expect(total).toBe(1)
  const parameters = { from: today, to: today, by: null, asOf: today }
  expect(data[0]).toMatchObject({ reportId, name: 'products', version: 1, parameters, index })
  // Administrators may read neither the product report nor issued reports.
  expect((await shop.list(path('issued'), administrator.token)).total).toBe(0)
  const hidden = await shop.get(path(`issued/${reportId}`), { as: administrator.token })
  expect(hidden.status).toBe(404)
  expect(await read(Rerun, `issued/${reportId}`)).toEqual({
    issued: data[0],
    sha256,
    same: true,
    missing: [],
    added: [],
  })

  await shop.pool.query(
    `update reports_v3.report_sum set amount = amount + 1 where series = 'product'`,
  )
  await shop.pool.query(
    `update reports_v3.report_fact set amount = amount + 1 where kind = 'product'`,
  )
  const { same, missing, added } = await read(Rerun, `issued/${reportId}`)
  expect([same, missing, added.length]).toEqual([false, products.rows, products.rows.length])
})

test('a month close agrees with its reports, as at any event, and names the accounts and the checkpoint', async () => {
  const { shop, owner, administrator, auditor } = staffed
  const month = today.slice(0, 7)
  // A checkpoint of the last events may be signed between the two reads.
  const [close, day] = await eventually(
    async () =>
      [await read(MonthClose, `month/${month}`), await read(DayClose, `day/${today}`)] as const,
    ([{ checkpoint }, day]) => checkpoint && isDeepStrictEqual(checkpoint, day.checkpoint),
  )
  const days = `from=${close.from}&to=${close.to}`
  expect([close.from, close.to]).toEqual([`${month}-01`, today])
  expect(close.sales).toEqual((await read(Reports.sales, `sales?${days}`)).totals)
  expect(close.money).toEqual((await read(Reports.money, `money?${days}`)).totals)
  expect(close).toMatchObject({
    owed: { owedKobo: 0, paidBackKobo: 0, openKobo: 0 },
    takenBackKobo: 0,
    unbalanced: [],
  })
  expect(close.accounts.map(({ bankAccountId }) => bankAccountId)).toEqual(
    day.accounts.map(({ bankAccountId }) => bankAccountId),
  )
  const later = await placeOrder(shop, goods)
  await shop.put(`/api/admin/approve-order/${later}`, {}, { as: owner })
  expect(await read(MonthClose, `month/${month}?asOf=${close.index}`)).toMatchObject({
    sales: close.sales,
    index: close.index,
  })
  expect((await read(MonthClose, `month/${month}`)).sales.orders).toBe(close.sales.orders + 1)
  for (const as of [administrator.token, auditor.token])
    expect((await shop.get(path(`month/${month}`), { as })).status).toBe(200)
  for (const wrong of ['2999-01', '2026-13', '2026-1', 'x', '0000-01'])
    expect([wrong, (await shop.get(path(`month/${wrong}`), { as: owner })).status]).toEqual([
      wrong,
      400,
    ])
})

test('no report is made while an event is parked', async () => {
  const { shop, owner: as } = staffed
  await shop.pool.query(
    `insert into public.parked_stream (kind, name, version, stream, revision, position, event_id,
       event_type, reason)
     values ('projection', 'reports', 3, 'order-X', 0, 0, gen_random_uuid(), 'OrderCreated', 'x')`,
  )
  for (const rest of ['sales', 'overview', `day/${today}`]) {
    const { status, headers } = await shop.get(path(rest), { as })
    expect([rest, status, Number(headers['retry-after']) > 0]).toEqual([rest, 503, true])
  }
  expect((await issue('sales')).status).toBe(503)
})
