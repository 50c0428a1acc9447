import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { isAskedAgain } from './keep-asking.ts'

/** The key of all queries that change with an order: lists, counts and histories. */
export const ordersKey = ['orders'] as const
export const orderCountsKey = [...ordersKey, 'counts'] as const

/** In milliseconds: the pause between polls of the counts while the live stream is down. */
const pollEvery = 30_000

/**
 * The number of orders in each status, for the menu and the tabs. The live stream keeps the numbers
 * up to date. While it is down, they are polled.
 */
export const useOrderCounts = (polled = false) =>
  useQuery({
    queryKey: orderCountsKey,
    queryFn: async ({ signal }) => (await call(orderDeskEndpoints.countOrders, { signal })).result,
    refetchInterval: polled ? pollEvery : false,
  })

/** Reloads all queries that change with an order. Resolves once the screen shows the change. */
export const refreshOrders = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ordersKey, predicate: (query) => !isAskedAgain(query) })
