import type { Evidence } from '@strand/contracts/money/evidence'
import type { PaymentCandidate } from '@strand/contracts/money/order-payment'
import { useState } from 'react'
import { usePayment } from '../../../shared/order/money/payment-query.ts'
import { isFirstAttempt } from '../../../shared/server-state/is-first-attempt.ts'
import { choicesOf, evidenceOf, keyOf, preselected } from './candidates.ts'

/**
 * An order's money, and the part that an approval will use. A line that fits only this order is
 * chosen from the start.
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
    /** Chooses or deselects the choice with this number, counted from 1. */
    toggleNumber: (number: number) => {
      const candidate = choices[number - 1]
      if (candidate) toggle(candidate)
    },
    evidence,
    /** Whether the chosen money has the order's code and amount. */
    isProven: chosen?.rule === 'code' && chosen.signals.amount,
    /** Whether the first answer is still loading, so that the evidence is unknown. */
    isLoading: isFirstAttempt(query),
    /** Whether the shop requires a reason for an approval without money. */
    asksWhy: payment !== undefined && payment.evidence !== 'optional' && evidence === null,
  }
}

export type ChosenMoney = ReturnType<typeof useChosenMoney>
