// What precedes an amount: the sign of the naira, and what readers of pictures take it for.
const currency = '(?:₦|NGN|N|¥|€|#|\\bNaira)'
const amounts = new RegExp(
  `(${currency}\\s?)?(?<![\\d.,/:-])(\\d{1,3}(?:[,.]\\d{3})+(?!\\d)|\\d{1,9})(?:\\.(\\d{2}))?(?![\\d/:OolISB-]|[.,]\\d)(\\s?(?:NGN|Naira)\\b)?`,
  'gi',
)

/** Lines with these words name other sums than the one that was sent. */
const otherSums =
  /\b(fee|fees|charge|charges|vat|levy|duty|commission|balance|cashback|bonus|limit)\b/i
const sumsSent = /\b(amount|sent|paid|debited|transferred|transfer of|value)\b/i
const sumsInAll = /\btotal\b/i
/** Lines with these words have numbers that are no sums. */
const noSums = /\b(account|acct|session|ref|reference|phone|bvn|date|time|id|no)\b/i

const highestKobo = 1e14

type Candidate = { kobo: number; score: number; isMarked: boolean }

/**
 * The amount that was sent, in kobo; null where none is found, or where two are as likely: a wrong
 * amount would accuse a customer.
 */
export const findAmount = (lines: readonly string[]): number | null => {
  const found = lines.flatMap((line, index) => candidatesIn(line, lines[index - 1] ?? ''))
  const plausible = withoutMisreadSigns(found).filter(({ score }) => score >= 3)
  const scores = new Map<number, number>()
  // Said twice, it is likelier than anything that is said once.
  for (const { kobo, score } of plausible)
    scores.set(kobo, Math.max(scores.get(kobo) ?? 0, score) + (scores.has(kobo) ? 2 : 0))
  const [best, second] = [...scores].sort(([, one], [, other]) => other - one)
  if (!best || (second && second[1] === best[1])) return null
  return best[0]
}

const candidatesIn = (line: string, above: string): Candidate[] => {
  if (otherSums.test(line)) return []
  const isTotal = sumsInAll.test(line)
  const isLabelled =
    !isTotal && (sumsSent.test(line) || (/^[^\d]*\d[\d,. ]*$/.test(line) && sumsSent.test(above)))
  const isAlone = !isLabelled && otherSums.test(above) && /^\W*\w{0,3}\W*[\d,.]+$/.test(line)
  if (isAlone) return []
  return [...line.matchAll(amounts)].flatMap(([, before, whole = '', kobo, after]) => {
    const isMarked = before !== undefined || after !== undefined
    const isGrouped = /[,.]/.test(whole)
    if (!isMarked && !isGrouped && kobo === undefined && !isLabelled) return []
    if (!isMarked && noSums.test(line) && !isLabelled) return []
    const value = Number(whole.replace(/[,.]/g, '')) * 100 + Number(kobo ?? 0)
    if (value === 0 || value > highestKobo) return []
    const score =
      (isMarked ? 3 : 0) +
      (isLabelled ? 4 : isTotal ? 1 : 0) +
      (kobo === undefined ? 0 : 2) +
      (isGrouped ? 1 : 0)
    return [{ kobo: value, score, isMarked }]
  })
}

/** `₦85,500` may be read as `485,500`: an unmarked number that ends like a marked one is that one. */
const withoutMisreadSigns = (found: Candidate[]): Candidate[] => {
  const marked = found.filter(({ isMarked }) => isMarked).map(({ kobo }) => String(kobo))
  return found.filter(({ kobo, isMarked }) => isMarked || !marked.includes(String(kobo).slice(1)))
}
