import { orderPaymentEndpoints } from '@strand/contracts/money/order-payment'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { ordersKey } from '../../server-state/order-queries.ts'

export const paymentQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'payment', orderId],
    queryFn: async ({ signal }) =>
      (await call(orderPaymentEndpoints.getOrderPayment, { params: { orderId }, signal })).result,
  })

/** In milliseconds: the pause between requests of a visible page; a hidden page sends none. */
const lookAgainAfter = 15_000

/** The payment is polled, because the live stream of orders does not report transfers. */
export const usePayment = (orderId: string | undefined) =>
  useQuery({
    ...paymentQuery(orderId ?? ''),
    enabled: orderId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.error ? false : lookAgainAfter),
  })

/** Loads the payments of the next orders, so that moving to the next order never waits. */
export const usePrefetchedPayments = (orderIds: readonly string[]): void => {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the ids matter
  useEffect(() => {
    for (const orderId of orderIds) void client.prefetchQuery(paymentQuery(orderId))
  }, [orderIds.join()])
}
