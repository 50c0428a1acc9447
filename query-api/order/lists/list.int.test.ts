import { OrderListQuery, type OrderRow } from '@strand/contracts/order/staff'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { joinSql, sql, statementOf } from '@strand/platform/postgres/sql'
import { eventually } from '@strand/platform/testing/eventually'
import { orderSchema } from '@strand/projections/testing/order'
import { expect, test } from 'vitest'
import { openTestShop } from '../../testing/test-shop.ts'
import { searchConditions } from './filters.ts'
import { orderList } from './list.ts'

/**
 * A shop whose read model has `count` copies of one order, `apart` in time; by default, all are
 * from one day.
 */
const openBusyShop = async (count: number, { apart = '1 second', projectors = false } = {}) => {
  const shop = await openTestShop({ projectors })
  const order = await shop.order('7K3Q-ZM9X-WD4T')
  const at = '2026-03-01T08:00:00.000Z'
  await shop.append('order-1', [order.created({ accountName: 'The first' })], { at })
  await shop.caughtUp()
  const schema = orderSchema(shop.personalData)
  await shop.pool.query(`
    insert into ${schema}.order_state
    select 'N' || lpad(n::text, 5, '0'), status, created_at + n * interval '${apart}',
      position, message, review, steps, shipment, question, notes, note, assignee, proposed_by,
      proposal_reason
    from ${schema}.order_state, generate_series(1, ${count - 1}) n;
    insert into ${schema}.order_detail
    select (json_populate_record(detail, json_build_object(
      'order_id', 'N' || lpad(n::text, 5, '0'), 'created_at', created_at + n * interval '${apart}',
      'account_name', 'Payer ' || n % 7, 'files', '[]'::json))).*
    from ${schema}.order_detail detail, generate_series(1, ${count - 1}) n;
    insert into ${schema}.order_search
    select 'N' || lpad(n::text, 5, '0'), status, created_at + n * interval '${apart}',
      'n' || lpad(n::text, 5, '0') || ' ada okafor payer' || n % 7
    from ${schema}.order_search, generate_series(1, ${count - 1}) n;
    create temp table day on commit drop as
      select status, (created_at at time zone 'Africa/Lagos')::date as day, count(*)
      from ${schema}.order_state group by 1, 2;
    delete from ${schema}.order_month;
    insert into ${schema}.order_month
      select status, date_trunc('month', day), sum(count) from day group by 1, 2;
    delete from ${schema}.order_day;
    insert into ${schema}.order_day select * from day;
    update ${schema}.order_count set count = ${count}`)
  const list = async (query: string) => {
    const { data, total } = (await shop.get(`/api/admin/orders?${query}`, 'auditor')).json().result
    return { total, ids: data.map(({ orderid }: OrderRow) => orderid) }
  }
  return { shop, list }
}
const id = (n: number) => `N${String(n).padStart(5, '0')}`

test('a search lists the newest first, and a field that is named without a direction upwards', async () => {
  const { list } = await openBusyShop(3)
  const newestFirst = [id(2), id(1), '7K3Q-ZM9X-WD4T']
  for (let round = 0; round < 3; round++) {
    expect((await list('search=okafor')).ids).toEqual(newestFirst)
    expect((await list('search=okafor&sortField=createdat')).ids).toEqual(newestFirst.toReversed())
  }
})

test('any page of a day with thousands of orders is right, from the first to the last', async () => {
  const { list } = await openBusyShop(5_000)
  expect(await list('results=2')).toEqual({ total: 5_000, ids: [id(4_999), id(4_998)] })
  expect((await list('results=2&page=1000')).ids).toEqual([id(3_001), id(3_000)])
  expect((await list('results=2&page=1400')).ids).toEqual([id(2_201), id(2_200)])
  expect((await list('results=2&page=2000')).ids).toEqual([id(1_001), id(1_000)])
  expect((await list('results=3&page=1667')).ids).toEqual([id(1), '7K3Q-ZM9X-WD4T'])
  expect((await list('results=2&page=2501')).ids).toEqual([])
  const oldest = 'sortField=createdat&sortOrder=asc&results=2'
  expect((await list(`${oldest}&page=2400`)).ids).toEqual([id(4_798), id(4_799)])
  expect((await list(`${oldest}&page=2480`)).ids).toEqual([id(4_958), id(4_959)])
})

