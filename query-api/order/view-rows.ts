import { OrderListQuery } from '@strand/contracts/order/staff'
import { joinSql, parameter, raw, sql } from '@strand/platform/postgres/sql'
import { withinDays } from '../day-page.ts'
import { type Cells, lagosText } from '../export-rows.ts'
import { orderByClause } from '../page.ts'
import { parametersOf, type ViewRows } from '../view-rows.ts'
import { conditionsOf } from './lists/filters.ts'
import { sortFields } from './lists/list.ts'
import { personalColumns } from './personal-columns.ts'

const cells: Cells = [
  ['orderid', 'Order Id', 'state.order_id'],
  ['createdat', 'Date Created (Lagos)', lagosText('state.created_at')],
  ['orderstatus', 'Status', 'state.status'],
  ['fullname', 'Full Name', personalColumns.fullname],
  ['phone', 'Phone', personalColumns.phone],
  ['email', 'Email', personalColumns.email],
  ['instagramusername', 'Instagram Username', personalColumns.instagramusername],
  ['accountname', 'Account Name', personalColumns.accountname],
  ['deliverylocation', 'State', 'detail.location'],
  ['country', 'Country', 'detail.country'],
  ['deliveryaddress', 'Delivery Address', personalColumns.deliveryaddress],
  ['product', 'Product', 'detail.product'],
  ['quantity', 'Quantity', 'detail.quantity'],
  ['deliveryprice', 'Delivery Price (Naira)', 'detail.delivery_price'],
  ['total', 'Total (Naira)', 'detail.total'],
  ['sales', 'Sale', 'detail.sales'],
]

export const orderViewRows: ViewRows = (view) => {
  const query = OrderListQuery.parse(parametersOf(view))
  const { parts, filters: others } = conditionsOf(query)
  const [dateFrom, dateTo] = [parameter(query.dateFrom ?? null), parameter(query.dateTo ?? null)]
  const conditions = [
    sql`state.status = ${parameter(view.list)}`,
    withinDays('state.created_at', dateFrom, dateTo),
    ...parts,
    ...others,
  ]
  const usual = { field: 'createdat', order: 'desc' } as const
  const order = raw(orderByClause(query, sortFields, usual, 'state.order_id'))
  return {
    cells,
    rows: sql`
      from read.order_state state join read.order_detail detail using (order_id)
      ${raw(parts.length > 0 ? 'join read.order_search candidate using (order_id)' : '')}
      where ${joinSql(conditions, ' and ')}
      order by ${order}`,
  }
}
