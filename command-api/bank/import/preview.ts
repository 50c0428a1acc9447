import { randomBytes, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BankAccount } from '@strand/contracts/money/bank-account'
import { type BankLine, firstStatus } from '@strand/contracts/money/bank-line'
import {
  maximumRefused,
  previewedLines,
  type StatementPreview,
} from '@strand/contracts/money/bank-statement'
import type { StatementMapping } from '@strand/contracts/money/statement'
import type { Now } from '@strand/platform/clock'
import { uuidFrom } from '@strand/platform/commands/event-id'
import { Rejected } from '@strand/platform/errors'
import type { FileStore } from '@strand/platform/files/open'
import type { Log } from '@strand/platform/log'
import type { Pool } from '@strand/platform/postgres/pool'
import { limitSize } from '../../shared/limit-size.ts'
import type { RefusedRow } from '../formats/statement.ts'
import type { StatementHead } from './bank-import.ts'
import { rememberedMappings } from './mappings.ts'
import { type OpenStatement, withStatement } from './open-statement.ts'
import { dropOldPreviews } from './previews.ts'
import { openLineSorter, type SortedLine } from './sort-lines.ts'

export type PreviewOptions = {
  pool: Pool
  files: Pick<FileStore, 'write' | 'read' | 'delete'>
  bankLineKey: Buffer
  log: Log
  now: Now
}

type Received = { previewId: string; key: string; sha256: string }

const tooLarge = () =>
  new Rejected('too-large', 'A statement may have at most 20 MB: please import it in parts')

/** Stores a file as it arrives. The row comes first, so that a crash leaves no file untracked. */
export const receiveStatement = async (
  { pool, files, now }: PreviewOptions,
  content: Readable,
  spend: (bytes: number) => void,
): Promise<Received> => {
  const previewId = randomUUID()
  const key = randomBytes(20).toString('hex')
  await pool.query(
    `insert into bank_import (preview_id, statement_id, state, created_at, key)
     values ($1, $2, 'received', $3, $4)`,
    [previewId, uuidFrom(previewId, 'statement'), now().toISOString(), key],
  )
  try {
    const { sha256 } = await files.write(key, limitSize(content, tooLarge, spend))
    return { previewId, key, sha256 }
  } catch (error) {
    await discardPreview({ pool, files }, { previewId, key })
    throw error
  } finally {
    content.destroy()
  }
}

/** Forgets a file that cannot be previewed; what fails here is left to the sweeper. */
export const discardPreview = async (
  { pool, files }: Pick<PreviewOptions, 'pool' | 'files'>,
  { previewId, key }: Pick<Received, 'previewId' | 'key'>,
): Promise<void> => {
  await files.delete(key)
  await pool.query('delete from bank_import where preview_id = $1', [previewId])
}

/** The bytes of a stored file; null if it is gone. */
export const storedFile = async (files: Pick<FileStore, 'read'>, key: string) => {
  const stored = await files.read(key)
  return stored && new Uint8Array(await buffer(stored.stream))
}

/**
 * Reads a stored file and says what an import of it would bring. Stores no line. Throws `Rejected`:
 * `invalid` and `unsupported-media-type` for what cannot be read, `conflict` for the statement of
 * another account.
 */
export const previewStatement = async (
  options: PreviewOptions,
  { previewId, key, sha256 }: Received,
  { account, mapping }: { account: BankAccount; mapping: StatementMapping | undefined },
): Promise<StatementPreview> => {
  const { pool, files, bankLineKey } = options
  const bytes = await storedFile(files, key)
  if (!bytes) throw new Rejected('not-found', 'The file is gone, please choose it again')
  const { bankAccountId } = account
  const remembered = mapping ? [] : await rememberedMappings(pool, bankAccountId)
  const task = { bytes, mapping, bankAccountId, key: bankLineKey, remembered }
  return withStatement(task, async (statement) => {
    const { summary } = statement
    assertSameAccount(summary, account)
    const counted = await countLines(statement, pool, bankAccountId)
    const refused = firstRefused(summary.refused)
    const head: StatementHead = {
      format: summary.format,
      mapping: summary.mapping,
      rows: summary.lineIds.length + refused.length,
      refused: refused.length,
      openingBalanceKobo: summary.openingBalanceKobo,
      closingBalanceKobo: summary.closingBalanceKobo,
      balanced: summary.balanced,
      dateOrderUnclear: summary.dateOrderUnclear,
      from: summary.from || null,
      to: summary.to || null,
    }
    await pool.query(
      `update bank_import set state = 'previewed', bank_account_id = $2, head = $3, sha256 = $4
       where preview_id = $1`,
      [previewId, bankAccountId, JSON.stringify(head), sha256],
    )
    await dropOldPreviews(options)
    return { previewId, ...head, refused, ...counted }
  })
}

const firstRefused = (refused: RefusedRow[]): RefusedRow[] => {
  const rest = refused.length - maximumRefused
  const [next] = refused.slice(maximumRefused)
  if (!next) return refused
  const message = `This row and ${rest - 1} more cannot be read`
  return [...refused.slice(0, maximumRefused), { row: next.row, message }]
}

/** Banks and spreadsheets put a branch or a code before a number, or drop its zeros. */
const isNumberOf = (written: string, accountNumber: string) => {
  const plain = (number: string) => number.replace(/[^\p{L}\p{N}]/gu, '')
  const [found, own] = [plain(written), plain(accountNumber)]
  return found.endsWith(own) || found.replace(/^0+/, '') === own.replace(/^0+/, '')
}

const assertSameAccount = (
  { accountNumbers, currencies }: { accountNumbers: string[]; currencies: string[] },
  account: BankAccount,
) => {
  const other = accountNumbers.find((number) => !isNumberOf(number, account.accountNumber))
  if (other !== undefined)
    throw new Rejected(
      'conflict',
      `The file is of the account ${other.slice(0, 40)}, not of ${account.accountNumber}`,
    )
  const currency = currencies.find((one) => one !== account.currency)
  if (currency !== undefined)
    throw new Rejected('conflict', `The file is in ${currency.slice(0, 10)}, not in NGN`)
}

const countLines = async (statement: OpenStatement, pool: Pool, bankAccountId: string) => {
  const sort = openLineSorter({ pool, ids: statement.summary.lineIds })
  const counts = { new: 0, known: 0, probablySame: 0 }
  const lines: BankLine[] = []
  for await (const part of statement.lines())
    for (const sorted of await sort(part)) {
      if (lines.length < previewedLines) lines.push(shownLine(sorted, bankAccountId))
      if (sorted.recordedBy !== null) counts.known += 1
      else if (sorted.probablySameAs === null) counts.new += 1
      else counts.probablySame += 1
    }
  return { ...counts, lines }
}

const shownLine = (
  { line, recordedBy, probablySameAs }: SortedLine,
  bankAccountId: string,
): BankLine => ({
  lineId: line.lineId,
  bankAccountId,
  statementIds: recordedBy === null ? [] : [recordedBy],
  bookedOn: line.bookedOn,
  valueOn: line.valueOn,
  amountKobo: line.amountKobo,
  balanceKobo: line.balanceKobo,
  reference: line.reference,
  payer: line.payer,
  narration: line.narration,
  status: firstStatus({ amountKobo: line.amountKobo, probablySameAs }),
  allocatedKobo: 0,
  allocations: [],
  setAside: null,
  probablySameAs,
  reversedBy: null,
})
