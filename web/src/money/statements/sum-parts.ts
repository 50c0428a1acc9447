import type { SpanCheck } from '@strand/contracts/money/bank-account'
import { formatKobo } from '@strand/contracts/money/kobo'

type SumPart = { term: string; sign: '' | '+' | '−' | '=' | '≠'; kobo: number }

const added = (term: string, kobo: number): SumPart => ({
  term,
  kobo: Math.abs(kobo),
  sign: kobo < 0 ? '−' : '+',
})

/** `opening + matched + unmatched + set aside + debits = closing`, part by part. */
export const sumParts = (check: SpanCheck): SumPart[] => [
  { term: 'Opening', sign: '', kobo: check.openingKobo ?? 0 },
  added('Matched', check.matchedKobo),
  added('Unmatched', check.unmatchedKobo),
  added('Set aside', check.setAsideKobo),
  added('Debits', check.debitKobo),
  { term: 'Closing', sign: check.balanced ? '=' : '≠', kobo: check.closingKobo ?? 0 },
]

/** Whether a span adds up, in words; else by how much it does not, or why nobody can say. */
export const addsUp = (check: SpanCheck): string => {
  if (check.balanced === null) return `whether it adds up cannot be said. ${check.why}.`
  if (check.balanced) return 'it adds up.'
  const { openingKobo, closingKobo, matchedKobo, unmatchedKobo, setAsideKobo, debitKobo } = check
  const moved = matchedKobo + unmatchedKobo + setAsideKobo + debitKobo
  const missing = (closingKobo ?? 0) - (openingKobo ?? 0) - moved
  return missing > 0
    ? `it does not add up: lines of ${formatKobo(missing)} are missing.`
    : `it does not add up: the lines have ${formatKobo(-missing)} too much.`
}
