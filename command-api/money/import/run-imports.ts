import { Rejected } from '@strand/event-sourcing/errors'
import { tryLockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { type Rounds, repeatRounds } from '@strand/platform/async/repeat-rounds'
import { ensureShopAccount, type ShopAccount } from '../accounts.ts'
import { importsLock } from '../line/imports-lock.ts'
import { runUndo } from '../undo-import/run-undo.ts'
import { type ImportUndo, nextUndo, undoOf } from '../undo-import/undo-row.ts'
import { type BankImport, importColumns } from './bank-import.ts'
import { type ImportOptions, runImport } from './run-import.ts'

type Options = ImportOptions & { shopAccount: ShopAccount }

/**
 * Milliseconds until the next look at the imports. While another process runs one, its end is near
 * (`busy`); otherwise another process may have left one unfinished (`idle`). An import that begins in
 * this process is run at once.
 */
const pauses = { busy: 500, idle: 15_000 }
/** After this many failures an import is given up. An outage does not count. */
const maxTries = 5

/**
 * Runs the imports that were begun, and undoes imports, one at a time in the whole shop:
 * so each sees the lines of those before it. The process that has the lock continues the work of
 * another one.
 */
export const startImports = (options: Options): Rounds =>
  repeatRounds(
    async (signal) => {
      const outcome = await runOldest(options, signal)
      return outcome === 'ran' ? 0 : pauses[outcome]
    },
    {
      log: options.log,
      failing: 'bank statements wait: no import runs and none is undone',
      prepare: () => ensureShopAccount(options),
    },
  )

const oldest = async (pool: Pool): Promise<BankImport | undefined> => {
  const { rows } = await pool.query<BankImport>(
    `select ${importColumns} from bank_import where state = 'importing'
     order by origin ->> 'at', statement_id limit 1`,
  )
  return rows[0]
}

/** What comes next; null if nothing does. */
const nextWork = async (
  pool: Pool,
): Promise<{ imported: BankImport } | { row: ImportUndo } | null> => {
  const interrupted = await nextUndo(pool, true)
  if (interrupted) return { row: interrupted }
  const imported = await oldest(pool)
  if (imported) return { imported }
  const row = await nextUndo(pool, false)
  return row && { row }
}

/** `busy`: another process is at one. */
const runOldest = async (
  options: Options,
  signal: AbortSignal,
): Promise<'ran' | 'busy' | 'idle'> => {
  const { pool } = options
  if (!(await nextWork(pool))) return 'idle'
  return transaction(pool, async (connection) => {
    if (!(await tryLockTransaction(connection, importsLock))) return 'busy'
    const work = await nextWork(pool)
    if (!work) return 'idle'
    if ('row' in work) {
      await runUndo(options, work.row, signal)
      // One that waits for people is looked at again later.
      return (await undoOf(pool, work.row.statementId))?.problem === '' ? 'ran' : 'idle'
    }
    const { imported } = work
    await runImport(options, imported, signal).catch((error) =>
      signal.aborted ? undefined : noteFailure(options, imported, error),
    )
    return 'ran'
  })
}

/** An outage passes; an import that fails again and again would keep all later ones waiting. */
const noteFailure = async ({ pool, log }: Options, imported: BankImport, error: unknown) => {
  const isRefusal = error instanceof Rejected
  if (isRefusal && error.code === 'unavailable') throw error
  const { statementId } = imported
  log.error({ err: error, statementId }, 'a bank statement could not be imported')
  const problem = isRefusal ? error.message : 'Something went wrong on our side'
  const isFinal = isRefusal || imported.tries + 1 >= maxTries
  await pool.query(
    `update bank_import set tries = tries + 1, problem = $2,
       state = case when $3 then 'failed' else state end,
       file_name = case when $3 then '' else file_name end
     where statement_id = $1`,
    [statementId, isFinal ? problem : '', isFinal],
  )
  if (!isFinal) throw error
}
