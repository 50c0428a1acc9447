import { maximumStatementColumns, type StatementMapping } from '@strand/contracts/money/statement'

type Columns = StatementMapping['columns']
export type Role = Exclude<keyof Columns, 'narration'>

/** What a column may hold, besides the narration, in the order in which it is asked. */
export const roles: { role: Role; label: string }[] = [
  { role: 'bookedOn', label: 'Day' },
  { role: 'valueOn', label: 'Value date' },
  { role: 'credit', label: 'Money in' },
  { role: 'debit', label: 'Money out' },
  { role: 'amount', label: 'Amount with a sign' },
  { role: 'balance', label: 'Balance' },
  { role: 'payer', label: 'Payer' },
  { role: 'reference', label: 'Reference' },
  { role: 'state', label: 'State' },
  { role: 'currency', label: 'Currency' },
  { role: 'direction', label: 'In or out' },
]

export type ColumnOption = { column: number; name: string }

/** `A`, and `AA` after `Z`, as spreadsheets name columns. */
export const letterOf = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26)

/** Columns beyond those that are in use, where the file's header is not known. */
const spare = 6

/** The columns to choose from: by the header's words where these are known. */
export const columnOptions = (header: string[], { columns }: StatementMapping): ColumnOption[] => {
  const { narration, ...single } = columns
  const used = [...narration, ...Object.values(single)].map((column) => (column ?? -1) + 1)
  const count = header.length > 1 ? header.length : Math.max(...used, 0) + spare
  return Array.from({ length: Math.min(count, maximumStatementColumns) }, (_, column) => ({
    column,
    name: header[column] ? `${letterOf(column)}: ${header[column]}` : `Column ${letterOf(column)}`,
  }))
}

/** `03/04/2026` of the fourth of March or the third of April, and what it means in each order. */
export const dateExample = (day: string, order: StatementMapping['dateOrder']) => {
  const [year = '', month = '', date = ''] = day.split('-')
  const [first, second] = order === 'MDY' ? [month, date] : [date, month]
  const dayOf = (asMonth: string, asDate: string) => `${year}-${asMonth}-${asDate}`
  return {
    written: `${first}/${second}/${year}`,
    DMY: dayOf(second, first),
    MDY: dayOf(first, second),
  }
}
