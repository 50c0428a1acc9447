import { maximumPageSize } from '@strand/contracts/list'
import type { orderSortFields } from '@strand/contracts/order/sort-fields'
import type { OrderListQuery, OrderRow } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { parameter, type Sql, sql, statementOf } from '@strand/platform/postgres/sql'
import { orderByClause } from '../../page.ts'
import { personalColumns } from '../personal-columns.ts'
import type { ReadOrderCounts } from './counts.ts'
import { type Conditions, conditionsOf } from './filters.ts'
import { type ListedOrder, orderColumns, orderRowsOf } from './row.ts'
import { byDate, byEnd, byField, cutFrom, scanned, searched, type Tab } from './statements.ts'

const lower = (expression: string) => `lower(${expression})`

export const sortFields: Record<(typeof orderSortFields)[number], string> = {
  createdat: 'state.created_at',
  orderid: 'state.order_id',
  orderstatus: 'state.status',
  total: 'detail.total',
  quantity: 'detail.quantity',
  deliveryprice: 'detail.delivery_price',
  fullname: lower(personalColumns.fullname),
  accountname: lower(personalColumns.accountname),
  email: lower(personalColumns.email),
  phone: personalColumns.phone,
  instagramusername: lower(personalColumns.instagramusername),
  country: 'detail.country',
  deliverylocation: 'lower(detail.location)',
  deliveryaddress: lower(personalColumns.deliveryaddress),
  sales: 'lower(detail.sales)',
}

export type OrderListOptions = {
  pool: Pool
  tokenSecret: KeyRing
  now: () => Date
  counts: ReadOrderCounts
}

type OrderPage = { rows: OrderRow[]; total: number }
type Statement = { name?: string; text: string; values: unknown[] }

export const orderList = async (
  options: OrderListOptions,
  status: OrderStatus,
  query: OrderListQuery,
): Promise<OrderPage> => {
  const time = options.now()
  const tab = tabOf(status, query, time)
  const offset = (query.page - 1) * query.results
  const conditions = conditionsOf(query)
  const { sortField = 'createdat', dateFrom, dateTo } = query
  if (conditions.shape !== '' || conditions.filters.length > 0 || sortField !== 'createdat')
    return pageOf(options, statement(tab, query, conditions), time)
  const wholeTab = !dateFrom && !dateTo
  const read = (part: 'first' | 'last' | 'by date', needed: number) => {
    const rows = cutFrom(needed)
    const list = part === 'by date' ? byDate(tab, { rows, wholeTab }) : byEnd(tab, part, rows)
    const ofPeriod = wholeTab ? '' : ' of a period'
    return pageOf(options, named(`${part} ${rows}${ofPeriod}`, tab, list), time)
  }
  const fromStart = offset + query.results
  if (wholeTab && fromStart <= maximumPageSize) return read('first', fromStart)
  const fromEnd = wholeTab ? (await options.counts())[status] - offset : maximumPageSize + 1
  if (fromEnd <= maximumPageSize) {
    const page = await read('last', fromEnd)
    // Otherwise the tab has grown since it was counted.
    if (page.total - offset <= cutFrom(fromEnd)) return page
  }
  return read('by date', query.results)
}

const pageOf = async (
  options: OrderListOptions,
  statement: Statement,
  now: Date,
): Promise<OrderPage> => {
  const { rows } = await options.pool.query<ListedOrder>(statement)
  const link = { secret: options.tokenSecret, now }
  return { total: rows[0]?.list_total ?? 0, rows: orderRowsOf(rows, link) }
}

/** The rows of these orders, in this order, without those that are unknown. */
export const orderRows = async (
  options: OrderListOptions,
  orderIds: string[],
): Promise<OrderRow[]> => {
  const now = options.now()
  const rows = sql`
    with counted as (select 1 as total), page as (
      select order_id, rank from unnest(${parameter(orderIds)}::text[]) with ordinality wanted (order_id, rank)
      join read.order_state using (order_id)
    ) ${orderColumns(parameter(now))}`
  return (await pageOf(options, statementOf(rows), now)).rows
}

const tabOf = (status: OrderStatus, query: OrderListQuery, now: Date): Tab => ({
  order: orderByClause(query, sortFields, { field: 'createdat', order: 'desc' }, 'state.order_id'),
  status: parameter(status),
  dateFrom: parameter(query.dateFrom ?? null),
  dateTo: parameter(query.dateTo ?? null),
  limit: parameter(query.results),
  offset: parameter((query.page - 1) * query.results),
  now: parameter(now),
})

/** A named prepared statement, since planning takes longer than running it. */
const named = (part: string, { order }: Tab, list: Sql): Statement => ({
  name: `orders by time, ${order.endsWith(' asc') ? 'asc' : 'desc'}, ${part}`,
  ...statementOf(list),
})

const statement = (tab: Tab, query: OrderListQuery, conditions: Conditions): Statement => {
  const { sortField = 'createdat', sortOrder = '' } = query
  const { parts, filters, shape } = conditions
  if (parts.length === 0 && filters.length === 0) return statementOf(byField(tab))
  if (parts.length === 0) return statementOf(scanned(tab, conditions))
  const search = statementOf(searched(tab, conditions))
  if (filters.length > 0) return search
  // One statement for all searches with as many parts; the name says which parts are compared.
  return { name: `search ${sortField} ${sortOrder} ${shape}`, ...search }
}
