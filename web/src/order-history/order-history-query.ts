import { resultOf } from '@strand/contracts/answer'
import { OrderHistory } from '@strand/contracts/order/order'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../shared/api/client.ts'
import { liveOrder } from '../shared/order/live-order.ts'

export const orderHistoryQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['history', orderId],
    queryFn: ({ signal }) =>
      get(resultOf(OrderHistory), `/orders/${encodeURIComponent(orderId)}/history`, { signal }),
    select: ({ result }) => result,
    ...liveOrder,
  })
