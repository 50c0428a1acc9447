import { maxNaira } from '@strand/contracts/naira'

const maxKobo = maxNaira * 100

const toKobo = (negative: boolean, whole: string, fraction = ''): number | null => {
  const kobo = Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
  if (!(kobo <= maxKobo)) return null
  return negative && kobo !== 0 ? -kobo : kobo
}

/** A decimal as files made for programs have it: `-85500.5` or `85500,50`. Null for other text. */
export const parseDecimal = (text: string): number | null => {
  const parts = /^([+-]?)(\d{1,15})(?:[.,](\d{0,2})0{0,6})?$/.exec(text.trim())
  return parts?.[2] === undefined ? null : toKobo(parts[1] === '-', parts[2], parts[3])
}

/** With a point before the kobo, then with a comma; thousands apart or not, but all or none. */
const written = [
  /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/,
  /^(\d{1,3}(?:[ ']\d{3})+)(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})$/,
  // Less than one naira, as some programs write it.
  /^()[.,](\d{1,2})$/,
]

/** Longer cells are no amount, and a stranger's may be made to take an expression long. */
const maxAmountLength = 60

/** Only before or after a number: `4N9,978.62` is a damaged one. */
const currency = /^(?:₦|NGN|N(?=[\d(+-])|\s)+|(?:₦|NGN|\s)+$/gi
const withoutCurrency = (text: string) => text.replace(currency, '')
const direction = /(?:^(DR|CR)\b\.?)|(?:(?<=[\d\s)])(DR|CR|D|C)\.?$)/i

/**
 * An amount as a bank writes it for people: `₦85,500.00`, `(500)`, `500.00 DR`, `1.234,56`. Null for
 * other text, and for `1.234`, which may be one naira or a thousand. Spaces may part thousands; a tab or
 * a line end in a cell means that the file is damaged there.
 */
export const parseAmount = (text: string): number | null => {
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
  // Two signs that do not agree, as in `-500 CR`, leave the amount open.
  if (new Set(marks).size > 1) return null
  for (const pattern of written) {
    const parts = pattern.exec(rest)
    if (parts?.[1] !== undefined)
      return toKobo(marks[0] === true, parts[1].replace(/\D/g, ''), parts[2])
  }
  return null
}
