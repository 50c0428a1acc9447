import type { OrderRow } from '@strand/contracts/order/staff'
import { useQueryClient } from '@tanstack/react-query'
import { paymentQuery } from '../../../shared/order/money/payment-query.ts'
import { choicesOf } from './candidates.ts'

/**
 * Returns a function that says whether to ask for evidence before an approval. It asks if the order
 * looks like another one, if the shop requires evidence, or if money is waiting that may pay for
 * the order, so that nobody forgets to match it. If the money cannot be looked up, the approval is
 * sent anyway, and the server refuses it if necessary.
 */
export const useApprovalAsks = () => {
  const client = useQueryClient()
  return async ({ orderid, sameAs }: OrderRow): Promise<boolean> => {
    if (sameAs.length > 0) return true
    const payment = await client.fetchQuery(paymentQuery(orderid)).catch(() => null)
    if (payment === null) return false
    return payment.evidence !== 'optional' || choicesOf(payment).length > 0
  }
}
