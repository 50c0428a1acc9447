import type { OrderListQuery, OrderRow, OrderStatus } from '@strand/contracts/order'
import { searchPartsOf } from '@strand/contracts/order-search'
import type { Pool } from '@strand/platform/postgres'
import { dayPage, withinDays } from './day-page.ts'
import { containing, orderedBy } from './list.ts'
import { type ListedOrder, orderColumns, orderRowOf } from './order.row.ts'

/**
 * A tab by date, the usual case, costs the same whatever page and however many orders. A search or
 * a filter finds its orders through the trigram index first; one that finds too many of them walks
 * along the tab instead, where it soon has a page together.
 */

/** Orders a search may find through the index; and up to which number the others are counted. */
const mostFound = 5_000
const mostCounted = 1_000

const sortFields = {
  createdat: 'state.created_at',
  orderid: 'state.order_id',
  orderstatus: 'state.status',
  total: 'detail.total',
  quantity: 'detail.quantity',
  deliveryprice: 'detail.delivery_price',
  fullname: "lower(detail.first_name || ' ' || detail.last_name)",
  accountname: 'lower(detail.account_name)',
  email: 'lower(detail.email)',
  phone: 'detail.phone',
  instagramusername: 'lower(detail.instagram)',
  country: 'detail.country',
  deliverylocation: 'lower(detail.location)',
  deliveryaddress: 'lower(detail.address)',
  sales: 'lower(detail.sales)',
}

/** Filters on what the search text holds, too, and on what it does not. */
const searchableFilters = {
  orderid: 'detail.order_id',
  fullname: "detail.first_name || ' ' || detail.last_name",
  email: 'detail.email',
  phone: "regexp_replace(detail.phone, '\\D', '', 'g')",
  instagramusername: 'detail.instagram',
  accountname: 'detail.account_name',
} as const
const otherFilters = {
  country: 'detail.country',
  deliverylocation: 'detail.location',
  sales: 'detail.sales',
} as const

type Conditions = { sql: string[]; values: unknown[]; indexed: boolean }

export type OrderLists = { pool: Pool; tokenSecret: Buffer; now: () => Date }

export const orderList = async (
  { pool, tokenSecret, now }: OrderLists,
  status: OrderStatus,
  query: OrderListQuery,
): Promise<{ rows: OrderRow[]; total: number }> => {
  const time = now()
  const { rows } = await pool.query<ListedOrder>(...(await statement(pool, status, query, time)))
  return {
    total: rows[0]?.list_total ?? 0,
    rows: rows.flatMap((row) =>
      row.orderid === null
        ? []
        : [orderRowOf({ ...row, orderid: row.orderid }, { secret: tokenSecret, now: time })],
    ),
  }
}

const statement = async (
  pool: Pool,
  status: OrderStatus,
  query: OrderListQuery,
  now: Date,
): Promise<[string, unknown[]]> => {
  const { dateFrom = null, dateTo = null, page, results, sortField = 'createdat' } = query
  const standard = { field: 'createdat', order: 'desc' } as const
  const order = orderedBy(query, sortFields, standard, 'state.order_id')
  const base = [status, dateFrom, dateTo, results, (page - 1) * results, now]
  const conditions = conditionsOf(query, base.length)
  if (conditions.sql.length === 0)
    return [sortField === 'createdat' ? byDate(order) : byField(order), base]

  if (conditions.indexed) {
    const found = await pool.query<{ order_id: string }>(
      `select order_id from read.order_detail detail
       where ${renumbered(conditions, base.length)} limit ${mostFound + 1}`,
      conditions.values,
    )
    if (found.rows.length <= mostFound)
      return [amongFound(order), [...base, found.rows.map((row) => row.order_id)]]
  }
  return [walk(order, conditions.sql.join(' and ')), [...base, ...conditions.values]]
}

const conditionsOf = (query: OrderListQuery, offset: number): Conditions => {
  const conditions: Conditions = { sql: [], values: [], indexed: false }
  const add = (expression: string, pattern: string) => {
    conditions.values.push(pattern)
    conditions.sql.push(`${expression} like $${offset + conditions.values.length}`)
  }
  const addSearch = (typed: string) => {
    for (const part of searchPartsOf(typed)) {
      add('detail.search', containing(part))
      conditions.indexed = true
    }
  }
  addSearch(query.search)
  for (const [name, expression] of Object.entries(searchableFilters)) {
    const typed = query[name as keyof typeof searchableFilters]
    if (typed === '') continue
    addSearch(typed)
    if (name !== 'orderid')
      add(`lower(${expression})`, containing(name === 'phone' ? lastDigits(typed) : lower(typed)))
  }
  for (const [name, expression] of Object.entries(otherFilters)) {
    const typed = query[name as keyof typeof otherFilters]
    if (typed !== '') add(`lower(${expression})`, containing(lower(typed)))
  }
  return conditions
}

const lower = (text: string) => text.toLowerCase()
const lastDigits = (typed: string) => searchPartsOf(typed)[0] ?? ''

/** The same conditions in a statement that has no other parameters. */
const renumbered = ({ sql }: Conditions, offset: number) =>
  sql.join(' and ').replace(/\$(\d+)/g, (_text, number) => `$${Number(number) - offset}`)

const byDate = (order: string) => `
  with ${dayPage({
    rows: 'read.order_state',
    time: 'created_at',
    id: 'order_id',
    days: 'read.order_day',
    where: 'status = $1',
    order: order.endsWith(' asc') ? 'asc' : 'desc',
    dateFrom: '$2',
    dateTo: '$3',
    limit: '$4',
    offset: '$5',
  })} ${orderColumns('$6')}`

/** By another field than the date the whole tab is sorted; its number is still the counted one. */
const byField = (order: string) => `
  with counted as (
    select coalesce(sum(count), 0)::int8 as total from read.order_day
    where status = $1 and day >= coalesce($2::date, '-infinity')
      and day <= coalesce($3::date, 'infinity')
  ), page as (
    select state.order_id, row_number() over (order by ${order}) as rank
    from read.order_state state join read.order_detail detail using (order_id)
    where status = $1 and ${withinDays('state.created_at', '$2', '$3')}
    order by ${order} limit $4 offset $5
  ) ${orderColumns('$6')}`

const amongFound = (order: string) => `
  with found as materialized (
    select state.order_id, row_number() over (order by ${order}) as rank
    from read.order_state state join read.order_detail detail using (order_id)
    where state.order_id = any($7::text[]) and status = $1
      and ${withinDays('state.created_at', '$2', '$3')}
  ), counted as (
    select count(*) as total from found
  ), page as (
    select * from found order by rank limit $4 offset $5
  ) ${orderColumns('$6')}`

const walk = (order: string, conditions: string) => {
  // `offset 0` keeps the planner on the way it is told: along the tab, one look into the details
  // an order.
  const found = `
    from read.order_state state, lateral (
      select * from read.order_detail detail
      where detail.order_id = state.order_id and ${conditions} offset 0
    ) detail
    where status = $1 and ${withinDays('state.created_at', '$2', '$3')}`
  return `
    with counted as (
      select count(*) as total from (select ${found} limit ${mostCounted}) counted_rows
    ), page as (
      select order_id, row_number() over () as rank from (
        select state.order_id ${found} order by ${order} limit $4 offset $5
      ) part
    ) ${orderColumns('$6')}`
}
