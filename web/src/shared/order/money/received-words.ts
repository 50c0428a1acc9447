import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderPayment } from '@strand/contracts/money/order-payment'
import { formatBankDay } from '../../format/bank-day.ts'

/** Whether any money was ever found for the order, even if it no longer belongs to the order. */
export const isMoneySeen = ({
  allocations,
  takenBack,
  owed,
}: Pick<OrderPayment, 'allocations' | 'takenBack' | 'owed'>): boolean =>
  allocations.length + takenBack.length + owed.length > 0

type TakenBack = OrderPayment['takenBack'][number]

/** Says what a debit took back, or may have taken back. */
export const takenBackInWords = ({
  amountKobo,
  takenBackOn,
  isCertain,
  outcome,
}: Pick<TakenBack, 'amountKobo' | 'takenBackOn' | 'isCertain' | 'outcome'>): string => {
  const amount = formatKobo(amountKobo)
  const on = formatBankDay(takenBackOn)
  if (outcome === 'mistaken' || outcome === 'paid-back')
    return `A debit of ${on} seemed to take ${amount} back`
  const isKnown = isCertain || outcome !== null
  return `${amount} ${isKnown ? 'was' : 'may have been'} taken back on ${on}`
}

export const owedInWords = ({
  amountKobo,
  restKobo,
}: Pick<OrderPayment['owed'][number], 'amountKobo' | 'restKobo'>): string => {
  const all = formatKobo(amountKobo)
  if (restKobo === 0) return `${all} was paid back to the customer`
  return restKobo === amountKobo
    ? `${all} is owed back to the customer`
    : `${formatKobo(restKobo)} of ${all} is still owed back to the customer`
}

type Received = Pick<OrderPayment, 'state' | 'expectedKobo' | 'receivedKobo' | 'toleranceKobo'>

/** How much of an order's money is still missing, in kobo. */
export const missingKobo = ({
  expectedKobo,
  receivedKobo,
}: Pick<OrderPayment, 'expectedKobo' | 'receivedKobo'>): number =>
  Math.max(0, expectedKobo - receivedKobo)

/** Whether enough money has arrived for an order, given the shop's tolerance. */
export const isEnough = ({ state, expectedKobo, receivedKobo, toleranceKobo }: Received): boolean =>
  state === 'exact' ||
  state === 'over' ||
  (state === 'part' && missingKobo({ expectedKobo, receivedKobo }) <= toleranceKobo)

/** Says how much of an order's money has arrived. */
export const stateInWords = (received: Received): string => {
  const { state, expectedKobo, receivedKobo } = received
  const short = formatKobo(missingKobo(received))
  switch (state) {
    case 'none':
      return 'All of it was taken back'
    case 'exact':
      return 'Paid in full'
    case 'over':
      return `Overpaid by ${formatKobo(receivedKobo - expectedKobo)}`
    case 'part':
      return isEnough(received)
        ? `${short} short, within your tolerance`
        : `${formatKobo(receivedKobo)} received, ${short} missing`
  }
}
