import type { OrderRow } from '@strand/contracts/order/staff'
import { useQueryClient } from '@tanstack/react-query'
import { paymentQuery } from '../../../shared/order/money/payment-query.ts'
import { choicesOf } from './candidates.ts'

/**
 * Whether an approval asks for its evidence: if the order looks like another, if the shop requires
 * evidence, or if money that may pay for the order is waiting, so that nobody forgets to match it.
 * If the money cannot be looked up, the approval is sent anyway, and the shop refuses it if
 * necessary.
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
