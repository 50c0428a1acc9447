import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { joinReferences } from '@strand/contracts/money/references'
import type { StatementMapping } from '@strand/contracts/money/statement'
import { type DayEnd, maxDayEnds } from '@strand/contracts/money/statement-balances'
import { Rejected } from '@strand/event-sourcing/errors'
import { readStatement } from '../formats/read-statement.ts'
import type { Statement, StatementLine } from '../formats/statement.ts'
import { groupOf, type LineId, lineIds } from '../line-id.ts'

/**
 * `isRepeated`: lines with another day or amount have the same reference. `reference` also contains
 * the line's other references.
 */
export type IdentifiedLine = Omit<StatementLine, 'otherReferences'> &
  LineId & { isRepeated: boolean }

export type Task = {
  bytes: Uint8Array
  mapping: StatementMapping | undefined
  bankAccountId: string
  accountNumber?: string
  account: string | undefined
  bankLineKey: Uint8Array
  /** The mappings of the account's tables, by the fingerprints of their headers. */
  remembered: RememberedMapping[]
}

export type RememberedMapping = { fingerprint: string; mapping: StatementMapping }

export type StatementSummary = Omit<Statement, 'lines' | 'header'> & {
  /** Null unless the balances prove the lines. */
  dayEnds: DayEnd[] | null
  lineIds: string[]
  /** The fingerprint of the table's header; null if it has none that is worth remembering. */
  fingerprint: string | null
}

export type FromWorker =
  | { kind: 'summary'; summary: StatementSummary }
  | { kind: 'lines'; lines: IdentifiedLine[] }
  | { kind: 'rejected'; code: Rejected['code']; message: string }

/** Lines per message: few enough that even a slow reader holds little in memory. */
const linesPerMessage = 250
/** Lines of one day and amount stay together, up to this many. */
const maxPerMessage = 2_000

/**
 * Splits the lines into parts by day and amount. A line is compared only with lines of its own day
 * and amount, so each part can be compared on its own.
 */
const partsOf = (lines: IdentifiedLine[]): IdentifiedLine[][] => {
  const sorted = lines.toSorted(
    (one, other) =>
      (one.bookedOn < other.bookedOn ? -1 : one.bookedOn > other.bookedOn ? 1 : 0) ||
      one.amountKobo - other.amountKobo,
  )
  const parts: IdentifiedLine[][] = []
  let part: IdentifiedLine[] = []
  for (const [at, line] of sorted.entries()) {
    part.push(line)
    const next = sorted[at + 1]
    const isLastOfGroup = !next || groupOf(next) !== groupOf(line)
    const isFull = part.length >= (isLastOfGroup ? linesPerMessage : maxPerMessage)
    if (!isFull && next) continue
    parts.push(part)
    part = []
  }
  return parts
}

const identified = (lines: StatementLine[], ids: LineId[]): IdentifiedLine[] => {
  const groups = Map.groupBy(lines, ({ reference }) => reference)
  const repeated = new Set<string>()
  for (const [reference, [first, ...others]] of groups)
    if (others.some((line) => first && groupOf(line) !== groupOf(first))) repeated.add(reference)
  return lines.flatMap((line, at) => {
    const id = ids[at]
    if (!id) return []
    const { otherReferences = [], ...own } = line
    const reference = joinReferences([line.reference, ...otherReferences])
    return [{ ...own, ...id, reference, isRepeated: repeated.has(line.reference) }]
  })
}

/** The balance at the end of each day that has lines, if the file's balances prove it. */
const dayEndsOf = (statement: Statement): DayEnd[] | null => {
  const { lines, openingBalanceKobo, closingBalanceKobo, balanced } = statement
  if (!balanced || openingBalanceKobo === null) return null
  const sums = new Map<string, number>()
  for (const { bookedOn, amountKobo } of lines)
    sums.set(bookedOn, (sums.get(bookedOn) ?? 0) + amountKobo)
  if (sums.size > maxDayEnds) return []
  let balanceKobo = openingBalanceKobo
  const ends = [...sums.keys()].sort().map((day) => {
    balanceKobo += sums.get(day) ?? 0
    return { day, balanceKobo }
  })
  // If the lines do not add up to the closing balance, a row that is not money may have changed the
  // balance on a day without lines.
  return closingBalanceKobo === null || closingBalanceKobo === balanceKobo ? ends : []
}

/** An HMAC, because a person may name any row as the header, even one with personal data. */
const fingerprintWith = (key: KeyObject, bankAccountId: string) => (header: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify(['header', bankAccountId, header]))
    .digest('base64url')

/** Reads a file and sends its summary. Each call of the returned function sends the next lines. */
export const openTask = (task: Task, send: (message: FromWorker) => void): (() => void) => {
  const { bytes, mapping, bankAccountId, accountNumber, account, bankLineKey, remembered } = task
  try {
    const key = createSecretKey(bankLineKey)
    const fingerprintOf = fingerprintWith(key, bankAccountId)
    const known = new Map(remembered.map((one) => [one.fingerprint, one.mapping]))
    const recall = (words: string) => known.get(fingerprintOf(words))
    const statement = readStatement(bytes, { mapping, recall, accountNumber, account })
    const { lines, header, ...said } = statement
    const ids = lineIds(lines, { bankAccountId, key })
    const fingerprint = header === '' ? null : fingerprintOf(header)
    const summary = {
      ...said,
      dayEnds: dayEndsOf(statement),
      fingerprint,
      lineIds: ids.map(({ lineId }) => lineId),
    }
    send({ kind: 'summary', summary })
    const parts = partsOf(identified(lines, ids)).values()
    return () => send({ kind: 'lines', lines: parts.next().value ?? [] })
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    send({ kind: 'rejected', code: error.code, message: error.message })
    return () => {}
  }
}
