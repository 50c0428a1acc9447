import {
  maxToldHits,
  OrderCounts,
  type OrderSearchPage,
  type OrderSearchQuery,
} from '@strand/contracts/order/staff'
import { OrderStatus } from '@strand/contracts/order/status'
import { joinSql, parameter, raw, type Sql, sql, statementOf } from '@strand/platform/postgres/sql'
import { withinDays } from '../../day-page.ts'
import { searchConditions } from './filters.ts'
import type { OrderListOptions } from './list.ts'
import { type ListedOrder, orderColumns, orderRowsOf } from './row.ts'
import { maxHits } from './statements.ts'

type Found = ListedOrder<{ [status in OrderStatus]?: number } | null>

/**
 * The matching orders of all statuses, newest first, and the number of matches in each status.
 * Finds at most `maxHits` orders; none without a search or `approvedWithoutMoney`.
 */
export const searchedOrders = async (
  { pool, tokenSecret, now }: OrderListOptions,
  query: OrderSearchQuery,
): Promise<OrderSearchPage> => {
  const { page, results, approvedWithoutMoney } = query
  const { parts, shape } = searchConditions(query.search)
  if (approvedWithoutMoney) parts.push(isApprovedWithoutMoney(approvedWithoutMoney))
  const time = now()
  const statement = statementOf(searchAll(query, parts, time))
  const name = `search of all orders ${shape}${approvedWithoutMoney ? ' approved without money' : ''}`
  const { rows } = await pool.query<Found>({ name, ...statement })
  const counts = OrderStatus.options.map((status) => rows[0]?.list_total?.[status] ?? 0)
  const found = counts.reduce((sum, count) => sum + count, 0)
  const told = OrderStatus.options.map((status, index) => [
    status,
    Math.min(counts[index] ?? 0, maxToldHits),
  ])
  return {
    data: orderRowsOf(rows, { secret: tokenSecret, now: time }),
    page,
    results,
    total: Math.min(found, maxHits),
    more: found > maxHits,
    hits: OrderCounts.parse(Object.fromEntries(told)),
  }
}

/**
 * Reads the facts that the day's close adds up. The route does not wait for the reports' read
 * model, because the link to these orders is on the close, which has waited.
 */
const isApprovedWithoutMoney = (day: string) => sql`candidate.order_id in (
  select order_id from read.report_fact
  where detail = 'approved without money' and business_day = ${parameter(day)}
)`

const searchAll = (
  { dateFrom, dateTo, page, results }: OrderSearchQuery,
  parts: Sql[],
  now: Date,
) => sql`
  with hit as materialized (
    select order_id, status, created_at from read.order_search candidate
    where ${parts.length > 0 ? joinSql(parts, ' and ') : raw('false')}
      and ${withinDays('candidate.created_at', parameter(dateFrom ?? null), parameter(dateTo ?? null))}
    limit ${raw(maxHits + 1)}
  ), counted as (
    select (
      select jsonb_object_agg(status, count)
      from (select status, count(*) from hit group by status) tab
    ) as total
  ), page as (
    select order_id, row_number() over (order by created_at desc, order_id desc) as rank from hit
    order by rank limit ${parameter(results)} offset ${parameter((page - 1) * results)}
  ) ${orderColumns(parameter(now))}`
