import { bankStatementEvents, bankStatementStream } from '@strand/contracts/money/events'
import { foldCode, indexCodes, ordersNamedIn } from '@strand/contracts/money/matching/codes'
import { StatementMapping } from '@strand/contracts/money/statement'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { ifTableMissing } from '@strand/event-sourcing/postgres/errors'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { theShop } from '@strand/platform/fairness/places'
import { originFrom, withMetadata } from '@strand/platform/http/command-origin'
import { type BankImport, balancesOf } from './bank-import.ts'
import { rememberMapping } from './mappings.ts'
import { withStatement } from './open-statement.ts'
import type { PreviewOptions } from './preview.ts'
import { deleteEndedFiles } from './previews.ts'
import { recordLines } from './record-lines.ts'
import { openLineSorter } from './sort-lines.ts'
import { storedFile } from './stored-file.ts'

export type ImportOptions = PreviewOptions & {
  personalData: Pick<PersonalData, 'take' | 'load' | 'seal' | 'open' | 'erase'>
}

type Counts = { new: number; known: number; probablySame: number; notMoney: number }

/**
 * Completes an import, wherever it was interrupted: each step recognizes what it has done before.
 * Decision 206.
 *
 * @param signal stops the work between two parts; another process continues it
 */
export const runImport = async (
  options: ImportOptions,
  imported: BankImport,
  signal: AbortSignal,
): Promise<void> => {
  const { pool } = options
  const { statementId, fileKey, bankAccountId, head } = imported
  if (fileKey === null) throw new Rejected('not-found', 'The file of the statement is gone')
  const { fingerprint, knownOf, notMoneyTexts } = await recordAll(
    options,
    imported,
    fileKey,
    signal,
  )
  const counts = await countRecorded(options, imported)
  const finishes = await finishedBy(options, knownOf)
  const position = await recordStatement(options, imported, counts, finishes)
  if (fingerprint !== null && head.mapping)
    await rememberMapping(options, { bankAccountId, fingerprint, mapping: head.mapping })
  await pool.query(
    `update bank_import set state = 'done', done = (head ->> 'rows')::int, counts = $2, position = $3,
       file_name = '', not_money_orders = $4
     where statement_id = $1`,
    [
      statementId,
      JSON.stringify(counts),
      String(position),
      await pendingOrdersIn(options, notMoneyTexts),
    ],
  )
  await deleteEndedFiles(options)
}

/** Only this many pending orders, the newest ones, are looked for in rows that are not money. */
const maxOrders = 10_000

/** Finds the pending orders that are named by id or payment code in the texts. */
const pendingOrdersIn = async (
  { pool }: Pick<ImportOptions, 'pool'>,
  texts: string[],
): Promise<string[]> => {
  if (texts.length === 0) return []
  const { rows } = await pool
    .query<{ orderId: string; paymentCode: string }>(
      `select order_id as "orderId", payment_code as "paymentCode"
       from read.order_state state join read.order_detail detail using (order_id)
       where state.status = 'pending' order by state.created_at desc limit ${maxOrders}`,
    )
    // The tables do not exist until the projections have started for the first time.
    .catch(ifTableMissing({ rows: [] }))
  const codes = indexCodes(
    rows.flatMap(({ orderId, paymentCode }, order) =>
      [orderId, paymentCode].map((code) => ({ order, code })),
    ),
  )
  const named = new Set(texts.flatMap((text) => [...ordersNamedIn(foldCode(text), codes)]))
  return [...named].flatMap((place) => rows[place]?.orderId ?? [])
}

/**
 * Records all lines. Returns the fingerprint of the table's header (null if it has none), how many
 * lines of each earlier statement the file has, and the texts of rows that are not money.
 */
