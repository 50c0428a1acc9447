import { orderEndpoints } from '@strand/contracts/order/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../shared/api/client.ts'
import { liveOrder } from '../shared/order/live-order.ts'

export const orderHistoryQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['history', orderId],
    queryFn: ({ signal }) => call(orderEndpoints.getOrderHistory, { params: { orderId }, signal }),
    select: ({ result }) => result,
    ...liveOrder,
  })
