import type { SpanCheck } from '@strand/contracts/money/bank-account'

type Sums = Pick<SpanCheck, 'matchedKobo' | 'unmatchedKobo' | 'setAsideKobo' | 'debitKobo'>

export type SpanSums = {
  /** `waiting`: the number of lines that are probably the same as others. */
  sums: Sums & { waiting: number }
  /**
   * The opening balances of statements that begin with the span, and the closing balances of those
   * that end with it; the latest import first.
   */
  openings: number[]
  closings: number[]
}

const linesWait = (count: number) =>
  count === 1
    ? 'One line is probably the same as another: merge it, or keep it apart'
    : `${count} lines are probably the same as others: merge them, or keep them apart`

/**
 * Several statements may begin or end on one day, some in the middle of the day. The check uses the
 * balances that fit the lines; if none fit, the balances of the latest imports.
 */
export const spanCheck = ({ sums, openings, closings }: SpanSums): SpanCheck => {
  const { waiting, ...kobo } = sums
  const moved = kobo.matchedKobo + kobo.unmatchedKobo + kobo.setAsideKobo + kobo.debitKobo
  const fitting = openings.find((opening) => closings.includes(opening + moved))
  const openingKobo = fitting ?? openings[0] ?? null
  const closingKobo = fitting === undefined ? (closings[0] ?? null) : fitting + moved
  const check = { openingKobo, ...kobo, closingKobo }
  if (waiting > 0) return { ...check, balanced: null, why: linesWait(waiting) }
  if (openingKobo === null || closingKobo === null)
    return {
      ...check,
      balanced: null,
      why: 'The statements of these days do not give the balances',
    }
  return { ...check, balanced: fitting !== undefined, why: '' }
}
