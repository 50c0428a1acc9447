import {
  type DateOrder,
  type DirectionMeaning,
  maxStatementColumns,
  maxStatementRows,
  type StatementMapping,
  type StatementSample,
  sampledCell,
  sampledRows,
} from '@strand/contracts/money/statement'
import { parseAmount, readAmount } from './amounts.ts'
import {
  guessMapping,
  headerWords,
  isComplete,
  otherReferenceColumns,
  type Recall,
  recallMapping,
} from './columns.ts'
import { dayInOrder, isTurnedRound, orderOf, parseDate } from './dates.ts'
import { guessByValues, withPayer, withTexts } from './guess-columns.ts'
import {
  balanceBehind,
  closingWords,
  isBalanceAlone,
  openingWords,
  readPreamble,
} from './preamble.ts'
import {
  countsOf,
  openDirections,
  openRowMeanings,
  readsLikeDebit,
  withRowColumns,
} from './row-meaning.ts'
import {
  damaged,
  newSection,
  type ReadFile,
  refusal,
  type Section,
  type StatementLine,
  tooManyRows,
  withoutTable,
  zeroRow,
} from './statement.ts'
import { tidy } from './text.ts'
import { partedRow, wholeRows } from './whole-rows.ts'

/**
 * How many rows a table may have above and below its lines, such as an address, totals or a notice.
 */
const otherRows = 1_000
export const maxTableRows = maxStatementRows + otherRows

/** Ten cells for each row, more than any statement has. */
const maxCells = 10 * maxTableRows

/** Makes a counter of a file's cells, which throws if there are more than a statement can have. */
export const cellCounter = () => {
  let cells = 0
  return (more: number) => {
    cells += more
    if (cells > maxCells) throw damaged('it has more cells than a statement could')
  }
}

export type Sheet = { name: string; rows: string[][] }

/**
 * Returns the rows of the sheet that has a table. If several sheets have one with the same heading,
 * joins them, because a workbook may have a sheet for each month.
 */
export const tableOf = (sheets: Sheet[]): string[][] => {
  const filled = sheets.filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== '')))
  const tables = filled.filter(({ rows }) => isComplete(guessMapping(rows).columns))
  const [first] = tables
  if (!first || tables.length === 1) return (first ?? filled[0])?.rows ?? []
  const headings = tables.map(({ rows }) => headerWords(rows[guessMapping(rows).headerRow ?? -1]))
  if (new Set(headings).size === 1) return tables.flatMap(({ rows }) => rows)
  const names = tables.map(({ name }) => name.slice(0, 40)).join(', ')
  throw refusal(
    'invalid',
    `The workbook has tables on several sheets: ${names}`,
    'save the account’s sheet as a separate workbook',
  )
}

const mappingNeeded =
  'It is not clear which columns hold the date and the amount: please say what each column holds'

export type TableOptions = {
  /**
   * The mapping that a person gave for this file. Without it, the mapping is recalled or guessed.
   */
  mapping?: StatementMapping | undefined
  recall?: Recall | undefined
  /** The character between the cells of a text file. */
  delimiter?: string
}

type Likely = {
  mapping: StatementMapping
  /**
   * The order of day and month to suggest if the file's dates do not show it. A remembered order is
   * no more than a suggestion, because the bank may have changed it.
   */
  likelyOrder: DateOrder | null
  /**
   * Whether the columns are certain: a person named them, their headings identify them, or the
   * balances prove them.
   */
  isKnown: boolean
  isGuessed: boolean
}

/**
 * Drops the amount column if there is also a debit or credit column. Such an amount column has no
 * signs, so each debit would count as incoming money.
 */
const withoutUnsigned = (mapping: StatementMapping): StatementMapping => {
  const { debit, credit } = mapping.columns
  if (debit === null && credit === null) return mapping
  return { ...mapping, columns: { ...mapping.columns, amount: null } }
}

const mappingOf = (rows: string[][], { mapping: given, recall }: TableOptions): Likely => {
  if (given) return { mapping: given, likelyOrder: null, isKnown: true, isGuessed: false }
  const recalled = recall ? recallMapping(rows, recall) : null
  if (recalled)
    return {
      mapping: { ...recalled, dateOrder: null },
      likelyOrder: recalled.dateOrder,
      isKnown: true,
      isGuessed: false,
    }
  const guessed = guessMapping(rows)
  const byValues = isComplete(guessed.columns) ? null : guessByValues(rows)
  const found = byValues ?? { mapping: guessed, isProven: true }
  return { mapping: found.mapping, likelyOrder: null, isKnown: found.isProven, isGuessed: true }
}

