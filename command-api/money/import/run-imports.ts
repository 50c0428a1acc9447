import { Rejected } from '@strand/event-sourcing/errors'
import { tryLockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { isTransient } from '@strand/event-sourcing/postgres/errors'
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
 * Milliseconds until the next check for imports. `busy`: another process is running one, which will
 * end soon. `idle`: there was nothing to do, but another process may leave an import unfinished. An
 * import that begins in this process runs immediately.
 */
const pauses = { busy: 500, idle: 15_000 }
/** An import fails for good after this many failures. Outages do not count. */
const maxTries = 5

/**
 * Runs imports and undoes imports, one at a time in the whole shop, so that each sees the lines of
 * those before it. The process that holds the lock continues what another left unfinished.
 */
export const startImports = (options: Options): Rounds =>
  repeatRounds(
    async (signal) => {
      const outcome = await runOldest(options, signal)
      return outcome === 'ran' ? 0 : pauses[outcome]
    },
    {
      log: options.log,
      failing: 'bank statements are waiting: imports can be neither run nor undone',
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

/**
 * Runs the oldest piece of work: an import, or the undo of one. `busy`: another process is running
 * one.
 */
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
      // An undo that waits for people is checked again later.
      return (await undoOf(pool, work.row.statementId))?.problem === '' ? 'ran' : 'idle'
    }
    const { imported } = work
    await runImport(options, imported, signal).catch((error) =>
      signal.aborted ? undefined : noteFailure(options, imported, error),
    )
    return 'ran'
  })
}

/**
 * Counts a failure of an import. A refused import, or one that keeps failing, fails for good,
 * because otherwise it would block all later imports. An outage of the log, of Postgres or of the
 * file store passes, so it is not counted.
 */
const noteFailure = async ({ pool, log }: Options, imported: BankImport, error: unknown) => {
  if (isTransient(error)) throw error
  const isRefusal = error instanceof Rejected
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
