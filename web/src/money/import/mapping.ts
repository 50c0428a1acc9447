import type { StatementMapping, StatementSample } from '@strand/contracts/money/statement'

type Columns = StatementMapping['columns']
type Role = Exclude<keyof Columns, 'narration'>
export type Meaning = Role | 'narration'

/** The meanings of columns other than the narration, in the form's order. */
const roles: { role: Role; label: string }[] = [
  { role: 'bookedOn', label: 'Day' },
  { role: 'valueOn', label: 'Value date' },
  { role: 'credit', label: 'Money in' },
  { role: 'debit', label: 'Money out' },
  { role: 'amount', label: 'Amount' },
  { role: 'balance', label: 'Balance' },
  { role: 'payer', label: 'Payer' },
  { role: 'reference', label: 'Reference' },
  { role: 'state', label: 'State' },
  { role: 'currency', label: 'Currency' },
  { role: 'direction', label: 'In or out' },
]

export const meanings: { meaning: Meaning; label: string }[] = [
  ...roles.map(({ role, label }) => ({ meaning: role, label })),
  { meaning: 'narration', label: 'Narration' },
]

/** The spreadsheet name of a column: `A`, and `AA` after `Z`. */
export const letterOf = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26)

export const columnNames = (
  { rows }: StatementSample,
  { headerRow }: Pick<StatementMapping, 'headerRow'>,
): string[] => {
  const heading = rows.find(({ row }) => row - 1 === headerRow)?.cells ?? []
  const width = Math.max(
    0,
    ...rows.map(({ cells }) => cells.findLastIndex((cell) => cell !== '') + 1),
  )
  return Array.from({ length: width }, (_, column) =>
    heading[column] ? `${letterOf(column)}: ${heading[column]}` : `Column ${letterOf(column)}`,
  )
}

/** The meaning of a column; empty for an ignored column. */
export const meaningOf = ({ columns }: StatementMapping, column: number): Meaning | '' => {
  if (columns.narration.includes(column)) return 'narration'
  return roles.find(({ role }) => columns[role] === column)?.role ?? ''
}

/**
 * Sets a column's meaning. If only one column can have this meaning, the column that had it before
 * loses it.
 */
export const withMeaning = (
  mapping: StatementMapping,
  column: number,
  meaning: string,
): StatementMapping => {
  const columns: Columns = {
    ...mapping.columns,
    narration: mapping.columns.narration.filter((one) => one !== column),
  }
  for (const { role } of roles) {
    if (columns[role] === column) columns[role] = null
    if (role === meaning) columns[role] = column
  }
  if (meaning === 'narration')
    columns.narration = [...columns.narration, column].sort((one, other) => one - other)
  return { ...mapping, columns }
}

/**
 * Writes the day in numbers, such as `03/04/2026`, in the given order of day and month. `DMY` and
 * `MDY` are the two days that this text could mean: read with the day first, and with the month
 * first.
 */
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
