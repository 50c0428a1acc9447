import { maxNaira } from '@strand/contracts/naira'

const maxKobo = maxNaira * 100

const toKobo = (negative: boolean, whole: string, fraction = ''): number | null => {
  const kobo = Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
  if (!(kobo <= maxKobo)) return null
  return negative && kobo !== 0 ? -kobo : kobo
}

/** Parses a decimal as programs write it, such as `-85500.5` or `85500,50`. Null for other text. */
export const parseDecimal = (text: string): number | null => {
  const parts = /^([+-]?)(\d{1,15})(?:[.,](\d{0,2})0{0,6})?$/.exec(text.trim())
  return parts?.[2] === undefined ? null : toKobo(parts[1] === '-', parts[2], parts[3])
}

/** Kobo follow a point or a comma. All thousands are separated, or none. */
const written = [
  /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/,
  /^(\d{1,3}(?:[ ']\d{3})+)(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})$/,
  // Less than one naira, as some programs write it.
  /^()[.,](\d{1,2})$/,
]

/** No amount has more characters, and a long hostile cell could slow a regular expression down. */
const maxAmountLength = 60

/** A currency is removed only before or after a number: `4N9,978.62` is damaged. */
const currency = /^(?:₦|NGN|N(?=[\d(+-])|\s)+|(?:₦|NGN|\s)+$/gi
const withoutCurrency = (text: string) => text.replace(currency, '')
const direction = /(?:^(DR|CR)\b\.?)|(?:(?<=[\d\s)])(DR|CR|D|C)\.?$)/i

/** An amount, and whether its cell has a sign or a word for its direction. */
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
 * Parses an amount for people: `₦85,500.00`, `(500)`, `500.00 DR`, `1.234,56`. Null for other text,
 * and for `1.234`, which is ambiguous. Spaces may separate thousands. A tab or line end inside a
 * cell means that the file is damaged there.
 */
export const parseAmount = (text: string): number | null => readAmount(text)?.kobo ?? null
