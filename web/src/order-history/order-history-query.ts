import { orderEndpoints } from '@strand/contracts/order/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../shared/api/client.ts'

/** Milliseconds between two requests while the page is visible; a hidden tab sends none. */
const lookAgainAfter = 15_000

export const orderHistoryQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['history', orderId],
    queryFn: ({ signal }) => call(orderEndpoints.getOrderHistory, { params: { orderId }, signal }),
    select: ({ result }) => result,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? lookAgainAfter : false),
  })
