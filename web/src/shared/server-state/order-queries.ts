import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { isAskedAgain } from './keep-asking.ts'

/** The key of all queries that change with an order: lists, counts, an order's history. */
export const ordersKey = ['orders'] as const
export const orderCountsKey = [...ordersKey, 'counts'] as const

/** Milliseconds between two polls of the counts while no stream pushes them. */
const pollEvery = 30_000

/**
 * The number of orders in each status, for the menu's count and the tabs' badges. The live stream keeps them
 * up to date; without the stream, they are polled.
 */
export const useOrderCounts = (polled = false) =>
  useQuery({
    queryKey: orderCountsKey,
    queryFn: async ({ signal }) => (await call(orderDeskEndpoints.countOrders, { signal })).result,
    refetchInterval: polled ? pollEvery : false,
  })

/** Called when an order has changed. Resolves once the screen shows the change. */
export const refreshOrders = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ordersKey, predicate: (query) => !isAskedAgain(query) })
