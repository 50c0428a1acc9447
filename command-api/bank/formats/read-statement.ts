import { maximumStatementRows, type StatementFormat } from '@strand/contracts/money/statement'
import { maximumFileSize } from '@strand/contracts/uploads'
import { Rejected } from '@strand/platform/errors'
import { checkBalances } from './balance.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { detectFormat } from './detect-format.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { type ReadFile, type Statement, tooManyRows } from './statement.ts'
import type { TableOptions } from './table.ts'
import { readXlsx } from './xlsx.ts'

type Reader = (bytes: Uint8Array, options: TableOptions) => ReadFile

const readers: Record<StatementFormat, Reader> = {
  csv: readCsv,
  xlsx: readXlsx,
  ofx: readOfx,
  camt: readCamt,
  mt940: readMt940,
}

/**
 * Reads a bank's statement of any format. The options say what is known of a table's columns.
 * Throws `Rejected` for every file that cannot be read, whatever its bytes are. Decision 204.
 */
export const readStatement = (bytes: Uint8Array, options: TableOptions = {}): Statement => {
  if (bytes.length > maximumFileSize)
    throw new Rejected('too-large', 'A statement may have at most 20 MB: please import it in parts')
  const format = detectFormat(bytes)
  const { sections, refused, table, ...file } = readers[format](bytes, options)
  const read = sections.reduce((sum, section) => sum + section.lines.length, 0)
  if (read + refused.length === 0) throw new Rejected('invalid', 'The file holds no lines')
  if (read + refused.length > maximumStatementRows) throw tooManyRows()
  const { openingKobo, closingKobo, balanced, misfit } = checkBalances(sections)
  // The row that does not fit is refused, and so it is no line.
  const lines = sections.flatMap((section) => section.lines)
  const fitting = lines.filter(({ row }) => row !== misfit?.row)
  const days = [...file.days.filter((day) => day !== ''), ...lines.map((line) => line.bookedOn)]
  const [from = '', to = ''] = [days.reduce(earlier, days[0] ?? ''), days.reduce(later, '')]
  return {
    format,
    mapping: table?.mapping ?? null,
    header: table?.header ?? '',
    dateOrderUnclear: table?.dateOrderUnclear ?? false,
    lines: fitting,
    refused: misfit ? [...refused, misfit].toSorted((a, b) => a.row - b.row) : refused,
    accountNumbers: [...file.accountNumbers].filter((one) => one !== ''),
    currencies: [...file.currencies].filter((one) => one !== ''),
    openingBalanceKobo: openingKobo,
    closingBalanceKobo: closingKobo,
    balanced,
    from,
    to,
  }
}

const earlier = (a: string, b: string) => (b < a ? b : a)
const later = (a: string, b: string) => (b > a ? b : a)
