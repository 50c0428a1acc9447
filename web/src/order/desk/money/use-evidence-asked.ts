import { useQueryClient } from '@tanstack/react-query'
import { paymentQuery } from '../../../shared/order/money/payment-query.ts'

/**
 * Whether the shop wants to know what an approval is based on. Fetched once, because it never changes while
 * the shop is running. If that fails, the approval is sent anyway, and the shop refuses it if necessary.
 */
export const useEvidenceAsked = () => {
  const client = useQueryClient()
  return async (orderId: string): Promise<boolean> => {
    const evidence = await client
      .fetchQuery({
        queryKey: ['payment-evidence'],
        queryFn: async () => (await client.fetchQuery(paymentQuery(orderId))).evidence,
        staleTime: Number.POSITIVE_INFINITY,
      })
      .catch(() => 'optional' as const)
    return evidence !== 'optional'
  }
}
