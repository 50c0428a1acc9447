import { cut } from './lines.ts'

// Signs before an amount: the naira sign, and the characters that OCR reads instead of it.
const sign = '(?:₦|NGN|N|¥|€|£|§|#|\\bNaira)'
const suffix = '(?:\\s?(NGN|Naira)\\b)?(?:\\s?(?:DR|CR|Debit)\\b)?'
const amounts = new RegExp(
  `(${sign}\\s?)?(?<![\\d*/${cut}]|\\d[.,:]|\\w-)(?<=^|[^\\p{L}\\d]|${sign}\\s?)(\\d{1,3}(?:[,.]\\d{3})+|\\d{1,9})(?:\\.(\\d{2}))?${suffix}(?![\\w*/:%-]|[.,]?${cut}|[.,]\\d)`,
  'giu',
)

type Sum = {
  kobo: number
  /** The digits as written, without the currency sign and the decimal point. */
  digits: string
  hasKobo: boolean
  isMarked: boolean
  /** The words before the sum, back to the last full stop or number. */
  phrase: string
  /** Whether the sum is the only text on its line. */
  isAlone: boolean
  line: number
}

const maxKobo = 1e14

/** Words that mark sums other than the one that was sent. */
const otherSums =
  /\b(total|fees?|charges?|vat|levy|duty|tax|commission|bal(?:ance)?|cash ?back|bonus|coupon|limit|loan|minimum|maximum|up to|opening|closing|credit(?:ed)?|due|outstanding|points?|discount|reward|refund(?:ed)?|saved?|words)\b/i
const kinds = '(?:(?:transaction|transfer|payment|debit|principal)\\s)?'
const labelBefore =
  /(?:\b(?:amount|amt)\b(?:\s(?:sent|paid|transferred|debited))?|\b(?:sent|transferred|debited with|debited by|debited|debit of|transfer of|payment of|you paid|amount paid)|\bDR)\W{0,8}$/iu
const verbAtEnd = /\b(?:sent|transferred|debited with|debit of|transfer of|payment of)$/i
/** A label on a line of its own, with its amount below. */
const labelAlone = new RegExp(
  `^\\W*(?:${kinds}(?:amount|amt)\\b(?:\\s(?:sent|paid|transferred|debited))?|you(?:'ve| have)?(?: just)? (?:sent|paid|transferred)|money sent)\\W{0,3}(?:${sign}\\W{0,2})?$`,
  'iu',
)
/**
 * Words that say that money was sent. A sum that is alone on its line counts if such a word is
 * nearby.
 */
const done =
  /\b(success(?:ful|fully)?|completed|approved|receipt|transfer(?:red)?|sent|debit|payment|paid)\b/i

/** The words in `done` are considered only within this many lines above and below the sum. */
const linesAbove = 2
const linesBelow = 3

/**
 * The amount that was sent, in kobo. Null unless it is certain, because a wrong amount would accuse
 * a customer. An amount counts next to a label, or alone on its line near words saying that money
 * was sent. All such amounts must agree.
 *
 * @param again a second reading of the same proof; the amount must be in both
 */
export const findAmount = (
  lines: readonly string[],
  again: readonly string[] | null,
): number | null => {
  const [first, second] = [sumsIn(lines), again && sumsIn(again)]
  if (!second) return amountSent(lines, first)?.kobo ?? null
  const found = [amountSent(lines, first), again && amountSent(again, second)].filter(
    (sum) => sum !== null,
  )
  const sum = likeliestOf(found)
  if (!sum || ![first, second].every((sums) => sums.some((one) => isSame(one, sum)))) return null
  return isSignRead(sum, [...first, ...second]) ? sum.kobo : null
}

const amountSent = (lines: readonly string[], sums: readonly Sum[]): Sum | null => {
  const sent = sums.filter((sum) => isLabelled(lines, sum) || isHeading(lines, sum))
  return likeliestOf(sent)
}

const likeliestOf = (sums: readonly Sum[]): Sum | null => {
  // `₦85,500` may be misread as `485,500`. Another sum with a naira sign and the same other digits
  // shows the true amount.
  const likeliest = sums.find(({ isMarked }) => isMarked) ?? sums[0]
  return likeliest && sums.every((one) => isSame(one, likeliest)) ? likeliest : null
}

const sumsIn = (lines: readonly string[]): Sum[] =>
  lines.flatMap((text, line) => {
    let from = 0
    return [...text.matchAll(amounts)].flatMap((found) => {
      const [all, before, whole = '', kobo, after] = found
      const phrase =
        text
          .slice(from, found.index)
          .split(/(?<=\w{4})\.\s|;/)
          .at(-1) ?? ''
      from = found.index + all.length
      const value = Number(whole.replace(/[,.]/g, '')) * 100 + Number(kobo ?? 0)
      if (value === 0 || value > maxKobo) return []
      return [
        {
          kobo: value,
          digits: whole.replace(/[,.]/g, '') + (kobo ?? ''),
          hasKobo: kobo !== undefined,
          isMarked: before !== undefined || after !== undefined,
          phrase,
          isAlone: !/[\p{L}\d]/u.test(text.replace(all, '')),
          line,
        },
      ]
    })
  })

const isLabelled = (lines: readonly string[], { phrase, isAlone, line }: Sum): boolean => {
  const above = lines[line - 1] ?? ''
  if (isAlone) return labelAlone.test(above) && !otherSums.test(above)
  // If no words precede the sum on its line, its sentence may begin on the line above.
  const before = /[\p{L}\d]/u.test(phrase) || !verbAtEnd.test(above) ? phrase : `${above} ${phrase}`
  return labelBefore.test(before) && !otherSums.test(before)
}

const isHeading = (lines: readonly string[], { isAlone, isMarked, line }: Sum): boolean => {
  if (!isAlone || !isMarked || otherSums.test(lines[line - 1] ?? '')) return false
  return (
    lines.slice(Math.max(0, line - linesAbove), line).some((near) => done.test(near)) ||
    lines.slice(line + 1, line + 1 + linesBelow).some((near) => done.test(near))
  )
}

/**
 * Whether two sums are equal, or differ only by a naira sign that was misread as an eight or a
 * four.
 */
const isSame = (one: Sum, sum: Sum): boolean =>
  one.kobo === sum.kobo ||
  (!one.isMarked && sum.isMarked && /^[48]/.test(one.digits) && one.digits.slice(1) === sum.digits)

/**
 * Whether the first digit is certainly a digit, and not a misread naira sign: the sum has a sign as
 * well, or begins with another digit, or no sum in the proof has a sign.
 */
const isSignRead = (sum: Sum, all: readonly Sum[]): boolean => {
  if (!/^[48]/.test(sum.digits)) return true
  if (all.some((one) => one.isMarked && one.kobo === sum.kobo)) return true
  const others = all.filter(({ kobo, hasKobo }) => hasKobo && kobo !== sum.kobo)
  return others.length > 0 && !all.some(({ isMarked }) => isMarked)
}
