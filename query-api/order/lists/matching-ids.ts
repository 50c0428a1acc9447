import {
  type MatchingOrderIds,
  maxMatchingIds,
  type OrderIdsQuery,
} from '@strand/contracts/order/staff'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { joinSql, parameter, raw, sql, statementOf } from '@strand/platform/postgres/sql'
import { withinDays } from '../../day-page.ts'
import { conditionsOf } from './filters.ts'

/**
 * The ids of a tab's matching orders, at most the newest ten thousand, for "select all that match".
 * A search uses the trigram index; a filter without a search scans the tab.
 */
export const matchingOrderIds = async (
  pool: Pool,
  query: OrderIdsQuery,
): Promise<MatchingOrderIds> => {
  const { status, dateFrom = null, dateTo = null } = query
  const { parts, filters } = conditionsOf(query)
  const conditions = [...parts, ...filters, sql`candidate.status = ${parameter(status)}`]
  const isSearch = parts.length > 0
  const { rows } = await pool.query<{ order_id: string; position: string }>(
    statementOf(sql`
      select candidate.order_id, ${raw(isSearch ? 'state' : 'candidate')}.position::text as position
      from ${raw(isSearch ? 'read.order_search' : 'read.order_state')} candidate
      ${raw(isSearch ? 'join read.order_state state using (order_id)' : '')}
      ${raw(filters.length > 0 ? 'join read.order_detail detail using (order_id)' : '')}
      where ${joinSql(conditions, ' and ')}
        and ${withinDays('candidate.created_at', parameter(dateFrom), parameter(dateTo))}
      order by candidate.created_at desc, candidate.order_id desc
      limit ${raw(maxMatchingIds + 1)}`),
  )
  const shown = rows.slice(0, maxMatchingIds)
  return {
    ids: shown.map(({ order_id }) => order_id),
    positions: Object.fromEntries(shown.map(({ order_id, position }) => [order_id, position])),
    more: rows.length > maxMatchingIds,
  }
}
