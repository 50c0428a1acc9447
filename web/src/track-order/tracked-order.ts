import { orderEndpoints } from '@strand/contracts/order/endpoints'
import { normalizeOrderId } from '@strand/contracts/order/id'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../shared/api/client.ts'
import { liveOrder } from '../shared/order/live-order.ts'

/** An id in its canonical form. Text that is no id is requested as typed, and not found. */
export const requestedOrderId = (typed: string): string =>
  normalizeOrderId(typed) ?? typed.trim().slice(0, 64)

export const trackedOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['track', orderId],
    queryFn: ({ signal }) => call(orderEndpoints.trackOrder, { params: { orderId }, signal }),
    select: ({ result }) => result,
    enabled: orderId !== '',
    ...liveOrder,
  })

/** The items of a tracked order, which arrive joined by `||`. */
export const itemsOf = (product: string): string[] =>
  product
    .split('||')
    .map((item) => item.trim())
    .filter((item) => item !== '')
