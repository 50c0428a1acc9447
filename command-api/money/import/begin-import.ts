import { counted } from '@strand/contracts/counted'
import {
  type ImportStatement,
  isDoubtful,
  type StatementOverlap,
} from '@strand/contracts/money/bank-statement'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { Origin } from '@strand/platform/http/command-origin'
import { readUntil } from '../read-until.ts'
import { type BankImport, importOfPreview, type StatementHead } from './bank-import.ts'
import { previewsSince } from './previews.ts'

type Options = { pool: Pool; now: Now }

/**
 * Begins the import of a preview. The file is then imported even if this process ends; a repeated
 * request finds the same import. Throws `Rejected`: `not-found` for a preview that is unknown or
 * over an hour old, `conflict` for one that may not be imported.
 */
export const beginImport = async (
  { pool, now }: Options,
  { previewId, confirm }: ImportStatement,
  origin: Origin,
): Promise<void> => {
  if (await importOfPreview(pool, previewId)) return
  const { rows } = await pool.query<{ head: StatementHead }>(
    `select head from bank_import
     where preview_id::text = $1 and state = 'previewed' and created_at >= $2`,
    [previewId.toLowerCase(), previewsSince(now)],
  )
  const [preview] = rows
  if (preview) assertImportable(preview.head, confirm)
  const begun = await pool.query(
    `update bank_import set state = 'importing', origin = $2
     where preview_id::text = $1 and state = 'previewed' and created_at >= $3`,
    [previewId.toLowerCase(), JSON.stringify(origin), previewsSince(now)],
  )
  // If no row changed, another request may have begun the import at the same moment.
  if (begun.rowCount === 0 && !(await importOfPreview(pool, previewId)))
    throw new Rejected(
      'not-found',
      'There is no preview with this id, please choose the file again',
    )
}

const assertImportable = (head: StatementHead, confirm: boolean) => {
  const { balanced, dateOrderUnclear, refused, accountUnclear, narrationUnclear } = head
  const { overlap, rows, stateUnclear, directionUnclear, notMoney = 0 } = head
  const { unknownStates = [], unknownDirections = [] } = head
  const unknown = [...unknownStates, ...unknownDirections]
  const problems = [
    accountUnclear && 'First choose one of the statements in this file',
    dateOrderUnclear && 'First choose how this file writes dates: day/month or month/day',
    balanced === false &&
      'The rows don’t add up to the balances: the file is incomplete. Please download it from the bank again',
    refused > 0 &&
      'Some rows cannot be read: nothing is imported. Please correct the columns, or download the file from the bank again',
    stateUnclear &&
      'First choose the column that shows whether the money arrived, or say that none does',
    unknown.length > 0 &&
      `First say what ${unknown.map((word) => (word === '' ? 'an empty cell' : `“${word}”`)).join(', ')} means`,
    directionUnclear &&
      'First confirm that every row is money that came in, or choose the column that shows which rows went out',
    rows === notMoney &&
      'The file has no money that arrived. Please choose a statement with booked transfers in naira',
    narrationUnclear && 'First confirm that the lines have no descriptions',
    overlap &&
      isDoubtful(overlap) &&
      !confirm &&
      `${doubtOf(overlap)}. Is this another account’s statement? Please confirm that it is not`,
  ]
  const problem = problems.find((one) => typeof one === 'string')
  if (problem) throw conflict(problem)
}

const doubtOf = ({ days, missing, contradicts }: StatementOverlap): string => {
  const lacks = `lacks ${counted(missing, 'line')} that other files have for its days`
  const contradictsDays = `contradicts the balances of ${counted(contradicts, 'day')}`
  const doubts = [missing > 0 && lacks, contradicts > 0 && contradictsDays].filter(Boolean)
  const of = counted(days, 'day of the file is', 'days of the file are')
  return `${of} imported already, and it ${doubts.join(' and ')}`
}

/** Waits up to 5 s for the import to succeed or fail, and returns its current state. */
export const awaitImport = (
  pool: Pool,
  previewId: string,
  signal: AbortSignal | undefined,
): Promise<BankImport | null> =>
  readUntil(
    () => importOfPreview(pool, previewId),
    (found) => found?.state !== 'importing',
    signal,
  )
