import { bankStatementEvents, bankStatementStream } from '@strand/contracts/money/events'
import { type Origin, withMetadata } from '@strand/platform/commands/origin'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { Rejected } from '@strand/platform/errors'
import type { Position } from '@strand/platform/event-store/event-store'
import type { BankImport } from './bank-import.ts'
import { rememberMapping } from './mappings.ts'
import { withStatement } from './open-statement.ts'
import { type PreviewOptions, storedFile } from './preview.ts'
import { deleteEndedFiles } from './previews.ts'
import { recordLines } from './record-lines.ts'
import { openLineSorter } from './sort-lines.ts'

export type ImportOptions = PreviewOptions & {
  personalData: Pick<PersonalData, 'take' | 'seal' | 'open' | 'erase'>
}

type Counts = { new: number; known: number; probablySame: number }

/**
 * Brings an import that began to its end, from wherever a process left it: each step finds what it
 * has done before. Decision 212.
 *
 * @param signal ends the work between two parts; another process goes on with it
 */
export const runImport = async (
  options: ImportOptions,
  imported: BankImport,
  signal: AbortSignal,
): Promise<void> => {
  const { pool } = options
  const { statementId, key, bankAccountId, head } = imported
  if (key === null) throw new Rejected('not-found', 'The file of the statement is gone')
  const fingerprint = await recordAll(options, imported, key, signal)
  const counts = await countRecorded(options, imported)
  const position = await recordStatement(options, imported, counts)
  if (fingerprint !== null && head.mapping)
    await rememberMapping(options, { bankAccountId, fingerprint, mapping: head.mapping })
  await pool.query(
    `update bank_import set state = 'done', done = (head ->> 'rows')::int, counts = $2, position = $3
     where statement_id = $1`,
    [statementId, JSON.stringify(counts), String(position)],
  )
  await deleteEndedFiles(options)
}

const originOf = ({ origin }: BankImport): Origin => ({ ...origin, at: new Date(origin.at) })

/** Returns the fingerprint of the table's header; null where there is none. */
const recordAll = async (
  options: ImportOptions,
  imported: BankImport,
  key: string,
  signal: AbortSignal,
): Promise<string | null> => {
  const { pool, files, bankLineKey } = options
  const { statementId, bankAccountId, head } = imported
  const bytes = await storedFile(files, key)
  if (!bytes) throw new Rejected('not-found', 'The file of the statement is gone')
  const task = {
    bytes,
    mapping: head.mapping ?? undefined,
    account: head.account ?? undefined,
    bankAccountId,
    key: bankLineKey,
    remembered: [],
  }
  return withStatement(task, async ({ summary, lines }) => {
    const sort = openLineSorter(options, { bankAccountId, ids: summary.lineIds })
    let done = 0
    for await (const part of lines()) {
      signal.throwIfAborted()
      const origin = originOf(imported)
      await recordLines(options, await sort(part), { statementId, bankAccountId, origin })
      done += part.length
      await pool.query('update bank_import set done = $2 where statement_id = $1', [
        statementId,
        done,
      ])
    }
    return summary.fingerprint
  })
}

/** What this statement brought is what the table says of it, whichever run recorded it. */
const countRecorded = async (
  { pool }: ImportOptions,
  { statementId, head }: BankImport,
): Promise<Counts> => {
  const { rows } = await pool.query<Omit<Counts, 'known'>>(
    `select count(*) filter (where probably_same_as is null) as new,
       count(probably_same_as) as "probablySame"
     from bank_line where statement_id = $1`,
    [statementId],
  )
  const { new: fresh, probablySame } = rows[0] ?? { new: 0, probablySame: 0 }
  return { new: fresh, probablySame, known: head.rows - fresh - probablySame }
}

const recordStatement = async (
  { eventStore }: ImportOptions,
  imported: BankImport,
  counts: Counts,
): Promise<Position> => {
  const { statementId, bankAccountId, head, sha256 } = imported
  const { from, to } = head
  if (from === null || to === null) throw new Error('a statement without lines was imported')
  const event = withMetadata(
    bankStatementEvents,
    originOf(imported),
  )({
    type: 'BankStatementImported',
    data: {
      statementId,
      bankAccountId,
      sha256,
      format: head.format,
      mapping: head.mapping,
      rows: head.rows,
      openingBalanceKobo: head.openingBalanceKobo,
      closingBalanceKobo: head.closingBalanceKobo,
      from,
      to,
      ...counts,
    },
  })
  const appended = await eventStore.append(bankStatementStream(statementId), [event], 'no-stream')
  if (appended.ok) return appended.position
  throw new Error(`the stream of the bank statement ${statementId} has another event`)
}
