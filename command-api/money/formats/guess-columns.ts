import type { StatementMapping } from '@strand/contracts/money/statement'
import { parseAmount } from './amounts.ts'
import { emptyColumns, plainHeading } from './columns.ts'
import { isCurrencyName } from './currencies.ts'
import { parseDate } from './dates.ts'

const looked = 300
/**
 * The fewest rows in which the balances must follow from the amounts, before this counts as proof.
 */
const fewestProven = 3

type Guess = {
  mapping: StatementMapping
  /** Whether balances prove which columns have the amounts and the balance. */
  isProven: boolean
}

/**
 * For a table with unknown headings, guesses from the values which columns hold dates, amounts, and
 * balances that follow from the amounts. Null if the rows are not a table.
 */
export const guessByValues = (rows: string[][]): Guess | null => {
  const some = rows.slice(0, looked)
  const isLine = (row: string[]) =>
    row.some((cell) => parseDate(cell) !== null) && row.some((cell) => isMoney(cell))
  const first = some.findIndex(isLine)
  const lines = some.filter(isLine)
  if (first < 0) return null
  const width = Math.max(...lines.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at) =>
    lines.map((row) => (row[at] ?? '').trim()),
  )
  const dates = columnsWhere(columns, (cells) => cells.every((cell) => parseDate(cell) !== null))
  const amounts = columnsWhere(
    columns,
    (cells, at) =>
      !dates.includes(at) &&
      cells.some(isMoney) &&
      cells.every((cell) => cell === '' || parseAmount(cell) !== null),
  )
  const proven = lines.length < fewestProven ? null : provenAmounts(columns, amounts)
  const [only, ...others] = amounts
  const likely = others.length === 0 && only !== undefined ? { amount: only } : {}
  const header = rows[first - 1]
  const isHeading = (header ?? []).filter((cell) => cell.trim() !== '').length > 1
  return {
    mapping: {
      headerRow: isHeading ? first - 1 : null,
      columns: {
        ...emptyColumns(),
        bookedOn: dates[0] ?? null,
        valueOn: dates[1] ?? null,
        ...(proven ?? likely),
      },
      dateOrder: null,
      states: {},
      directions: {},
      creditsOnly: false,
    },
    isProven: proven !== null && dates.length > 0,
  }
}

/**
 * If the mapping has no column for the description, or these columns are all empty, finds the
 * columns whose values are texts, so that the bank's descriptions are not lost. Otherwise returns
 * the mapping unchanged.
 *
 * @param lines the rows with a day and an amount
 */
export const withTexts = (mapping: StatementMapping, lines: string[][]): StatementMapping => {
  const { narration, ...others } = mapping.columns
  const some = lines.slice(0, looked)
  const isFilled = (column: number) => some.some((row) => (row[column] ?? '').trim() !== '')
  if (some.length === 0 || narration.some(isFilled)) return mapping
  const used = new Set<unknown>(Object.values(others))
  const width = Math.max(...some.map((row) => row.length))
  const texts = Array.from({ length: width }, (_, at) => at).filter((at) => {
    const cells = some.map((row) => (row[at] ?? '').trim())
    const isOther = cells.every((cell) => cell === '' || isCurrencyName(cell))
    return !used.has(at) && !isOther && isText(cells) && isVaried(cells)
  })
  const found = texts.length > 0 ? texts.slice(0, 10) : narration
  return { ...mapping, columns: { ...mapping.columns, narration: found } }
}

/** Headings that do not say whose name the column holds, which may be the shop's own. */
const nameHeading = /^((other |counter ?)?party )?names?$/

/**
 * If the payer's column is missing or holds only account numbers, takes the payer from a column
 * headed "Name", unless it holds the same name in every row, which is then the shop's own. The
 * account numbers become part of the narration.
 *
 * @param lines the rows with a day and an amount
 */
export const withPayer = (
  mapping: StatementMapping,
  heading: string[],
  lines: string[][],
): StatementMapping => {
  const { payer, narration } = mapping.columns
  const cellsOf = (at: number) => lines.slice(0, looked).map((row) => (row[at] ?? '').trim())
  if (payer !== null && isText(cellsOf(payer))) return mapping
  const name = heading.findIndex(
    (words, at) =>
      nameHeading.test(plainHeading(words)) && isText(cellsOf(at)) && isVaried(cellsOf(at)),
  )
  if (name < 0) return mapping
  const numbers = payer === null ? [] : [payer]
  const columns = { ...mapping.columns, payer: name, narration: [...narration, ...numbers] }
  return { ...mapping, columns }
}

/** Whether a cell is an amount with kobo or a sign. Any other number could mean something else. */
const isMoney = (cell: string): boolean =>
  (/[.,]\d{1,2}\D{0,5}$/.test(cell) || /^[+-]/.test(cell.trim())) &&
  parseDate(cell) === null &&
  parseAmount(cell) !== null

const isText = (cells: string[]) => {
  const filled = cells.filter((cell) => cell !== '')
  const texts = filled.filter((cell) => /\p{L}{2}/u.test(cell))
  return texts.length > 0 && texts.length * 2 >= filled.length
}

/**
 * Whether the cells differ. A column that has the same value in every row, such as the account's
 * number, says nothing about a single row.
 */
const isVaried = (cells: string[]) => cells.length < 3 || new Set(cells).size > 1

const columnsWhere = (columns: string[][], holds: (cells: string[], at: number) => boolean) =>
  columns.flatMap((cells, at) => (holds(cells, at) ? [at] : []))

type Amounts = Partial<StatementMapping['columns']>

/**
 * The only combination of columns in which each balance follows from the one before; null if there
 * is none, or several.
 */
const provenAmounts = (columns: string[][], amounts: number[]): Amounts | null => {
  const kobo = new Map(amounts.map((at) => [at, (columns[at] ?? []).map(parseAmount)]))
  const found: Amounts[] = []
  for (const balance of amounts) {
    const balances = kobo.get(balance) ?? []
    if (balances.includes(null)) continue
    const others = amounts.filter((at) => at !== balance)
    // The first row has no balance before it that could give its amount, so every row must have an
    // amount.
    for (const amount of others) {
      const amountsOf = kobo.get(amount) ?? []
      if (!amountsOf.includes(null) && isChain(balances, amountsOf)) found.push({ amount, balance })
    }
    for (const credit of others)
      for (const debit of others) {
        if (credit === debit) continue
        const [ins, outs] = [kobo.get(credit) ?? [], kobo.get(debit) ?? []]
        const isOne = ins.every((one, at) => ((one ?? 0) === 0) !== ((outs[at] ?? 0) === 0))
        const moved = ins.map((one, at) => (one ?? 0) - Math.abs(outs[at] ?? 0))
        if (isOne && isChain(balances, moved)) found.push({ credit, debit, balance })
      }
  }
  return found.length === 1 ? (found[0] ?? null) : null
}

const isChain = (balances: (number | null)[], amounts: (number | null)[]): boolean => {
  const follows = (next: number, before: number, amount: number) =>
    (balances[next] ?? 0) - (balances[before] ?? 0) === (amounts[amount] ?? 0)
  const steps = balances.slice(1).map((_, at) => at)
  const isMoving = amounts.some((one) => (one ?? 0) !== 0)
  return (
    isMoving &&
    (steps.every((at) => follows(at + 1, at, at + 1)) ||
      steps.every((at) => follows(at, at + 1, at)))
  )
}
