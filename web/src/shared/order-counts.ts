import { resultOf } from '@strand/contracts/answer'
import { OrderCounts } from '@strand/contracts/order.staff'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { get } from './api.ts'

/** Everything that changes when an order does: lists, counts, a single order's history. */
export const ordersKey = ['orders'] as const
export const orderCountsKey = [...ordersKey, 'counts'] as const

/** Milliseconds between two looks at the counts while nothing pushes them. */
const pollEvery = 30_000

/**
 * The number of orders in each status: the menu's count and the tabs' badges in one call. The live
 * stream keeps them right; without it they are asked for now and then.
 */
export const useOrderCounts = (polled = false) =>
  useQuery({
    queryKey: orderCountsKey,
    queryFn: async ({ signal }) =>
      (await get(resultOf(OrderCounts), '/admin/orders/counts', { signal })).result,
    refetchInterval: polled ? pollEvery : false,
  })

/** After a command: settles once what is on the screen shows the change. */
export const refreshOrders = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ordersKey })
