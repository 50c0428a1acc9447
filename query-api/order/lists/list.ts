import type { OrderListQuery, OrderRow } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { Pool } from '@strand/platform/postgres/pool'
import { parameter, statementOf } from '@strand/platform/postgres/sql'
import { orderByClause } from '../../page.ts'
import { personalColumns } from '../personal-columns.ts'
import { conditionsOf } from './filters.ts'
import { type ListedOrder, orderRowOf } from './row.ts'
import { byDate, byField, scanned, searched, type Tab } from './statements.ts'

const lower = (expression: string) => `lower(${expression})`

const sortFields = {
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
  const { page, results, sortField = 'createdat', sortOrder = '' } = query
  const defaultSort = { field: 'createdat', order: 'desc' } as const
  const tab: Tab = {
    order: orderByClause(query, sortFields, defaultSort, 'state.order_id'),
    status: parameter(status),
    dateFrom: parameter(query.dateFrom ?? null),
    dateTo: parameter(query.dateTo ?? null),
    limit: parameter(results),
    offset: parameter((page - 1) * results),
    now: parameter(now),
  }
  const conditions = conditionsOf(query)
  const { parts, filters, shape } = conditions
  if (parts.length === 0 && filters.length === 0)
    // A named prepared statement, since planning takes longer than running it.
    return sortField === 'createdat'
      ? { name: `order list, ${tab.order}`, ...statementOf(byDate(tab)) }
      : statementOf(byField(tab))
  if (parts.length === 0) return statementOf(scanned(tab, conditions))
  const search = statementOf(searched(tab, conditions))
  if (filters.length > 0) return search
  // One statement for all searches with as many parts; the name says which parts are compared.
  return { name: `search ${sortField} ${sortOrder} ${shape}`, ...search }
}
