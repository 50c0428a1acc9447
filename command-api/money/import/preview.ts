import { randomBytes, randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { BankAccount } from '@strand/contracts/money/bank-account'
import { type BankLine, lineStatus } from '@strand/contracts/money/bank-line'
import {
  maxRefused,
  previewedLines,
  type StatementPreview,
} from '@strand/contracts/money/bank-statement'
import { lineKindOf } from '@strand/contracts/money/return-words'
import type { StatementMapping } from '@strand/contracts/money/statement'
import { uuidFrom } from '@strand/event-sourcing/commands/event-id'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import type { Log } from '@strand/event-sourcing/log'
import type { Now } from '@strand/platform/clock'
import type { Claimant } from '@strand/platform/fairness/places'
import type { FileStore } from '@strand/platform/files/open'
import type { Arrival } from '@strand/platform/http/slow-body'
import { limitSize } from '../../shared/limit-size.ts'
import { isNumberOf } from '../formats/accounts.ts'
import { isCurrency } from '../formats/currencies.ts'
import { type RefusedRow, tooLarge } from '../formats/statement.ts'
import { tidy } from '../formats/text.ts'
import type { StatementHead } from './bank-import.ts'
import type { KnownLineOptions } from './known-lines.ts'
import { rememberedMappings } from './mappings.ts'
import { type OpenStatement, withStatement } from './open-statement.ts'
import { openOverlap } from './overlap.ts'
import { dropOldPreviews } from './previews.ts'
import { openLineSorter, type SortedLine } from './sort-lines.ts'
import type { StatementSummary } from './statement-task.ts'
import { storedFile } from './stored-file.ts'

export type PreviewOptions = KnownLineOptions & {
  files: Pick<FileStore, 'write' | 'read' | 'delete'>
  bankLineKey: Buffer
  readFile?: typeof withStatement
  log: Log
  now: Now
}

/** How many characters of a file's name are kept; lists show no more. */
const maxFileNameLength = 120

type Received = { previewId: string; fileKey: string; sha256: string }

/**
 * Stores a file as it arrives. Writes the file's row first, so that even after a crash, no file is
 * without a row.
 */
export const receiveStatement = async (
  { pool, files, now }: PreviewOptions,
  { file: content, filename }: Pick<MultipartFile, 'file' | 'filename'>,
  arrival: Arrival,
): Promise<Received> => {
  const previewId = randomUUID()
  const fileKey = randomBytes(20).toString('hex')
  await pool.query(
    `insert into bank_import (preview_id, statement_id, state, created_at, key, file_name)
     values ($1, $2, 'received', $3, $4, $5)`,
    [
      previewId,
      uuidFrom(previewId, 'statement'),
      now().toISOString(),
      fileKey,
      tidy(filename ?? '')
        .slice(0, maxFileNameLength)
        .toWellFormed(),
    ],
  )
  try {
    const { sha256 } = await files.write(fileKey, limitSize(content, tooLarge, arrival))
    return { previewId, fileKey, sha256 }
  } catch (error) {
    await discardPreview({ pool, files }, { previewId, fileKey })
    throw error
  } finally {
    content.destroy()
  }
}

/** Deletes a file that cannot be previewed. If this fails, the sweeper deletes the file later. */
export const discardPreview = async (
  { pool, files }: Pick<PreviewOptions, 'pool' | 'files'>,
  { previewId, fileKey }: Pick<Received, 'previewId' | 'fileKey'>,
): Promise<void> => {
  await files.delete(fileKey)
  await pool.query('delete from bank_import where preview_id = $1', [previewId])
}

/**
 * Reads a stored file and reports what importing it would add. Stores no lines. Throws `Rejected`:
 * `invalid` and `unsupported-media-type` for a file that cannot be read, `conflict` for another
 * account's statement.
 */
export const previewStatement = async (
  options: PreviewOptions,
  { previewId, fileKey, sha256 }: Received,
  {
    by,
    account,
    mapping,
    asked,
    noTexts,
  }: {
    by: Claimant
    account: BankAccount
    mapping: StatementMapping | undefined
    asked: string | undefined
    /** Whether a person confirmed that the lines have no texts. */
    noTexts: boolean
  },
): Promise<StatementPreview> => {
  const { pool, files, bankLineKey, readFile = withStatement } = options
  const bytes = await storedFile(files, fileKey)
  if (!bytes) throw new Rejected('not-found', 'The file is gone, please choose it again')
  const { bankAccountId } = account
  const remembered = mapping ? [] : await rememberedMappings(pool, bankAccountId)
  const task = {
    bytes,
    mapping,
    bankAccountId,
    accountNumber: account.accountNumber,
    account: asked,
    bankLineKey,
    remembered,
  }
  return readFile(task, by, async (statement) => {
    const { summary } = statement
    assertSameAccount(summary, account)
    const read = headOf(summary, { asked, noTexts })
    const overlap = await openOverlap(options, read, bankAccountId)
    const counted = await countLines(statement, options, { bankAccountId, note: overlap.note })
    const head = { ...read, overlap: overlap.result() }
    await pool.query(
      `update bank_import set state = 'previewed', bank_account_id = $2, head = $3, sha256 = $4
       where preview_id = $1`,
      [previewId, bankAccountId, JSON.stringify(head), sha256],
    )
    await dropOldPreviews(options)
    return {
      previewId,
      ...head,
      accounts: summary.accounts,
      sample: summary.sample,
      refused: firstRows(summary.refused, 'cannot be read'),
      notMoney: firstRows(summary.notMoney, 'are not money'),
      unknownStates: summary.unknownStates.slice(0, maxAsked),
      perhapsStates: summary.perhapsStates.slice(0, maxAsked),
      unknownDirections: summary.unknownDirections.slice(0, maxAsked),
      ...counted,
    }
  })
}

/**
 * The maximum number of unknown words, or of columns with unknown words, about which a preview
 * asks.
 */
const maxAsked = 20

/** The part of a summary that is stored with the import, with counts instead of lists of rows. */
const headOf = (
  summary: StatementSummary,
  { asked, noTexts }: { asked: string | undefined; noTexts: boolean },
) => {
  const { format, mapping, account, from, to, openingBalanceKobo, closingBalanceKobo } = summary
  const { balanced, dayEnds, dateOrderUnclear, directionUnclear, refused, notMoney } = summary
  const wordsOf = (unknown: { word: string }[]) =>
    unknown.map(({ word }) => word).slice(0, maxAsked)
  return {
    format,
    mapping,
    rows: summary.lineIds.length + refused.length + notMoney.length,
    refused: refused.length,
    notMoney: notMoney.length,
    unknownStates: wordsOf(summary.unknownStates),
    unknownDirections: wordsOf(summary.unknownDirections),
    stateUnclear: summary.perhapsStates.length > 0,
    openingBalanceKobo,
    closingBalanceKobo,
    balanced,
    dateOrderUnclear,
    directionUnclear,
    account,
    accountUnclear: summary.accounts.length > 1 && asked === undefined,
    narrationUnclear: summary.hasNoTexts && !noTexts,
    from: from || null,
    to: to || null,
    dayEnds,
  } satisfies StatementHead
}

const firstRows = (rows: RefusedRow[], are: string): RefusedRow[] => {
  const rest = rows.length - maxRefused
  const [next] = rows.slice(maxRefused)
  if (!next) return rows
  const message = `This row and ${rest - 1} more ${are}`
  return [...rows.slice(0, maxRefused), { row: next.row, message }]
}

const assertSameAccount = (
  { accounts, accountNumber: found, currencies }: StatementSummary,
  { accountNumber, currency }: BankAccount,
) => {
  const short = (number: string) => number.slice(0, 40)
  const numbers = accounts.slice(0, 5).map(short)
  if (found === null && accounts.length > 1)
    throw conflict(
      `${accounts.length} accounts in one file: ${numbers.join(', ')}. None of them is ${accountNumber}: please choose an account that the file contains, or another file`,
    )
  if (found !== null && !isNumberOf(found, accountNumber))
    throw conflict(
      `The file is for account ${short(found)}, not ${accountNumber}: please choose its account, or another file`,
    )
  const other = currencies.find((one) => !isCurrency(one, currency))
  if (other !== undefined)
    throw conflict(
      `The file is in ${other.slice(0, 10)}, not in ${currency}: please choose the statement of an account in naira`,
    )
}

const countLines = async (
  { summary: { lineIds: ids }, lines: parts }: OpenStatement,
  options: KnownLineOptions,
  { bankAccountId, note }: { bankAccountId: string; note: (sorted: SortedLine) => void },
) => {
  const sort = openLineSorter(options, { bankAccountId, ids })
  const counts = { new: 0, known: 0, probablySame: 0 }
  const shown = new Map<string, BankLine | null>(
    ids.slice(0, previewedLines).map((lineId) => [lineId, null]),
  )
  for await (const part of parts())
    for (const sorted of await sort(part)) {
      note(sorted)
      const { lineId } = sorted.line
      if (shown.has(lineId)) shown.set(lineId, shownLine(sorted, bankAccountId))
      if (sorted.known !== null) counts.known += 1
      else if (sorted.probablySameAs === null) counts.new += 1
      else counts.probablySame += 1
    }
  return { ...counts, lines: [...shown.values()].filter((line) => line !== null) }
}

const shownLine = (
  { line, known, probablySameAs }: SortedLine,
  bankAccountId: string,
): BankLine => ({
  lineId: known?.lineId ?? line.lineId,
  bankAccountId,
  statementIds: known === null ? [] : [known.statementId],
  bookedOn: line.bookedOn,
  valueOn: line.valueOn,
  amountKobo: line.amountKobo,
  balanceKobo: line.balanceKobo,
  reference: line.reference,
  payer: line.payer,
  narration: line.narration,
  status: lineStatus({ amountKobo: line.amountKobo, probablySameAs }),
  allocatedKobo: 0,
  allocations: [],
  setAside: null,
  probablySameAs,
  kind: lineKindOf(line),
  reversedBy: null,
  perhapsReversedBy: null,
})
