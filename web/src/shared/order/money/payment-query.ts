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

/**
 * In milliseconds: the pause between polls while the page is visible. A hidden page does not poll.
 */
const lookAgainAfter = 15_000

/** Polls the order's payment, because the live stream about orders does not report transfers. */
export const usePayment = (orderId: string | undefined) =>
  useQuery({
    ...paymentQuery(orderId ?? ''),
    enabled: orderId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.error ? false : lookAgainAfter),
  })

/**
 * Loads the payments of the next orders in advance, so that moving to the next order involves no
 * wait.
 */
export const usePrefetchedPayments = (orderIds: readonly string[]): void => {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the ids matter
  useEffect(() => {
    for (const orderId of orderIds) void client.prefetchQuery(paymentQuery(orderId))
  }, [orderIds.join()])
}
