import { type NotMoneyRow, namingTexts, type StatementLine } from './statement.ts'

/** Names for the naira in files from Nigerian banks, programs and spreadsheets. */
const naira =
  /^(?:ngn|nigerian naira|naira|nai|ngn naira|naira ngn|ngn nigerian naira|₦|n|=n=|566)$/i

/**
 * Returns `NGN` for any name of the naira. Returns any other currency as it is written, in upper
 * case.
 */
export const currencyCode = (written: string): string => {
  const word = written.replace(/[\s.()\-/]+/g, ' ').trim()
  return naira.test(word) ? 'NGN' : word.toUpperCase()
}

/**
 * Moves lines in a currency other than the statement's to `notMoney`. The statement's currency is
 * the one that the file names for the account or the balances. If the file names none, it is the
 * naira if any line is in naira or names no currency, and otherwise the currency of the first line.
 *
 * @param ofRows the currency that each row names; empty or absent if it names none
 */
export const takeOutForeign = (
  section: { currencies: string[]; lines: StatementLine[]; notMoney: NotMoneyRow[] },
  ofRows: Map<number, string>,
): void => {
  const written = [...ofRows.values()].map(currencyCode)
  const own = section.currencies.find((code) => code !== '')
  const isNaira = written.includes('NGN') || written.includes('')
  const code = own ? currencyCode(own) : isNaira ? 'NGN' : written[0]
  if (code === undefined || written.every((one) => one === '')) return
  section.currencies.push(code)
  const otherOf = ({ row }: StatementLine) => {
    const other = currencyCode(ofRows.get(row) ?? '')
    return other === '' || other === code ? null : other
  }
  for (const line of section.lines) {
    const other = otherOf(line)
    if (other === null || section.notMoney.at(-1)?.row === line.row) continue
    section.notMoney.push({
      row: line.row,
      message: `In ${other.slice(0, 20)}, not in ${code.slice(0, 20)}`,
      amountKobo: line.amountKobo,
      balanceKobo: null,
      texts: namingTexts(line),
    })
  }
  section.lines = section.lines.filter((line) => otherOf(line) === null)
  section.notMoney.sort((one, other) => one.row - other.row)
}

export const isCurrency = (written: string, currency: string): boolean =>
  currencyCode(written) === currency

const isoCodes = new Set(Intl.supportedValuesOf('currency'))
const signs: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' }

export const isCurrencyName = (cell: string): boolean => {
  const code = currencyCode(cell)
  return code === 'NGN' || isoCodes.has(code) || Object.hasOwn(signs, code)
}

// Codes and symbols of the foreign currencies that are likeliest in Nigeria. They count anywhere in
// a text.
const foreign =
  /(?<![A-Za-z])(USD|EUR|GBP|CNY|JPY|GHS|XOF|XAF|ZAR|KES|CAD|AUD|CHF|AED|INR|SAR|EGP|TZS|UGX|RWF|USDT)(?![A-Za-z])|[$€£¥]/

/**
 * The code of any other currency counts only in brackets, next to a number, at the end of a heading
 * with lower-case letters, or after a single leading word or the word `IN`. Elsewhere, codes such
 * as `ALL`, `TOP` and `CUP` are ordinary words.
 */
const placed = [
  /[([]\s*([A-Z]{3})\s*[)\]]/,
  /^([A-Z]{3})\s*[-+(]?\d/,
  /\d\)?\s*([A-Z]{3})$/,
  /[a-z].*[\s/_-]([A-Z]{3})$/,
  /^[A-Z]+[\s/_-]+([A-Z]{3})$/,
  /\bIN[\s_]+([A-Z]{3})$/,
]

/**
 * Finds the foreign currency in a heading or an amount, such as `Amount (USD)` or `$500.00`. Null
 * if there is none.
 */
export const foreignCurrencyIn = (text: string): string | null => {
  const some = text.trim().slice(0, 80)
  const [found] = foreign.exec(some) ?? []
  if (found !== undefined) return signs[found] ?? found
  if (!/[A-Z]{3}/.test(some)) return null
  const codes = placed.flatMap((place) => place.exec(some)?.[1] ?? [])
  return codes.find((code) => isoCodes.has(code) && code !== 'NGN') ?? null
}
