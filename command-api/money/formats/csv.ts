import { CsvError, parse } from 'csv-parse/sync'
import { recognized } from './columns.ts'
import { damaged, type ReadFile } from './statement.ts'
import { maxTableRows, readTable, type TableOptions } from './table.ts'
import { decodeText } from './text.ts'

const delimiters = [',', ';', '\t', '|']
const maxRecordLength = 20_000

export const readCsv = (bytes: Uint8Array, options: TableOptions): ReadFile => {
  const text = decodeText(bytes).replace(/^\ufeff/, '')
  if (text.includes('\0')) throw damaged('it is not a text file')
  const delimiter = delimiterOf(text)
  return readTable(
    split(text, delimiter).map((row) => row.map(withoutFormula)),
    { ...options, delimiter },
  )
}

/** Some banks write `="0123456789"`, so that spreadsheets keep all of the number's digits. */
const withoutFormula = (cell: string) => /^="([^"]*)"$/.exec(cell.trim())?.[1] ?? cell

/**
 * Finds the delimiter with which one of the first rows reads as a header, or else the one that
 * gives the most cells.
 */
const delimiterOf = (text: string): string => {
  const rows = text
    .slice(0, 50_000)
    .split(/\r\n|\n|\r/)
    .slice(0, 60)
  const scores = delimiters.map((delimiter) => {
    const split = rows.map((row) => row.split(delimiter).map((cell) => cell.replaceAll('"', '')))
    const header = Math.max(...split.map(recognized))
    return { delimiter, score: header * 1000 + Math.max(...split.map((row) => row.length)) }
  })
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).delimiter
}

/**
 * Splits a text from a bank that quotes every cell but does not escape the quotation marks inside a
 * cell. Returns null for any other text.
 */
const splitUnescaped = (text: string, delimiter: string): string[][] | null => {
  const lines = text.split(/\r\n|\n|\r/).slice(0, maxTableRows + 1)
  const isWhole = (line: string) => {
    const end = line.endsWith(delimiter) ? line.slice(0, -1) : line
    return line === '' || (/^".*"$/.test(end) && end.length <= maxRecordLength)
  }
  if (!lines.every(isWhole)) return null
  return lines.map((line) => {
    const end = line.endsWith(delimiter) ? line.slice(0, -1) : line
    return end === '' ? [] : end.slice(1, -1).split(`"${delimiter}"`)
  })
}

const split = (text: string, delimiter: string): string[][] => {
  // If no cell begins with a quotation mark, quotation marks inside cells are ordinary characters.
  const quoted = text.startsWith('"') || new RegExp(`(?:^|[\n\r${delimiter}]) *"`).test(text)
  try {
    return parse(text, {
      delimiter,
      quote: quoted ? '"' : false,
      to: maxTableRows + 1,
      relax_column_count: true,
      ltrim: delimiter !== '\t',
      max_record_size: maxRecordLength,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: false,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const rows = splitUnescaped(text, delimiter)
    if (rows) return rows
    throw damaged(`line ${Number(error.lines) || 1} is not a row of a table`)
  }
}
