import type { SpanCheck } from '@strand/contracts/money/bank-account'
import { formatKobo } from '@strand/contracts/money/kobo'

/**
 * Says whether the balances and lines of a span of days add up, by how much they do not, or why
 * that is unknown.
 */
export const addsUp = (check: SpanCheck): string => {
  if (check.balanced === null) return `we can’t tell whether it adds up. ${check.why}.`
  if (check.balanced) return 'it adds up.'
  const { openingKobo, closingKobo, matchedKobo, unmatchedKobo, setAsideKobo, debitKobo } = check
  const moved = matchedKobo + unmatchedKobo + setAsideKobo + debitKobo
  const missing = (closingKobo ?? 0) - (openingKobo ?? 0) - moved
  return missing > 0
    ? `it does not add up: lines of ${formatKobo(missing)} are missing.`
    : `it does not add up: the lines add up to ${formatKobo(-missing)} too much.`
}
