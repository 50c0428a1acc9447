import type { Evidence } from '@strand/contracts/money/evidence'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderPayment, PaymentCandidate } from '@strand/contracts/money/order-payment'
import { lineWarning } from '../../../shared/order/money/line-warning.ts'
import { missingKobo } from '../../../shared/order/money/received-words.ts'

/** Whether all of the order's money has arrived and was matched. */
export const isPaid = ({ state }: OrderPayment): boolean => state === 'exact' || state === 'over'

/** Identifies a candidate, so that the same candidate is recognized in the server's next answer. */
export const keyOf = ({ lines }: PaymentCandidate): string =>
  lines.map(({ lineId }) => lineId).join()

/** Whether the candidate is enough for the missing amount, so that an approval can use it. */
const pays = (
  payment: OrderPayment,
  { amountKobo, alsoPays, signals }: PaymentCandidate,
): boolean =>
  amountKobo >= missingKobo(payment) ||
  (alsoPays.length === 0 &&
    (signals.code || signals.reference) &&
    amountKobo >= missingKobo(payment) - payment.toleranceKobo)

/** The candidates that the number keys choose, in the order of the keys. */
export const choicesOf = (payment: OrderPayment): PaymentCandidate[] =>
  payment.candidates.filter((candidate) => pays(payment, candidate))

/** The best candidate that fits no other order and has no warning; null if there is none. */
export const preselected = (payment: OrderPayment): PaymentCandidate | null =>
  choicesOf(payment).find(({ only, lines }) => only && !lines.some(lineWarning)) ?? null

/**
 * The evidence of an approval: the money that is already matched with the order, and as much of the
 * chosen lines as is still missing. Null if both together are less than the order's total minus the
 * tolerance.
 */
export const evidenceOf = (
  payment: OrderPayment,
  chosen: PaymentCandidate | null,
): Evidence | null => {
  let missing = missingKobo(payment)
  const parts = (chosen?.lines ?? []).map(({ lineId, amountKobo, allocatedKobo }) => {
    const part = Math.min(amountKobo - allocatedKobo, missing)
    missing -= part
    return { lineId, amountKobo: part }
  })
  const takenBack = new Set(
    payment.lines.flatMap(({ lineId, kind, reversedBy }) =>
      kind === 'money' && reversedBy === null ? [] : [lineId],
    ),
  )
  const kept = payment.allocations.filter(({ lineId }) => !takenBack.has(lineId))
  const lines = [...kept, ...parts.filter(({ amountKobo }) => amountKobo > 0)]
  return missing > payment.toleranceKobo || lines.length === 0 ? null : { lines }
}

/** For example `₦500 less than the order`. Empty if the amount is right. */
const differenceInWords = (payment: OrderPayment, { amountKobo, alsoPays }: PaymentCandidate) => {
  const difference = amountKobo - missingKobo(payment)
  if (difference === 0 || alsoPays.length > 0) return ''
  if (difference < 0 && -difference <= payment.toleranceKobo)
    return `${formatKobo(-difference)} short`
  const than = payment.state === 'none' ? 'the order' : 'what is missing'
  return `${formatKobo(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than ${than}`
}

const alsoFitsWords = (orderIds: string[]): string =>
  `Also fits ${orderIds.join(', ')}, which ${orderIds.length === 1 ? 'was' : 'were'} approved without this money`

export const notesOf = (payment: OrderPayment, candidate: PaymentCandidate): string[] => {
  const { lines, amountKobo, alsoPays, alsoFits, only } = candidate
  return [
    differenceInWords(payment, candidate),
    lines.length > 1 ? `${lines.length} transfers, ${formatKobo(amountKobo)} together` : '',
    alsoPays.length > 0 ? `May pay for ${alsoPays.join(', ')} too` : '',
    only && alsoFits.length === 0 ? 'Fits no other order' : '',
    !only && alsoFits.length > 0 ? alsoFitsWords(alsoFits) : '',
  ].filter(Boolean)
}
