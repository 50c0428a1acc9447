import type { SpanCheck } from '@strand/contracts/money/bank-account'

type SumPart = { term: string; sign: '' | '+' | '−' | '=' | '≠'; kobo: number }

const added = (term: string, kobo: number): SumPart => ({
  term,
  kobo: Math.abs(kobo),
  sign: kobo < 0 ? '−' : '+',
})

/** The terms of the sum `opening + matched + unmatched + set aside + debits = closing`. */
export const sumParts = (check: SpanCheck): SumPart[] => [
  { term: 'Opening', sign: '', kobo: check.openingKobo ?? 0 },
  added('Matched', check.matchedKobo),
  added('Unmatched', check.unmatchedKobo),
  added('Set aside', check.setAsideKobo),
  added('Debits', check.debitKobo),
  { term: 'Closing', sign: check.balanced ? '=' : '≠', kobo: check.closingKobo ?? 0 },
]