test('any page of two years, or of a period within them, is right in either order', async () => {
  const { list } = await openBusyShop(700, { apart: '25 hours' })
  const all = Array.from({ length: 700 }, (_none, n) => (n === 0 ? '7K3Q-ZM9X-WD4T' : id(n)))
  const pagesOf = async (query: string, expected: string[]) => {
    const ids: string[] = []
    for (let page = 1; page <= Math.ceil(expected.length / 40); page++) {
      const read = await list(`results=40&page=${page}&${query}`)
      expect(read.total).toBe(expected.length)
      ids.push(...read.ids)
    }
    expect(ids).toEqual(expected)
  }
  await pagesOf('', all.toReversed())
  await pagesOf('sortField=createdat&sortOrder=asc', all)
  const inSpring = all.filter((_id, n) => {
    const time = new Date(Date.parse('2026-03-01T09:00:00.000Z') + n * 25 * 3_600_000)
    const day = time.toISOString().slice(0, 10)
    return day >= '2026-04-01' && day <= '2026-06-30'
  })
  await pagesOf('dateFrom=2026-04-01&dateTo=2026-06-30', inSpring.toReversed())
})

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('no page of a tab reads a whole table of orders, or of their files', async () => {
  const { shop } = await openBusyShop(5_000)
  const { pool, clock } = shop
  const schema = orderSchema(shop.personalData)
  await pool.query(`
    insert into ${schema}.order_file
    select md5(n::text), 'N' || lpad(n::text, 5, '0') from generate_series(1, 4999) n;
    update ${schema}.order_detail
    set files = json_build_array(json_build_object('sha256', md5(ltrim(substr(order_id, 2), '0'))))
    where order_id like 'N%';
    analyze ${schema}.order_file, ${schema}.order_detail, ${schema}.order_state`)
  for (const page of [1, 1_250, 2_500]) {
    const statements: { text: string; values: unknown[] }[] = []
    const noting = {
      query: (statement: (typeof statements)[number]) => {
        statements.push(statement)
        return pool.query(statement)
      },
    } as typeof pool
    const { rows } = await orderList(
      {
        pool: noting,
        tokenSecret: keyRing(Buffer.alloc(32)),
        now: () => clock.now,
      },
      'pending',
      OrderListQuery.parse({ page, results: 2 }),
    )
    expect(rows).toHaveLength(2)
    for (const { text, values } of statements) {
      const explained = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        text: `explain (format json) ${text}`,
        values,
      })
      const nodes = explained.rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
      const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan')
      const tables = whole.map((node) => node['Relation Name'])
      const large = ['order_state', 'order_detail', 'order_file']
      expect([page, tables.filter((table) => large.includes(table ?? ''))]).toEqual([page, []])
    }
  }
})

test('a search uses the trigram index over the folded text', async () => {
  const { shop } = await openBusyShop(5_000, { projectors: true })
  const schema = orderSchema(shop.personalData)
  // The index is created when the projection has caught up.
  await eventually(
    async () =>
      (await shop.pool.query(`select to_regclass('${schema}.order_trigrams') as made`)).rows,
    ([row]) => row?.made !== null,
  )
  for (const statement of [
    `update ${schema}.order_search set search = search || ' maaruf' where order_id = 'N00042'`,
    `select gin_clean_pending_list('${schema}.order_trigrams')`,
    `vacuum analyze ${schema}.order_search`,
  ])
    await shop.pool.query(statement)
  const { parts } = searchConditions('Ma’aruf')
  const { text, values } = statementOf(sql`
    explain (format json) select order_id from read.order_search candidate
    where ${joinSql(parts, ' and ')}`)
  const explained = await shop.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ text, values })
  const nodes = explained.rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
  expect(nodes.map((node) => node['Index Name'])).toContain('order_trigrams')
})

test('a search that finds some of the orders counts them all', async () => {
  const { list } = await openBusyShop(5_000)
  expect(await list('search=payer3&results=2&page=2')).toEqual({
    total: 714,
    ids: [id(4_980), id(4_973)],
  })
})

