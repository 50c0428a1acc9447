import type { Evidence } from '@strand/contracts/money/evidence'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderRow } from '@strand/contracts/order/staff'
import { useEffect, useState } from 'react'
import { formatBankDay } from '../../../shared/format/bank-day.ts'
import { useChosenMoney } from '../money/use-chosen-money.ts'
import { likenessOf } from '../order-flags.tsx'

/**
 * What the key `a` does: it approves the order with the chosen money, or asks what the approval is
 * based on. An order that looks like another one takes a second press; the first shows how they are
 * alike. An identical proof is no warning if the order's own money has arrived. If the payment is
 * still being looked up, the press waits, so that it never overlooks money that has arrived.
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
    /** Opens the dialog that asks what the approval is based on. */
    ask: (order: OrderRow) => void
    /** Whether a dialog is open. */
    isBusy: boolean
    /** The order whose likeness to another one the first press has shown. */
    warnedOf: string | null
    setWarnedOf: (orderId: string | null) => void
  },
) => {
  const orderId = current?.orderid
  const money = useChosenMoney(orderId)
  // The chosen bank line has the order's code and amount.
  const isProven = money.chosen?.rule === 'code' && money.chosen.signals.amount
  const [waitingFor, setWaitingFor] = useState<string | undefined>()
  const press = () => {
    if (!current) return
    if (money.isLoading) return setWaitingFor(orderId)
    const alarms = current.sameAs.filter(({ flag }) => !isProven || flag !== 'same-proof')
    if (alarms.length > 0 && warnedOf !== current.orderid) return setWarnedOf(current.orderid)
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
    /**
     * Whether the user has pressed approve before the money was known, so that the press waits for
     * it.
     */
    isWaiting,
    /** For the live region: the money on which the approval will be based. */
    spoken: first
      ? `; money chosen: ${formatKobo(money.chosen?.amountKobo ?? 0)} of ${formatBankDay(first.bookedOn)}`
      : '',
    /** What the order looks like, after the first press. */
    warning: current && warnedOf === current.orderid ? likenessOf(current) : '',
  }
}
