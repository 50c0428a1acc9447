import type { Evidence } from '@strand/contracts/money/evidence'
import type { PaymentCandidate } from '@strand/contracts/money/order-payment'
import { useState } from 'react'
import { usePayment } from '../../../shared/order/money/payment-query.ts'
import { isFirstAttempt } from '../../../shared/server-state/is-first-attempt.ts'
import { choicesOf, evidenceOf, keyOf, preselected } from './candidates.ts'

/**
 * An order's payment, and which of the money an approval will use. A candidate that fits no other
 * order is chosen from the start.
 */
export const useChosenMoney = (orderId: string | undefined) => {
  const query = usePayment(orderId)
  const [said, setSaid] = useState<{ orderId: string | undefined; key: string | null } | null>(null)
  const payment = query.data
  const choices = payment ? choicesOf(payment) : []
  const bySelf = payment ? preselected(payment) : null
  const key = said?.orderId === orderId ? said?.key : bySelf && keyOf(bySelf)
  const chosen = choices.find((candidate) => keyOf(candidate) === key) ?? null
  const toggle = (candidate: PaymentCandidate) =>
    setSaid({ orderId, key: candidate === chosen ? null : keyOf(candidate) })
  const evidence: Evidence | null = payment ? evidenceOf(payment, chosen) : null
  return {
    query,
    payment,
    choices,
    chosen,
    toggle,
    /** Selects or deselects the candidate with this number, counted from 1. */
    toggleNumber: (number: number) => {
      const candidate = choices[number - 1]
      if (candidate) toggle(candidate)
    },
    evidence,
    /** Whether the chosen money has both the order's payment code and its amount. */
    isProven: chosen?.rule === 'code' && chosen.signals.amount,
    /**
     * Whether the payment is still loading for the first time, so that the evidence is not known
     * yet.
     */
    isLoading: isFirstAttempt(query),
    /**
     * Whether an approval now needs a reason, because the shop requires evidence and no money is
     * chosen.
     */
    asksWhy: payment !== undefined && payment.evidence !== 'optional' && evidence === null,
    /**
     * Whether an approval now leaves out money that may be the order's: none is chosen, or it is
     * not enough.
     */
    leavesOut:
      payment?.evidence === 'optional' && evidence === null && payment.candidates.length > 0,
  }
}

export type ChosenMoney = ReturnType<typeof useChosenMoney>
