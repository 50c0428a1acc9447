import type { StatementMapping } from '@strand/contracts/money/statement'
import { parseDate } from './dates.ts'

export const partedRow =
  'The row has more cells than the heading: an amount or a description contains a comma but is not in quotation marks, so it was split into two cells. Please ask the bank for the statement as Excel (.xlsx), OFX, CAMT.053 or MT940'

/**
 * Patterns for the two cells of an amount that was split at its comma: `thousands` for `50,000.00`,
 * `decimals` for `50000,00`.
 */
const thousands = [/^\D*\d{1,3}$/, /^\d{3}(?:\.\d{1,2})?\D*$/] as const
const decimals = [/^\D*\d+$/, /^\d{1,2}$/] as const
const isNumber = (cell: string) => /\d/.test(cell) && !/\p{L}/u.test(cell)

/**
 * Repairs the rows of a text file. Some banks do not quote amounts and texts that contain the
 * delimiter. Such a row has more cells than the heading, so its cells end up in the wrong columns.
 * If only a text in the last column was split, joins it again. Any other such row cannot be read
 * reliably, and is returned in `parted`.
 */
export const wholeRows = (
  rows: string[][],
  { headerRow, columns }: StatementMapping,
  delimiter: string | undefined,
): { whole: string[][]; parted: number[] } => {
  const parted: number[] = []
  if (delimiter === undefined) return { whole: rows, parted }
  const first = headerRow === null ? 0 : headerRow + 1
  const isLine = (row: string[]) => parseDate(row[columns.bookedOn ?? -1] ?? '') !== null
  const lengths = rows.slice(first).filter(isLine).map(filledLength)
  const width =
    rows[headerRow ?? -1]?.length ?? lengths.reduce((least, one) => Math.min(least, one), Infinity)
  /** If all rows have the same number of cells, the extra cells are columns without a heading. */
  const isEven = new Set(lengths.map((length) => Math.max(length, width))).size <= 1
  const last = width - 1
  const endsInText = columns.narration.includes(last)
  const amounts = [columns.amount, columns.debit, columns.credit, columns.balance]
  const isCut = (row: string[]) =>
    [thousands, decimals].some(([head, rest]) =>
      amounts.some(
        (at) =>
          at !== null && head.test(row[at]?.trim() ?? '') && rest.test(row[at + 1]?.trim() ?? ''),
      ),
    )
  const whole = rows.map((row, at) => {
    if (at < first || filledLength(row) <= width || !isLine(row)) return row
    if (!isCut(row)) {
      if (isEven && !row.slice(width).some(isNumber)) return row
      if (endsInText) return [...row.slice(0, last), row.slice(last).join(`${delimiter} `)]
    }
    parted.push(at)
    return []
  })
  return { whole, parted }
}

const filledLength = (row: string[]) => row.findLastIndex((cell) => cell.trim() !== '') + 1
