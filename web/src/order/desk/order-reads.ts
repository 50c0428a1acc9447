import { maxPageSize } from '@strand/contracts/list'
import type { OrderRow } from '@strand/contracts/order/staff'
import {
  orderCommandEndpoints,
  orderDeskEndpoints,
  orderListEndpoints,
} from '@strand/contracts/order/staff.endpoints'
import type { OrderStatus } from '@strand/contracts/order/status'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { type ListState, listQueryOf } from '../../shared/list/list-state.ts'
import { pageKey, usePage } from '../../shared/list/use-page.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import type { OrderTab } from './list/order-tabs.ts'
import { useLiveRows } from './live-rows.ts'
import { noteShown, useNoteShown } from './seen-positions.ts'

const listsKey = [...ordersKey, 'list']

export const useOrders = (tab: OrderTab, state: ListState) => {
  const endpoint = orderListEndpoints[tab.status]
  const query = usePage(listsKey, endpoint, state)
  useLiveRows({ queryKey: pageKey(listsKey, endpoint, state), status: tab.status }, query)
  useNoteShown(query.data?.data)
  return query
}

/**
 * Whether the filters are enough for a search through all statuses. A search needs a text or the
 * filter for approvals without money.
 */
export const isSearch = ({ filters }: ListState): boolean =>
  Boolean(filters.search || filters.approvedWithoutMoney)

/**
 * Searches through all statuses at once, and counts the orders found in each. Sends no request
 * while nothing is searched for.
 */
export const useOrderSearch = (state: ListState) => {
  const query = listQueryOf({ ...state, sortField: '' })
  const enabled = isSearch(state)
  const found = useQuery({
    queryKey: [...ordersKey, 'search', query],
    queryFn: async ({ signal }) =>
      (await call(orderDeskEndpoints.searchOrders, { query, signal })).result,
    enabled,
    ...(enabled && { placeholderData: keepPreviousData }),
  })
  useNoteShown(found.data?.data)
  return found
}

/** The ids of all orders in a tab that match the filters, at most ten thousand. */
export const matchingOrderIds = async (status: OrderStatus, filters: Record<string, string>) => {
  const query = { ...filters, status }
  const { result } = await call(orderDeskEndpoints.listMatchingOrderIds, { query })
  noteShown(Object.entries(result.positions).map(([orderid, position]) => ({ orderid, position })))
  return result
}

/**
 * Returns which of the given orders still have the status. If there are too many ids for one call,
 * they are looked up among the tab's newest ten thousand orders. If the tab has even more orders,
 * all of the ids count as still there.
 */
export const ordersStillIn =
  (status: OrderStatus) =>
  async (ids: string[], signal: AbortSignal): Promise<ReadonlySet<string>> => {
    if (ids.length > maxPageSize) {
      const query = { status }
      const { result } = await call(orderDeskEndpoints.listMatchingOrderIds, { query, signal })
      return new Set(result.more ? [...result.ids, ...ids] : result.ids)
    }
    const query = { ids: ids.join(',') }
    const { result } = await call(orderDeskEndpoints.listOrdersById, { query, signal })
    const there = result.filter(({ orderstatus }) => orderstatus === status)
    return new Set(there.map(({ orderid }) => orderid))
  }

/**
 * The rows of the given orders, whichever page of the list they are on. Each call asks for one page
 * of ids at most.
 */
export const useOrderRows = (ids: readonly string[]) => {
  const query = useQuery<OrderRow[]>({
    queryKey: [...ordersKey, 'rows', ids],
    queryFn: async ({ signal }) => {
      const rows: OrderRow[] = []
      for (let next = 0; next < ids.length; next += maxPageSize) {
        const query = { ids: ids.slice(next, next + maxPageSize).join(',') }
        rows.push(...(await call(orderDeskEndpoints.listOrdersById, { query, signal })).result)
      }
      return rows
    },
    enabled: ids.length > 0,
  })
  useNoteShown(query.data)
  return query
}

/** Loaded once, because the options do not change while the server runs. */
export const useStatusOptions = () =>
  useQuery({
    queryKey: ['order-status-options'],
    queryFn: async ({ signal }) =>
      (await call(orderDeskEndpoints.listOrderStatuses, { signal })).result,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const listUnusedOrderIds = (signal: AbortSignal) =>
  call(orderCommandEndpoints.listUnusedOrderIds, { signal })