export const readTable = (all: string[][], options: TableOptions): ReadFile => {
  if (all.length > maxTableRows) throw tooManyRows()
  const rows = all.map((row) => row.slice(0, maxStatementColumns))
  if (!rows.some((row) => row.filter((cell) => cell.trim() !== '').length > 2)) throw withoutTable()
  const { mapping: likely, likelyOrder, isKnown, isGuessed } = mappingOf(rows, options)
  const found = withoutUnsigned(likely)
  const heading = rows[found.headerRow ?? -1] ?? []
  const { whole, parted } = wholeRows(rows, found, options.delimiter)
  const transfers = transfersIn(whole, found)
  refuseTurnedDays(transfers, found)
  const named = isGuessed ? withPayer(found, heading, transfers) : found
  const { mapping: known, perhapsStates } = withRowColumns(named, heading, transfers)
  const mapping = isGuessed ? withTexts(known, transfers) : known
  const firstRow = mapping.headerRow === null ? 0 : mapping.headerRow + 1
  const { order, unclear } = orderOf(openDates(rows.slice(firstRow), mapping))
  const openOrder = unclear ? (likelyOrder ?? order) : order
  const settled = { ...mapping, dateOrder: mapping.dateOrder ?? openOrder }
  const said = readPreamble(rows.slice(0, mapping.headerRow ?? 0))
  const section: Section = { ...newSection(), ...said }
  const file: ReadFile = {
    sections: [section],
    table: {
      mapping: settled,
      header: headerOf(rows[mapping.headerRow ?? -1], mapping),
      dateOrderUnclear: unclear && mapping.dateOrder === null,
      unknownStates: [],
      perhapsStates: [],
      unknownDirections: [],
      hasOpenSigns: false,
      sample: sampleOf(rows, mapping.headerRow),
    },
  }
  if (!isKnown || !isComplete(mapping.columns)) {
    section.refused.push({ row: firstRow + 1, message: mappingNeeded })
    return file
  }
  section.refused.push(...parted.map((at) => ({ row: at + 1, message: partedRow })))
  const asked = readLines(section, whole, firstRow, settled)
  return { ...file, table: file.table && { ...file.table, ...asked, perhapsStates } }
}

const transfersIn = (rows: string[][], { headerRow, columns }: StatementMapping) => {
  const amounts = [columns.amount, columns.debit, columns.credit].filter((one) => one !== null)
  return rows
    .slice(headerRow === null ? 0 : headerRow + 1)
    .filter(
      (row) =>
        parseDate(row[columns.bookedOn ?? -1] ?? '') !== null &&
        (amounts.length === 0 || amounts.some((column) => !noAmount.test(row[column] ?? ''))),
    )
}

const refuseTurnedDays = (rows: string[][], { columns }: StatementMapping) => {
  for (const column of [columns.bookedOn, columns.valueOn])
    if (column !== null && isTurnedRound(rows.map((row) => row[column] ?? '')))
      throw refusal(
        'invalid',
        'Excel may have swapped days and months in this file: some of its dates are like 2026-01-11, others like 13/11/2026',
        'import the file as the bank made it, without opening and saving it first',
      )
}

/** The file's first rows and its first lines, which show a person what the columns hold. */
const sampleOf = (rows: string[][], headerRow: number | null): StatementSample => {
  const beginning = rows.slice(0, sampledRows).keys()
  const lines = (headerRow ?? 0) + 1
  const shown = [
    ...beginning,
    ...(headerRow === null
      ? []
      : rows
          .slice(headerRow, lines + 5)
          .keys()
          .map((at) => headerRow + at)),
  ]
  return {
    rows: [...new Set(shown)].map((at) => ({
      row: at + 1,
      cells: (rows[at] ?? []).map((cell) => tidy(cell).slice(0, sampledCell)),
    })),
    headerRow,
  }
}

/**
 * The header's words; empty if a person named a bank line as the header, because its words would
 * not recur in another file's header.
 */