const recordAll = async (
  options: ImportOptions,
  imported: BankImport,
  fileKey: string,
  signal: AbortSignal,
): Promise<{
  fingerprint: string | null
  knownOf: Map<string, number>
  notMoneyTexts: string[]
}> => {
  const { pool, files, bankLineKey, readFile = withStatement } = options
  const { statementId, bankAccountId, head } = imported
  const bytes = await storedFile(files, fileKey)
  if (!bytes) throw new Rejected('not-found', 'The file of the statement is gone')
  const task = {
    bytes,
    // An import that an earlier release began lacks newer fields.
    mapping: head.mapping ? StatementMapping.parse(head.mapping) : undefined,
    account: head.account ?? undefined,
    bankAccountId,
    bankLineKey,
    remembered: [],
  }
  return readFile(task, theShop, async ({ summary, lines }) => {
    const sort = openLineSorter(options, { bankAccountId, ids: summary.lineIds })
    let done = 0
    const knownOf = new Map<string, number>()
    for await (const part of lines()) {
      signal.throwIfAborted()
      const origin = originFrom(imported.origin)
      const sorted = await sort(part)
      for (const { known } of sorted)
        if (known) knownOf.set(known.statementId, (knownOf.get(known.statementId) ?? 0) + 1)
      await recordLines(options, sorted, { statementId, bankAccountId, origin })
      done += part.length
      await pool.query('update bank_import set done = $2 where statement_id = $1', [
        statementId,
        done,
      ])
    }
    const { fingerprint, notMoneyTexts } = summary
    return { fingerprint, knownOf, notMoneyTexts }
  })
}

const finishedBy = async ({ pool }: ImportOptions, knownOf: Map<string, number>) => {
  const { rows } = await pool.query<{ statement_id: string; lines: number }>(
    `select statement_id, (
       select count(*)::int from bank_line line where line.statement_id = failed.statement_id
     ) as lines
     from bank_import failed where state = 'failed' and statement_id = any($1::uuid[])`,
    [[...knownOf.keys()]],
  )
  return rows
    .filter(({ statement_id, lines }) => knownOf.get(statement_id) === lines)
    .map(({ statement_id }) => statement_id)
}

/**
 * Counts this statement's new lines in the table, because an interrupted run may have recorded
 * some.
 */
const countRecorded = async (
  { pool }: ImportOptions,
  { statementId, head }: BankImport,
): Promise<Counts> => {
  const { rows } = await pool.query<Pick<Counts, 'new' | 'probablySame'>>(
    `select count(*) filter (where probably_same_as is null) as new,
       count(probably_same_as) as "probablySame"
     from bank_line where statement_id = $1`,
    [statementId],
  )
  const { new: fresh, probablySame } = rows[0] ?? { new: 0, probablySame: 0 }
  const notMoney = head.notMoney ?? 0
  const known = head.rows - notMoney - fresh - probablySame
  return { new: fresh, probablySame, known, notMoney }
}

const recordStatement = async (
  { eventStore, personalData }: ImportOptions,
  imported: BankImport,
  counts: Counts,
  finishes: string[],
): Promise<Position> => {
  const { statementId, bankAccountId, head, sha256, fileName } = imported
  const { from, to } = head
  if (from === null || to === null) throw new Error('a statement without lines was imported')
  const personalKey = fileName === '' ? null : await personalData.take()
  const event = withMetadata(
    bankStatementEvents,
    originFrom(imported.origin),
  )({
    type: 'BankStatementImported',
    data: {
      statementId,
      bankAccountId,
      sha256,
      format: head.format,
      // What the bank's words mean is stored only with the table's header, not in the log.
      mapping: head.mapping && { ...head.mapping, states: {}, directions: {} },
      rows: head.rows,
      openingBalanceKobo: head.openingBalanceKobo,
      closingBalanceKobo: head.closingBalanceKobo,
      from,
      to,
      dayEnds: balancesOf(head)?.dayEnds ?? null,
      personal: personalKey && personalData.seal(personalKey, { fileName }),
      ...counts,
      finishes,
    },
  })
  const appended = await eventStore.append(bankStatementStream(statementId), [event], 'no-stream')
  if (!appended.ok)
    throw new Error(`the stream of the bank statement ${statementId} has another event`)
  if (appended.repeated && personalKey) await personalData.erase(personalKey.id)
  return appended.position
}
