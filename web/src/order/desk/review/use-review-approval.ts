import type { Evidence } from '@strand/contracts/money/evidence'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderRow } from '@strand/contracts/order/staff'
import { useEffect, useState } from 'react'
import { formatBankDay } from '../../../shared/format/bank-day.ts'
import { useChosenMoney } from '../money/use-chosen-money.ts'
import { likenessOf } from '../order-flags.tsx'

/**
 * What the key `a` does: it approves the order with the chosen money, or asks what the approval is
 * based on. An order that looks like another one takes a second press. If the payment is still
 * being looked up, the press waits, so that it never overlooks money that has arrived.
 */
export const useReviewApproval = (
  current: OrderRow | null,
  {
    approve,
    ask,
    isBusy,
  }: {
    approve: (order: OrderRow, evidence: Evidence | null) => unknown
    /** Opens the dialog that asks what the approval is based on. */
    ask: (order: OrderRow) => void
    /** Whether a dialog is open. */
    isBusy: boolean
  },
) => {
  const orderId = current?.orderid
  const money = useChosenMoney(orderId)
  // The chosen bank line has the order's code and amount.
  const isProven = money.chosen?.rule === 'code' && money.chosen.signals.amount
  const second = useSecondPress(current, isProven)
  const [waitingFor, setWaitingFor] = useState<string | undefined>()
  const press = () => {
    if (!current) return
    if (money.isLoading) return setWaitingFor(orderId)
    if (!second.confirms(current)) return
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
    /**
     * Whether the user has pressed approve before the money was known, so that the press waits for
     * it.
     */
    isWaiting,
    /** For the live region: the money on which the approval will be based. */
    spoken: first
      ? `; money chosen: ${formatKobo(money.chosen?.amountKobo ?? 0)} of ${formatBankDay(first.bookedOn)}`
      : '',
    warning: second.warning,
    forget: second.forget,
  }
}

/**
 * Only the second press approves an order that looks like another one; the first press shows how
 * they are alike. With `isProven`, the order's own money has arrived, so an identical proof is no
 * longer a warning.
 */
const useSecondPress = (current: OrderRow | null, isProven: boolean) => {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const isAsked = current !== null && askedFor === current.orderid
  return {
    /** The warning after the first press. */
    warning: isAsked ? likenessOf(current) : '',
    confirms: (order: OrderRow): boolean => {
      const alarms = order.sameAs.filter(({ flag }) => !isProven || flag !== 'same-proof')
      const isConfirmed = alarms.length === 0 || askedFor === order.orderid
      setAskedFor(isConfirmed ? null : order.orderid)
      return isConfirmed
    },
    forget: () => setAskedFor(null),
  }
}
