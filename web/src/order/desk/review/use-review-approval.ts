import type { Evidence } from '@strand/contracts/money/evidence'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderRow } from '@strand/contracts/order/staff'
import { useEffect, useState } from 'react'
import { formatBankDay } from '../../../shared/format/bank-day.ts'
import { type ChosenMoney, useChosenMoney } from '../money/use-chosen-money.ts'
import { likenessOf, looksAlike } from '../order-flags.tsx'

/**
 * Why an approval needs a second press: the order looks like another one, or the approval leaves out
 * money that may be the order's. Empty if one press is enough.
 */
const warningOf = (order: OrderRow, { isProven, leavesOut }: ChosenMoney): string => {
  if (looksAlike(order, isProven)) return likenessOf(order)
  return leavesOut ? 'Money may have come for this order' : ''
}

/**
 * What the key `a` does: it approves the order with the chosen money, or asks for the evidence. An
 * order that looks like another one needs a second press, because the first press only shows how
 * the two are alike. An identical proof causes no warning if the order's own money has arrived. A
 * press while the payment is loading takes effect once the payment is known, so that no money is
 * overlooked.
 */
export const useReviewApproval = (
  current: OrderRow | null,
  {
    approve,
    ask,
    isBusy,
    warnedOf,
    setWarnedOf,
  }: {
    approve: (order: OrderRow, evidence: Evidence | null) => unknown
    ask: (order: OrderRow) => void
    isBusy: boolean
    /** The order for which a first press showed the warning that it looks like another one. */
    warnedOf: string | null
    setWarnedOf: (orderId: string | null) => void
  },
) => {
  const orderId = current?.orderid
  const money = useChosenMoney(orderId)
  const { isProven } = money
  const [waitingFor, setWaitingFor] = useState<string | undefined>()
  const press = () => {
    if (!current) return
    if (money.isLoading) return setWaitingFor(orderId)
    if (warningOf(current, money) !== '' && warnedOf !== current.orderid)
      return setWarnedOf(current.orderid)
    setWarnedOf(null)
    if (money.asksWhy) ask(current)
    else approve(current, money.evidence)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait ends when the order changes
  useEffect(() => {
    setWaitingFor(undefined)
  }, [orderId])
  const isWaiting = waitingFor !== undefined && waitingFor === orderId
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait ends when the answer arrives
  useEffect(() => {
    if (!isWaiting || money.isLoading) return
    setWaitingFor(undefined)
    if (!isBusy) press()
  }, [isWaiting, money.isLoading])
  const first = money.chosen?.lines[0]
  return {
    press,
    money,
    isProven,
    /** Whether Approve was pressed and is waiting until the payment has loaded. */
    isWaiting,
    /** The money that the approval will use, in words for screen readers (a live region). */
    spoken: first
      ? `; money chosen: ${formatKobo(money.chosen?.amountKobo ?? 0)} of ${formatBankDay(first.bookedOn)}`
      : '',
    /** Why a second press is needed. Empty before the first press. */
    warning: current && warnedOf === current.orderid ? warningOf(current, money) : '',
  }
}
