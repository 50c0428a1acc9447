import { orderPaymentEndpoints } from '@strand/contracts/money/order-payment'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { ordersKey } from '../../server-state/order-queries.ts'

/** What the bank says about the payment of an order. */
export const paymentQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'payment', orderId],
    queryFn: async ({ signal }) =>
      (await call(orderPaymentEndpoints.getOrderPayment, { params: { orderId }, signal })).result,
  })

export const usePayment = (orderId: string | undefined) =>
  useQuery({ ...paymentQuery(orderId ?? ''), enabled: orderId !== undefined })

/** Loads the payments of the orders that come next, so that moving on never waits. */
export const usePrefetchedPayments = (orderIds: readonly string[]): void => {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are what counts
  useEffect(() => {
    for (const orderId of orderIds) void client.prefetchQuery(paymentQuery(orderId))
  }, [orderIds.join()])
}