const headerOf = (row: string[] | undefined, { columns }: StatementMapping) =>
  parseDate(row?.[columns.bookedOn ?? -1] ?? '') === null ? headerWords(row) : ''

/**
 * The dates that are written as three numbers. Only all of them together show the order of day and
 * month.
 */
const openDates = (rows: string[][], { columns }: StatementMapping) =>
  rows.flatMap((row) =>
    [columns.bookedOn, columns.valueOn].flatMap((column) => {
      const date = column === null ? null : parseDate(row[column] ?? '')
      return date && 'numbers' in date ? [date.numbers] : []
    }),
  )

const readLines = (
  section: Section,
  rows: string[][],
  first: number,
  mapping: StatementMapping,
) => {
  const directions = openDirections(mapping)
  const cells = cellReader(mapping, directions.read, hasUnsignedDebit(rows, first, mapping))
  const meanings = openRowMeanings(mapping, rows[first - 1] ?? [])
  const heading = headerWords(rows[first - 1])
  const further = otherReferenceColumns(rows[first - 1] ?? [], mapping)
  const above = new Set(rows.slice(0, first).map(plainRow))
  /** The line that a text in the next row may continue. */
  let open: StatementLine | undefined
  const signs = { leaving: 0, negative: 0 }
  for (const [at, row] of rows.entries()) {
    if (at < first) continue
    const continued = open
    open = undefined
    // Each page of a long statement repeats the heading and the rows above the table.
    if (heading !== '' && headerWords(row) === heading) continue
    const read = cells(row)
    const { booked, amount, balance, narration } = read
    if (isBalanceRow(section, row, read)) continue
    const { notMoney, isMarked } = isTransfer(read) ? meanings.read(row) : noMeaning
    if (notMoney === null && amount === 'unknown direction' && isTransfer(read))
      directions.note(read.direction)
    if (typeof amount === 'number' && amount < 0) signs.negative++
    const said = notMoney ?? (amount === 'unknown direction' ? directionProblem(read) : null)
    if (said !== null) {
      section.notMoney.push({
        row: at + 1,
        message: said,
        amountKobo: typeof amount === 'number' ? amount : read.unsignedKobo,
        balanceKobo: parseAmount(balance),
        texts: [narration, read.reference, ...further.map((column) => row[column] ?? '')],
      })
      continue
    }
    if (amount === 'none') {
      if (isNotice(read, mapping)) section.notMoney.push(noticeRow(at + 1))
      else if (parseDate(booked) !== null)
        section.refused.push({ row: at + 1, message: 'The row has a date and no amount' })
      else if (likeDate.test(booked))
        section.refused.push({ row: at + 1, message: `“${booked.slice(0, 40)}” is not a date` })
      else if (continued && isText(row, read, mapping) && !above.has(plainRow(row))) {
        continued.narration = tidy(`${continued.narration} ${narration}`)
        open = continued
      }
      continue
    }
    // Sums below the lines have no date.
    if (parseDate(booked) === null && row.some((cell) => sumWords.test(cell))) continue
    const problem = problemOf(read)
    if (problem) section.refused.push({ row: at + 1, message: problem })
    else if (amount === 0) section.notMoney.push(zeroRow(at + 1))
    else if (read.bookedOn !== null && typeof amount === 'number') {
      open = {
        row: at + 1,
        bookedOn: read.bookedOn,
        valueOn: read.valueOn,
        amountKobo: amount,
        balanceKobo: balance === '' ? null : parseAmount(balance),
        narration: tidy(narration),
        payer: tidy(read.payer),
        reference: tidy(read.reference),
        otherReferences: further.flatMap((column) => tidy(row[column] ?? '') || []),
        isMarked: isMarked || read.isTakenBack,
      }
      section.lines.push(open)
      if (!read.isSigned && readsLikeDebit(row)) signs.leaving++
    }
  }
  return {
    unknownStates: countsOf(meanings.unknownStates),
    unknownDirections: countsOf(directions.unknown),
    // A single negative amount shows that the bank writes signs.
    hasOpenSigns: signs.leaving > 0 && signs.negative === 0 && !mapping.creditsOnly,
  }
}

/**
 * Whether a row is a message to the customer, which some banks put between lines. Such a row has a
 * day and a text, but no other part of a transfer. Its value date and balance must also be empty,
 * and the table must have a column for at least one of these; otherwise the row may be a transfer
 * that lost its amount.
 */
