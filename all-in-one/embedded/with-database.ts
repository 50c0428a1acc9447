import path from 'node:path'
import { openLog } from '@strand/event-sourcing/log'
import { openPool, type Pool } from '@strand/event-sourcing/postgres/pool'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@strand/platform/postgres/embedded'
import { shutDownOnSignal } from '@strand/platform/process/shutdown'
import { findDataFolder, readConfig, requireShop, type Settings } from '../config.ts'
import { tryAcquireInstanceLock } from './instance-lock.ts'

type Stop = () => Promise<unknown>
/** One function for each Postgres that this command started; it stops that Postgres. */
const running = new Set<Stop>()
let isEnding = false

/**
 * Calls `stop` if a signal ends this command, because the command's Postgres would outlive it.
 * Returns a function that stops Postgres earlier.
 */
const stopOnSignal = (stop: Stop): Stop => {
  if (running.size === 0 && !isEnding)
    shutDownOnSignal(
      [
        [
          'the database',
          () => {
            isEnding = true
            return Promise.all([...running].map((each) => each()))
          },
        ],
      ],
      { log: openLog('strand', 'error'), exit: () => process.exit(1) },
    )
  running.add(stop)
  return async () => {
    await stop()
    running.delete(stop)
  }
}

/**
 * Never resolves once a signal has ended this command: a failure after the signal must not be
 * reported as the command's result.
 */
export const unlessEnding = async (): Promise<void> => {
  if (isEnding) await new Promise(() => {})
}

/** Starts an embedded Postgres for a command; a signal ends both. */
export const startCommandPostgres = async (
  folder: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> => {
  const starting = startEmbeddedPostgres(folder, settings)
  const stop = stopOnSignal(async () => (await starting).stop())
  const { url } = await starting
  return { url, stop: async () => void (await stop()) }
}

/**
 * Runs a command on this machine's shop, running or stopped; throws without a shop. `isRunning`: a
 * shop is using the database now.
 */
export const withShopDatabase = async (
  name: string,
  run: (
    pool: Pool,
    isRunning: boolean,
    shop: { url: string; settings: Settings; folder: string },
  ) => Promise<void>,
): Promise<void> => {
  const settings = readConfig()
  const log = openLog(name, settings.LOG_LEVEL)
  const folder = settings.DATABASE_URL ? '' : await findDataFolder(settings)
  const own = settings.DATABASE_URL ? null : await startForShop(path.join(folder, 'postgres'))
  const url = settings.DATABASE_URL ?? own?.url ?? ''
  const pool = openPool(url, { log, name: `strand ${name}`, max: 2 })
  try {
    await requireShop(pool, settings)
    await run(pool, !own?.isOurs, { url, settings, folder })
  } catch (error) {
    await unlessEnding()
    throw error
  } finally {
    await pool.end()
    await own?.stop()
  }
}

/** Starts the Postgres of a data folder. `stop` leaves it running if a shop is using it. */
const startForShop = async (folder: string) => {
  const starting = startEmbeddedPostgres(folder)
  const locking = starting.then(({ url }) => tryAcquireInstanceLock(url))
  const stop = stopOnSignal(async () => {
    const release = await locking
    await release?.()
    if (release) await (await starting).stop()
  })
  return { url: (await starting).url, isOurs: (await locking) !== null, stop }
}
