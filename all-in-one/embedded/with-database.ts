import path from 'node:path'
import { openLog } from '@strand/platform/log'
import { startEmbeddedPostgres } from '@strand/platform/postgres/embedded'
import { openPool, type Pool } from '@strand/platform/postgres/pool'
import { findDataFolder, readConfig, requireShop, type Settings } from '../config.ts'
import { tryAcquireInstanceLock } from './instance-lock.ts'

/**
 * Runs a command on this machine's shop, whether it runs or not, and throws if there is none.
 * `isRunning`: a shop uses the database now.
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
  const own = settings.DATABASE_URL
    ? null
    : await startEmbeddedPostgres(path.join(folder, 'postgres'))
  const url = settings.DATABASE_URL ?? own?.url ?? ''
  // The database may be stopped at the end only if no shop uses it.
  const release = own && (await tryAcquireInstanceLock(url))
  const pool = openPool(url, { log, name: `strand ${name}`, max: 2 })
  try {
    await requireShop(pool, settings)
    await run(pool, !release, { url, settings, folder })
  } finally {
    await pool.end()
    await release?.()
    if (release) await own?.stop()
  }
}
