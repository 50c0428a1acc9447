import { findOrderId } from '@strand/contracts/order/id'
import { trackingEndpoints } from '@strand/contracts/order/tracking.endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../shared/api/client.ts'
import { rememberOrder } from '../../shared/order/recent-orders.ts'
import { isFirstAttempt } from '../../shared/server-state/is-first-attempt.ts'

/**
 * In milliseconds: the pause between polls while the page is visible. A hidden page does not poll.
 */
const lookAgainAfter = 15_000

/**
 * Finds the order id in typed or pasted text. If the text contains no id, returns the text itself,
 * so that the shop answers that there is no such order.
 */
export const requestedOrderId = (typed: string): string =>
  findOrderId(typed) ?? typed.trim().slice(0, 64)

/**
 * An order and the history of its statuses, as far as anyone who has the order's id may see them.
 * Only the order is polled. The history is fetched again when it no longer matches the order.
 */
export const useTrackedOrder = (orderId: string) => {
  const asked = { enabled: orderId !== '', staleTime: 0 }
  const order = useQuery({
    queryKey: ['track', orderId],
    queryFn: ({ signal }) => call(trackingEndpoints.trackOrder, { params: { orderId }, signal }),
    select: ({ result }) => result,
    ...asked,
    refetchInterval: ({ state }) => (state.data ? lookAgainAfter : false),
  })
  const history = useQuery({
    queryKey: ['history', orderId],
    queryFn: ({ signal }) =>
      call(trackingEndpoints.getOrderHistory, { params: { orderId }, signal }),
    select: ({ result }) => result,
    ...asked,
  })
  const { refetch } = history
  const last = history.data?.histories.at(-1)
  const isBehind =
    last !== undefined &&
    order.data !== undefined &&
    (last.orderStatus !== order.data.orderStatus || last.orderMessage !== order.data.orderMessage)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new answer about the order
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, order.data, refetch])

  const foundId = order.data?.orderId ?? history.data?.orderId
  useEffect(() => {
    if (foundId) rememberOrder(foundId)
  }, [foundId])
  // Waits until both the order and its history have loaded, so that nothing moves when the second
  // of them arrives. If one of the two fails, the other is shown alone.
  const isOpening = [order, history].some(isFirstAttempt)
  return { order, history, isOpening }
}
export type Tracked = ReturnType<typeof useTrackedOrder>

/** Splits a tracked order's `product` text into its items, which the API joins with `||`. */
export const itemsOf = (product: string): string[] =>
  product
    .split('||')
    .map((item) => item.trim())
    .filter(Boolean)