const isNotice = ({ booked, value, balance, narration }: ReadRow, { columns }: StatementMapping) =>
  parseDate(booked) !== null &&
  narration.trim() !== '' &&
  value + balance === '' &&
  (columns.valueOn !== null || columns.balance !== null)

const noticeRow = (row: number) => ({
  row,
  message: 'The row has a date and a text, but no transfer',
  amountKobo: null,
  balanceKobo: null,
})

/** Sums and notices below the lines have no day. */
const isTransfer = ({ booked }: ReadRow) => parseDate(booked) !== null
const noMeaning = { notMoney: null, isMarked: false }

const directionProblem = ({ direction }: ReadRow) =>
  direction === ''
    ? 'The row does not say whether the money came in or went out'
    : `“${direction.slice(0, 40)}” does not say whether the money came in or went out`
const likeDate = /^\d{1,4}\D\d{1,2}\D\d{2,4}/

/** Matches a cell that labels a total, but not a payer such as Total Energies. */
const sumWords =
  /^[\W\d]*(?:(?:grand|sub|page|statement|period|overall|net|monthly|daily|closing)[\W\d]*)?totals?\b(?:[\W\d]|\b(?:of|for|the|this|and|in|out|no|debits?|credits?|debited|credited|dr|cr|withdrawals?|deposits?|lodge?ments?|amount|amt|transactions?|trans|txns?|money|paid|inflows?|outflows?|value|number|count|period|page|month|day|ngn|n|balances?|charges?|fees?|c|b|f|brought|carried|forward|payments?|turnover|outgoing|incoming|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b)*$/i

const plainRow = (row: string[]) => row.join(' ').replace(/\s+/g, ' ').trim().toLowerCase()

/** Whether a row has nothing but text in a text column, and so continues the row above. */
const isText = (
  row: string[],
  { booked, value, balance, narration }: ReadRow,
  mapping: StatementMapping,
) => {
  const text = new Set<number | null>([...mapping.columns.narration, mapping.columns.payer])
  const isElsewhere = row.some((cell, column) => cell.trim() !== '' && !text.has(column))
  return narration.trim() !== '' && booked + value + balance === '' && !isElsewhere
}

/**
 * Whether a row gives the balance before or after the lines; if so, stores it in the section. Some
 * banks repeat the balance as the row's amount.
 */
const isBalanceRow = (section: Section, row: string[], { booked, amount, balance }: ReadRow) => {
  const words = row.join(' ')
  const isOpening = openingWords.test(words)
  if (!isOpening && !closingWords.test(words)) return false
  const kobo =
    balance === ''
      ? balanceBehind(row.map(tidy), isOpening ? openingWords : closingWords)
      : parseAmount(balance)
  const isLine = typeof amount === 'number' && parseDate(booked) !== null
  if (isLine && Math.abs(amount) !== Math.abs(kobo ?? Number.NaN)) return false
  if (isLine && isOpening !== (section.lines.length === 0)) return false
  // A customer may use the same words in a transfer's description, even if the amount is
  // unreadable.
  const said = isOpening ? openingWords : closingWords
  const isTransferRow = amount !== 'none' && parseDate(booked) !== null
  if (isTransferRow && !row.some((cell) => isBalanceAlone(cell, said))) return false
  if (isOpening) section.openingKobo ??= kobo
  else section.closingKobo = kobo ?? section.closingKobo
  return true
}

type ReadRow = ReturnType<ReturnType<typeof cellReader>>

const problemOf = (read: ReadRow) => {
  const { bookedOn, booked, value, valueOn, amount, balance, isWhole } = read
  if (booked === '') return 'The row has an amount and no date'
  if (bookedOn === null) return `“${booked.slice(0, 40)}” is not a date`
  if (value !== '' && valueOn === null) return `“${value.slice(0, 40)}” is not a date`
  if (!isWhole) return 'The row ends before its amounts'
  if (amount === 'unreadable') return unreadable(read.written)
  return balance !== '' && parseAmount(balance) === null ? 'The balance cannot be read' : null
}

/** Says why the row's cells do not give an amount. */
const unreadable = (written: string[]): string => {
  const text = written.find((cell) => cell !== '' && parseAmount(cell) === null) ?? ''
  const quoted = `“${text.slice(0, 40)}”`
  if (text === '') return 'The row has both a debit and a credit'
  if (/^\D*\d{1,3}[.,]\d{3}\D*$/.test(text))
    return `The amount ${quoted} may or may not be in thousands`
  return `The amount ${quoted} cannot be read`
}

const noAmount = /^[\s\-–—]*$/

type DirectionReader = (cell: string) => DirectionMeaning | null

/**
 * Whether the debit of some transfer has no minus sign. If so, a debit with a minus gives money
 * back. If not, the bank writes every debit with a minus.
 */
const hasUnsignedDebit = (
  rows: string[][],
  first: number,
  { columns: { amount, debit, bookedOn } }: StatementMapping,
): boolean =>
  amount === null &&
  debit !== null &&
  rows.some(
    (row, at) =>
      at >= first &&
      (parseAmount(row[debit] ?? '') ?? 0) > 0 &&
      parseDate(row[bookedOn ?? -1] ?? '') !== null,
  )

const cellReader = (
  { columns, dateOrder }: StatementMapping,
  directionOf: DirectionReader,
  givesBackByMinus: boolean,
) => {
  const { amount, debit, credit, balance } = columns
  const amountColumns = [amount, debit, credit, balance].map((column) => column ?? 0)
  const day = (text: string) => {
    const date = parseDate(text)
    if (date === null) return null
    return 'numbers' in date ? dayInOrder(date.numbers, dateOrder ?? 'DMY') : date.day
  }
  return (row: string[]) => {
    const cell = (column: number | null) => (column === null ? '' : (row[column] ?? '').trim())
    const amountIn = (column: number | null) => (noAmount.test(cell(column)) ? '' : cell(column))
    const [booked, value] = [cell(columns.bookedOn), cell(columns.valueOn)]
    const direction = typeof columns.direction === 'number' ? cell(columns.direction) : null
    const way = direction === null ? 'signed' : directionOf(direction)
    const amount =
      columns.amount === null
        ? debitOrCredit(amountIn(columns.debit), amountIn(columns.credit), givesBackByMinus)
        : signedAmount(amountIn(columns.amount), way)
    const unsigned = readAmount(amountIn(columns.amount))
    const unsignedKobo = unsigned?.kobo ?? null
    const isGivenBack = givesBackByMinus && (parseAmount(amountIn(columns.debit)) ?? 0) < 0
    const takenFrom = columns.amount === null ? parseAmount(amountIn(columns.credit)) : unsignedKobo
    return {
      booked,
      value,
      bookedOn: day(booked),
      valueOn: day(value),
      amount,
      written: [columns.amount, columns.debit, columns.credit].map(amountIn),
      unsignedKobo,
      isSigned: columns.amount === null || direction !== null || unsigned?.isSigned === true,
      direction: direction ?? '',
      /**
       * Whether the credit is negative, or the debit has a minus although other debits have none.
       */
      isTakenBack:
        isGivenBack || ((takenFrom ?? 0) < 0 && (columns.amount === null || way === 'in')),
      balance: amountIn(columns.balance),
      narration: columns.narration.map(cell).join(' '),
      payer: cell(columns.payer),
      reference: cell(columns.reference),
      isWhole: row.length > Math.max(...amountColumns),
    }
  }
}

type Amount = number | 'none' | 'unreadable' | 'unknown direction'

/** Of two amount columns, one has the amount, and the other is empty or zero. */
const debitOrCredit = (debit: string, credit: string, givesBackByMinus: boolean): Amount => {
  if (debit === '' && credit === '') return 'none'
  const [out, incoming] = [debit, credit].map((text) => (text === '' ? 0 : parseAmount(text)))
  if (out === null || incoming === null || out === undefined || incoming === undefined)
    return 'unreadable'
  if (out !== 0 && incoming !== 0) return 'unreadable'
  // A negative credit is a reversal, and so is a negative debit if other debits have no minus.
  if (out === 0) return incoming
  return givesBackByMinus ? -out : -Math.abs(out)
}

const signedAmount = (text: string, way: DirectionMeaning | 'signed' | null): Amount => {
  if (text === '') return 'none'
  const amount = parseAmount(text)
  if (amount === null) return 'unreadable'
  if (way === null || way === 'open') return 'unknown direction'
  // A negative credit is a reversal.
  return way === 'out' ? -Math.abs(amount) : amount
}
