import { maxNaira } from '@strand/contracts/naira'

const maxKobo = maxNaira * 100

const toKobo = (negative: boolean, whole: string, fraction = ''): number | null => {
  const kobo = Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
  if (!(kobo <= maxKobo)) return null
  return negative && kobo !== 0 ? -kobo : kobo
}

/**
 * Parses a decimal as programs write it, such as `-85500.5` or `85500,50`. Returns null for any
 * other text.
 */
export const parseDecimal = (text: string): number | null => {
  const parts = /^([+-]?)(\d{1,15})(?:[.,](\d{0,2})0{0,6})?$/.exec(text.trim())
  return parts?.[2] === undefined ? null : toKobo(parts[1] === '-', parts[2], parts[3])
}

/** The kobo come after a point or a comma. The thousands are either all separated or not at all. */
const written = [
  /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/,
  /^(\d{1,3}(?:[ ']\d{3})+)(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})$/,
  // An amount below one naira, which some programs write without a leading zero.
  /^()[.,](\d{1,2})$/,
]

/** No real amount is longer, and a long hostile cell could slow down a regular expression. */
const maxAmountLength = 60

/**
 * Matches a currency only before or after the number. In the middle, as in `4N9,978.62`, it means
 * that the cell is damaged.
 */
const currency = /^(?:₦|NGN|N(?=[\d(+-])|\s)+|(?:₦|NGN|\s)+$/gi
const withoutCurrency = (text: string) => text.replace(currency, '')
const direction = /(?:^(DR|CR)\b\.?)|(?:(?<=[\d\s)])(DR|CR|D|C)\.?$)/i

/** An amount, and whether its cell gives a direction, by a sign or a word such as `DR`. */
type WrittenAmount = { kobo: number; isSigned: boolean }

/** Like `parseAmount`, but also says whether there was a sign. */
export const readAmount = (text: string): WrittenAmount | null => {
  const trimmed = text.trim()
  if (trimmed.length > maxAmountLength) return null
  let rest = withoutCurrency(trimmed.replace(/[\u00a0\u2009\u202f]/g, ' '))
  const marks: boolean[] = []
  const strip = (pattern: RegExp, negative: (found: string) => boolean) => {
    const found = pattern.exec(rest)
    if (!found) return
    marks.push(negative(found[0]))
    rest = withoutCurrency(rest.replace(pattern, ''))
  }
  strip(direction, (mark) => /d/i.test(mark))
  if (/^\(.*\)$/.test(rest)) {
    marks.push(true)
    rest = withoutCurrency(rest.slice(1, -1))
  }
  strip(/^[+\-−]/, (sign) => sign !== '+')
  strip(/[+\-−]$/, (sign) => sign !== '+')
  // Signs that contradict each other, as in `-500 CR`, make the amount ambiguous.
  if (new Set(marks).size > 1) return null
  for (const pattern of written) {
    const parts = pattern.exec(rest)
    if (parts?.[1] === undefined) continue
    const kobo = toKobo(marks[0] === true, parts[1].replace(/\D/g, ''), parts[2])
    return kobo === null ? null : { kobo, isSigned: marks.length > 0 }
  }
  return null
}

/**
 * Parses an amount as people write it: `₦85,500.00`, `(500)`, `500.00 DR`, `1.234,56`. Spaces may
 * separate thousands. Returns null for any other text, for `1.234`, which is ambiguous, and for a
 * text with a tab or line end in it, because the file is then damaged there.
 */
export const parseAmount = (text: string): number | null => readAmount(text)?.kobo ?? null
