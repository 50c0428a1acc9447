import { maximumMatchingIds, type OrderIdsQuery } from '@strand/contracts/order/staff'
import type { Pool } from '@strand/platform/postgres/pool'
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
  const base = [status, dateFrom, dateTo]
  const { parts, filters, values } = conditionsOf(query, base.length)
  const { rows } = await pool.query<{ order_id: string }>(
    `select candidate.order_id
     from read.${parts.length > 0 ? 'order_search' : 'order_state'} candidate
     ${filters.length > 0 ? 'join read.order_detail detail using (order_id)' : ''}
     where ${[...parts, ...filters, 'candidate.status = $1'].join(' and ')}
       and ${withinDays('candidate.created_at', '$2', '$3')}
     order by candidate.created_at desc, candidate.order_id desc limit ${maximumMatchingIds + 1}`,
    [...base, ...values],
  )
  const ids = rows.map(({ order_id }) => order_id)
  return { ids: ids.slice(0, maximumMatchingIds), more: ids.length > maximumMatchingIds }
}
