import type { MadeStatement } from './statement-lines.ts'
import { writeCamt052, writeCamt053, writeMt940, writeOfx1, writeOfx2 } from './write-messages.ts'
import { csvDialects, writeHtml, writeSpreadsheetXml, writeXlsx } from './write-tables.ts'

/** All dialects that can be imported. Each writes the same lines. */
export const dialects: Record<string, (made: MadeStatement) => Uint8Array> = {
  ...csvDialects,
  xlsx: writeXlsx,
  html: writeHtml,
  spreadsheetXml: writeSpreadsheetXml,
  ofx1: writeOfx1,
  ofx2: writeOfx2,
  camt052: writeCamt052,
  camt053: writeCamt053,
  mt940: writeMt940,
}

export const withBalances = Object.keys(dialects).filter((name) => !name.startsWith('ofx'))
