import { maxStatementRows, type StatementFormat } from '@strand/contracts/money/statement'
import { maxFileSize } from '@strand/contracts/uploads'
import { chooseAccount } from './accounts.ts'
import { checkBalances } from './balance.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { detectFormat, type FileKind } from './detect-format.ts'
import { readHtml } from './html.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { readSpreadsheetXml } from './spreadsheet-xml.ts'
import {
  otherContent,
  type ReadFile,
  refusal,
  type Statement,
  tooLarge,
  tooManyRows,
} from './statement.ts'
import type { TableOptions } from './table.ts'
import { readXlsx } from './xlsx.ts'

type Reader = (bytes: Uint8Array, options: TableOptions) => ReadFile

const readers: Record<FileKind, { format: StatementFormat; read: Reader }> = {
  csv: { format: 'csv', read: readCsv },
  xlsx: { format: 'xlsx', read: readXlsx },
  html: { format: 'xlsx', read: readHtml },
  'spreadsheet-xml': { format: 'xlsx', read: readSpreadsheetXml },
  ofx: { format: 'ofx', read: readOfx },
  camt: { format: 'camt', read: readCamt },
  mt940: { format: 'mt940', read: readMt940 },
}

type Options = TableOptions & {
  /** The number of the shop's account to which the statement should belong. */
  accountNumber?: string | undefined
  account?: string | undefined
}

/**
 * How many rows that are not money keep their texts. The texts are searched for orders that they
 * name.
 */
const maxNotMoneyTexts = 5_000

/**
 * Reads a bank's statement in any format. The options say what is known about a table's columns,
 * and which of several accounts to read. Throws `Rejected` for every file that it cannot read,
 * whatever its bytes. Decision 204.
 */
export const readStatement = (bytes: Uint8Array, options: Options = {}): Statement => {
  if (bytes.length > maxFileSize) throw tooLarge()
  const { format, read } = readers[detectFormat(bytes)]
  const { sections: all, table } = read(bytes, options)
  const { accounts, account, number, sections } = chooseAccount(all, options)
  const others = sections.flatMap(({ other }) => (other ? [other] : []))
  const [other] = others
  if (other !== undefined && others.length === sections.length)
    throw otherContent(`The file is a statement of ${other}${account ? `, ${account}` : ''}`)
  const refused = sections.flatMap((section) => section.refused)
  const notMoney = sections.flatMap((section) => section.notMoney)
  const rows = sections.reduce(
    (sum, { lines }) => sum + lines.length,
    refused.length + notMoney.length,
  )
  if (rows === 0 && accounts.length < 2)
    throw refusal(
      'invalid',
      'The file has no transactions: no money came in or went out in its period',
      'choose another period at your bank and download the statement again',
    )
  if (rows > maxStatementRows) throw tooManyRows()
  const { openingKobo, closingKobo, balanced, misfit, unproven } = checkBalances(sections)
  // The row that contradicts the balances is refused, so it is not a line.
  const lines = sections.flatMap((section) => section.lines)
  const fitting = lines.filter(({ row }) => row !== misfit?.row)
  const said = sections.flatMap((section) => section.days).filter((day) => day !== '')
  const days = [...said, ...lines.map((line) => line.bookedOn)]
  const [from = '', to = ''] = [days.reduce(earlier, days[0] ?? ''), days.reduce(later, '')]
  return {
    format,
    mapping: table?.mapping ?? null,
    header: table?.header ?? '',
    dateOrderUnclear: table?.dateOrderUnclear ?? false,
    unknownStates: table?.unknownStates ?? [],
    perhapsStates: table?.perhapsStates ?? [],
    unknownDirections: table?.unknownDirections ?? [],
    // If the balances do not add up, the file is refused anyway.
    directionUnclear: table?.hasOpenSigns === true && balanced !== false && unproven > 0,
    sample: table?.sample ?? null,
    hasNoTexts: lines.length > 0 && lines.every(({ narration, payer }) => narration + payer === ''),
    lines: fitting,
    refused: misfit ? [...refused, misfit].toSorted((a, b) => a.row - b.row) : refused,
    notMoney: notMoney.map(({ row, message }) => ({ row, message })),
    notMoneyTexts: notMoney.slice(0, maxNotMoneyTexts).flatMap(({ texts = [] }) => texts),
    accounts,
    account,
    accountNumber: number,
    currencies: distinct(sections.flatMap(({ currencies }) => currencies)),
    openingBalanceKobo: openingKobo,
    closingBalanceKobo: closingKobo,
    balanced,
    from,
    to,
  }
}

const distinct = (texts: string[]) => [...new Set(texts.filter((text) => text !== ''))]
const earlier = (a: string, b: string) => (b < a ? b : a)
const later = (a: string, b: string) => (b > a ? b : a)
