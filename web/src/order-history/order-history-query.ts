import { resultOf } from '@strand/contracts/answer'
import { OrderHistory } from '@strand/contracts/order/order'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../shared/api/client.ts'

/** Milliseconds between two requests while the page is visible; a hidden tab sends none. */
const lookAgainAfter = 15_000

export const orderHistoryQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['history', orderId],
    queryFn: ({ signal }) =>
      get(resultOf(OrderHistory), `/orders/${encodeURIComponent(orderId)}/history`, { signal }),
    select: ({ result }) => result,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? lookAgainAfter : false),
  })
