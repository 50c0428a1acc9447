import { maximumPageSize } from '@strand/contracts/list'
import type { OrderListQuery, OrderRow } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { Pool } from '@strand/platform/postgres/pool'
import { dayPage, withinDays } from '../../day-page.ts'
import { orderByClause } from '../../page.ts'
import { type Conditions, conditionsOf } from './filters.ts'
import { type ListedOrder, orderColumns, orderRowOf } from './row.ts'

/**
 * A tab sorted by date, the usual case, costs the same for any page and any number of orders. A
 * search or a filter first finds its orders through the trigram index; one that finds too many
 * scans the tab instead, which soon fills a page.
 */

/** The most orders that a search may find before it counts as general: about a microsecond each. */
const maximumHits = 5_000
/**
 * The most orders scanned only for a total, several microseconds each. In a longer tab, the total
 * of a general search or filter is what is known without further counting: a lower bound.
 */
const maximumScanned = 2_000

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

export type OrderListOptions = { pool: Pool; tokenSecret: Buffer; now: () => Date }

export const orderList = async (
  { pool, tokenSecret, now }: OrderListOptions,
  status: OrderStatus,
  query: OrderListQuery,
): Promise<{ rows: OrderRow[]; total: number }> => {
  const time = now()
  const { rows } = await pool.query<ListedOrder>(statement(status, query, time))
  return {
    total: rows[0]?.list_total ?? 0,
    rows: rows.flatMap((row) =>
      row.orderid === null
        ? []
        : [orderRowOf({ ...row, orderid: row.orderid }, { secret: tokenSecret, now: time })],
    ),
  }
}

const statement = (
  status: OrderStatus,
  query: OrderListQuery,
  now: Date,
): { name?: string; text: string; values: unknown[] } => {
  const { dateFrom = null, dateTo = null, page, results, sortField = 'createdat' } = query
  const defaultSort = { field: 'createdat', order: 'desc' } as const
  const order = orderByClause(query, sortFields, defaultSort, 'state.order_id')
  const base = [status, dateFrom, dateTo, results, (page - 1) * results, now]
  const conditions = conditionsOf(query, base.length)
  const { parts, filters } = conditions
  if (parts.length === 0 && filters.length === 0)
    // A named prepared statement, since planning takes longer than running it.
    return sortField === 'createdat'
      ? { name: `order list, ${order}`, text: byDate(order), values: base }
      : { text: byField(order), values: base }
  const values = [...base, ...conditions.values]
  if (parts.length === 0) return { text: scanned(order, conditions), values }
  const text = searched(order, conditions)
  if (filters.length > 0) return { text, values }
  // One statement for all searches with as many parts; the name says which parts are compared.
  const shape = parts.map((part) => (part.startsWith('strpos') ? '=' : '~')).join('')
  return { name: `search ${sortField} ${query.sortOrder ?? ''} ${shape}`, text, values }
}

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
    maximumRows: maximumPageSize,
    limit: '$4',
    offset: '$5',
  })} ${orderColumns('$6')}`

/** Number of the tab's orders in the period, as the projection counts them. */
const tabSize = `(
  select coalesce(sum(count), 0)::int8 from read.order_day
  where status = $1 and day >= coalesce($2::date, '-infinity')
    and day <= coalesce($3::date, 'infinity')
)`

/**
 * Sorting by a field other than the date sorts the whole tab; the total still comes from the
 * counts.
 */
const byField = (order: string) => `
  with counted as (
    select ${tabSize} as total
  ), page as (
    select state.order_id, row_number() over (order by ${order}) as rank
    from read.order_state state join read.order_detail detail using (order_id)
    where status = $1 and ${withinDays('state.created_at', '$2', '$3')}
    order by ${order} limit $4 offset $5
  ) ${orderColumns('$6')}`

/** Looks up a row's related rows; `offset 0` keeps the planner from choosing another plan. */
const lookUp = (name: string, table: string, conditions: string[]) => `, lateral (
     select * from read.${table} ${name}
     where ${[`${name}.order_id = state.order_id`, ...conditions].join(' and ')} offset 0
   ) ${name}`

/** Whether the list is sorted by a column of the details. */
const sortsDetails = (order: string) => order.includes('detail.')

/** Orders of the tab that meet the conditions, found by scanning the tab. */
const scan = (order: string, { parts, filters }: Conditions, only = 'true') => `
   from read.order_state state
   ${parts.length > 0 ? lookUp('candidate', 'order_search', parts) : ''}
   ${filters.length > 0 || sortsDetails(order) ? lookUp('detail', 'order_detail', filters) : ''}
   where ${only} and state.status = $1 and ${withinDays('state.created_at', '$2', '$3')}`

const counting = (rows: string) => `(select count(*) from (select ${rows}) counted_row)`

/** A filter without an index. Its total is exact up to the limit, and a lower bound beyond it. */
const scanned = (order: string, conditions: Conditions) => `
  with page as (
    select state.order_id, row_number() over (order by ${order}) as rank
    ${scan(order, conditions)} order by ${order} limit $4 offset $5
  ), counted as (
    select greatest(
      ${counting(`${scan('', conditions)} limit ${maximumScanned}`)},
      case when exists (select from page) then $5::int8 + (select count(*) from page) end
    ) as total
  ) ${orderColumns('$6')}`

/** `selective` says which of the two ways to a page and a total is taken. */
const searched = (order: string, conditions: Conditions) => `
  with hit as materialized (
    select order_id, status, created_at from read.order_search candidate
    where ${conditions.parts.join(' and ')} limit ${maximumHits + 1}
  ), selective as materialized (
    select count(*) <= ${maximumHits} as holds from hit
  ), matched as materialized (
    select state.* from hit state
    ${conditions.filters.length > 0 ? lookUp('detail', 'order_detail', conditions.filters) : ''}
    where state.status = $1 and ${withinDays('state.created_at', '$2', '$3')}
  ), page as (
    (select state.order_id, row_number() over (order by ${order}) as rank
     from matched state ${sortsDetails(order) ? 'join read.order_detail detail using (order_id)' : ''}
     where (select holds from selective) order by ${order} limit $4 offset $5)
    union all
    (select state.order_id, row_number() over (order by ${order}) as rank
     ${scan(order, conditions, 'not (select holds from selective)')}
     order by ${order} limit $4 offset $5)
  ), counted as (
    select case
      when (select holds from selective) then (select count(*) from matched)
      when ${tabSize} <= ${maximumScanned} then ${counting(scan('', conditions))}
      else greatest(
        (select count(*) from matched),
        case when exists (select from page) then $5::int8 + (select count(*) from page) end
      )
    end as total
  ) ${orderColumns('$6')}`
