import { tidy } from './text.ts'

const accountWords = /\b(?:account|acct|a\/c|nuban)\s*(?:number|no|num|#)?\s*\.?\s*:?\s*(\d{10})?$/i
const currencyWords = /^currency\s*:?\s*([a-z]{3})?/i

/** The account's number and currency where the rows above a table name them. */
export const readPreamble = (rows: string[][]) => {
  const found = { account: '', currencies: [] as string[] }
  for (const row of rows) {
    const cells = row.map(tidy).filter((cell) => cell !== '')
    for (const [at, cell] of cells.entries()) {
      const next = cells[at + 1] ?? ''
      const account = accountWords.exec(cell)
      const number = account && (account[1] ?? /^'?(\d{10})$/.exec(next)?.[1])
      if (number) found.account ||= number
      const currency = currencyWords.exec(cell)
      const code = currency && (currency[1] ?? /^([a-z]{3})\b/i.exec(next)?.[1])
      if (code) found.currencies.push(code.toUpperCase())
    }
  }
  return found
}
