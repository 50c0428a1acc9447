import type { orderSortFields } from '@strand/contracts/order/sort-fields'
import type { OrderListQuery, OrderRow } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { parameter, sql, statementOf } from '@strand/platform/postgres/sql'
import { orderByClause, sortOf } from '../../page.ts'
import { personalColumns } from '../personal-columns.ts'
import { conditionsOf } from './filters.ts'
import { type ListedOrder, orderColumns, orderRowsOf } from './row.ts'
import { byDate, cutFrom, searched, sorted, type Tab } from './statements.ts'

const lower = (expression: string) => `lower(${expression})`

/** `state` is a row of `order_state`; `detail` is a row of `order_detail`. */
const stateFields = {
  createdat: 'state.created_at',
  orderid: 'state.order_id',
  orderstatus: 'state.status',
}
const detailFields = {
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
export const sortFields: Record<(typeof orderSortFields)[number], string> = {
  ...stateFields,
  ...detailFields,
}
const usualSort = { field: 'createdat', order: 'desc' } as const

export type OrderListOptions = {
  pool: Pool
  tokenSecret: KeyRing
  now: () => Date
}

type OrderPage = { rows: OrderRow[]; total: number }
type Statement = { name?: string; text: string; values: unknown[] }

export const orderList = async (
  options: OrderListOptions,
  status: OrderStatus,
  query: OrderListQuery,
): Promise<OrderPage> => {
  const time = options.now()
  return pageOf(options, statementFor(tabOf(status, query, time), query), time)
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

/** The rows of these orders, in the order of the ids, without unknown ids. */
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

const tabOf = (status: OrderStatus, query: OrderListQuery, now: Date): Tab => {
  const sort = sortOf(query, usualSort)
  return {
    sort,
    sortsDetails: Object.hasOwn(detailFields, sort.field),
    orderBy: orderByClause(query, sortFields, usualSort, 'state.order_id'),
    status: parameter(status),
    dateFrom: parameter(query.dateFrom ?? null),
    dateTo: parameter(query.dateTo ?? null),
    limit: parameter(query.results),
    offset: parameter((query.page - 1) * query.results),
    now: parameter(now),
  }
}

/**
 * Builds the statement for a query. The usual statements are named and prepared, because planning
 * takes longer than running them.
 */
const statementFor = (tab: Tab, query: OrderListQuery): Statement => {
  const { dateFrom, dateTo, results } = query
  const { field, order } = tab.sort
  const conditions = conditionsOf(query)
  const { parts, filters, shape } = conditions
  if (parts.length > 0) {
    const search = statementOf(searched(tab, conditions))
    // All searches whose parts have the same shape share a prepared statement.
    return filters.length > 0 ? search : { name: `search ${field} ${order} ${shape}`, ...search }
  }
  if (filters.length > 0 || field !== usualSort.field) return statementOf(sorted(tab, conditions))
  const rows = cutFrom(results)
  const wholeTab = !dateFrom && !dateTo
  const name = `orders by time, ${order}, ${rows}${wholeTab ? '' : ' of a period'}`
  return { name, ...statementOf(byDate(tab, { rows, wholeTab })) }
}
