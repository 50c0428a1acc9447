import { type AnyRow, reportHeaders } from '@strand/contracts/reports/report'
import { csvHead } from '../export-stream.ts'

/** What a spreadsheet would run, as `export-stream.ts` has it. Numbers are numbers, also below 0. */
const formula = /^['=+\-@＝＋－＠\t\r]/

const cell = (value: AnyRow[string]): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  return `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
}

/** Rows as CSV, with the names of their fields on top. */
export const csvOf = (fields: string[], rows: AnyRow[]): string =>
  csvHead(fields) +
  rows.map((row) => `${fields.map((field) => cell(row[field] ?? null)).join(',')}\r\n`).join('')

/** What a report says beside its rows, and its file’s name. */
export const csvHeaders = (report: {
  definition: { name: string; version: number }
  index: number | null
  asOf: string | number
  sha256: string
  from: string
  to: string
}) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${report.definition.name}-${report.from}-${report.to}.csv"`,
  [reportHeaders.definition]: `${report.definition.name} ${report.definition.version}`,
  [reportHeaders.index]: report.index === null ? '' : String(report.index),
  [reportHeaders.asOf]: String(report.asOf),
  [reportHeaders.sha256]: report.sha256,
})