test('a search that finds thousands of orders counts them all', async () => {
  const { list } = await openBusyShop(4_900)
  expect(await list('search=okafor&results=3&page=1500')).toEqual({
    total: 4_900,
    ids: [id(402), id(401), id(400)],
  })
})

test('a search that finds nearly everything still has the right pages, and a total that is not too small', async () => {
  const { list } = await openBusyShop(8_000)
  const first = await list('search=okafor&results=3')
  expect(first.ids).toEqual([id(7_999), id(7_998), id(7_997)])
  expect(first.total).toBeGreaterThanOrEqual(5_000)
  const late = await list('search=okafor&results=3&page=2000')
  expect(late.ids).toEqual([id(2_002), id(2_001), id(2_000)])
  expect(late.total).toBeGreaterThanOrEqual(6_000)
  const filtered = await list('deliverylocation=lagos&results=1&page=3000')
  expect(filtered.ids).toEqual([id(5_000)])
  expect(filtered.total).toBeGreaterThanOrEqual(3_000)
})

test('the search of all statuses is bounded: it counts up to a thousand and says when there are more', async () => {
  const { shop } = await openBusyShop(5_100)
  const search = async (typed: string) =>
    (await shop.get(`/api/admin/orders/search?search=${typed}&results=1`, 'auditor')).json().result
  const hits = { pending: 1_000, confirmed: 0, shipped: 0, returned: 0, archived: 0 }
  expect(await search('okafor')).toMatchObject({ total: 5_000, more: true, hits })
  const some = { total: 729, more: false, hits: { ...hits, pending: 729 } }
  expect(await search('payer3')).toMatchObject(some)
})

test('a general search within a short period counts exactly', async () => {
  const { shop, list } = await openBusyShop(8_000)
  const order = await shop.order('ZZZZ-ZZZZ-ZZZZ')
  await shop.append('order-2', [order.created()], { at: '2026-03-05T08:00:00.000Z' })
  expect(await list('search=okafor&dateFrom=2026-03-05')).toEqual({
    total: 1,
    ids: ['ZZZZ-ZZZZ-ZZZZ'],
  })
})

test('a long word is compared as a whole, not only the piece in the index', async () => {
  const { shop, list } = await openBusyShop(2)
  for (const [orderId, instagramUsername] of [
    ['AAAA-AAAA-AAAA', 'ngozi.lawal52_hair'],
    ['BBBB-BBBB-BBBB', 'ngozi.lawal52.ng'],
  ] as const) {
    const order = await shop.order(orderId)
    await shop.append(`order-${orderId}`, [order.created({ instagramUsername })])
  }
  await shop.caughtUp()
  expect((await list('search=ngozi.lawal52')).total).toBe(2)
  expect((await list('search=@ngozi.lawal52_hair')).ids).toEqual(['AAAA-AAAA-AAAA'])
  expect((await list('search=ngozi.lawal52%25hair')).total).toBe(0)
})

test('the ids of all matches are listed, newest first, up to ten thousand', async () => {
  const { shop } = await openBusyShop(10_010)
  const matching = async (query: string) =>
    (await shop.get(`/api/admin/orders/ids?${query}`, 'auditor')).json().result
  const all = await matching('')
  expect([all.ids.length, all.more, all.ids[0]]).toEqual([10_000, true, id(10_009)])
  expect(new Set(all.ids).size).toBe(10_000)
  const found = await matching('search=payer3&dateFrom=2026-03-01&dateTo=2026-03-01')
  expect([found.ids.length, found.more, found.ids[0]]).toEqual([1_430, false, id(10_006)])
  expect((await matching('accountname=payer+4')).ids).toHaveLength(1_430)
  expect((await matching('country=nowhere')).ids).toEqual([])
  expect((await matching('status=archived')).ids).toEqual([])
  expect((await matching('dateFrom=2026-03-02')).ids).toEqual([])
  const refused = await shop.get('/api/admin/orders/ids?status=gone', 'auditor')
  expect(refused.status).toBe(400)
})
