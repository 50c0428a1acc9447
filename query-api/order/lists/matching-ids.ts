import { maximumMatchingIds, type OrderIdsQuery } from '@strand/contracts/order/staff'
import type { Pool } from '@strand/platform/postgres/pool'
import { joinSql, parameter, raw, sql, statementOf } from '@strand/platform/postgres/sql'
import { withinDays } from '../../day-page.ts'
import { conditionsOf } from './filters.ts'

/**
 * Ids of the matching orders in a tab, at most the newest ten thousand: what "select all that
 * match" selects. A search finds them through the trigram index, a filter alone by scanning the
 * tab.
 */
export const matchingOrderIds = async (
  pool: Pool,
  query: OrderIdsQuery,
): Promise<{ ids: string[]; more: boolean }> => {
  const { status, dateFrom = null, dateTo = null } = query
  const { parts, filters } = conditionsOf(query)
  const conditions = [...parts, ...filters, sql`candidate.status = ${parameter(status)}`]
  const { rows } = await pool.query<{ order_id: string }>(
    statementOf(sql`
      select candidate.order_id
      from ${raw(parts.length > 0 ? 'read.order_search' : 'read.order_state')} candidate
      ${raw(filters.length > 0 ? 'join read.order_detail detail using (order_id)' : '')}
      where ${joinSql(conditions, ' and ')}
        and ${withinDays('candidate.created_at', parameter(dateFrom), parameter(dateTo))}
      order by candidate.created_at desc, candidate.order_id desc
      limit ${raw(maximumMatchingIds + 1)}`),
  )
  const ids = rows.map(({ order_id }) => order_id)
  return { ids: ids.slice(0, maximumMatchingIds), more: ids.length > maximumMatchingIds }
}
