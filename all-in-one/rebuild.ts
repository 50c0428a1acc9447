import path from 'node:path'
import { openLog } from '@strand/platform/log'
import { startEmbeddedPostgres } from '@strand/platform/postgres/embedded'
import { openPool } from '@strand/platform/postgres/pool'
import { startService } from '@strand/platform/process/start-up'
import { requestRebuild, waitForRebuild } from '@strand/platform/processors/rebuild'
import { prepareDataFolder, readConfig } from './config.ts'
import { tryAcquireInstanceLock } from './embedded/instance-lock.ts'

// `npm run rebuild`: requests a rebuild of all read models, or of those that the command names. The
// current ones serve until it is done. A running shop rebuilds at once, a stopped one at its next
// start.
await startService(async () => {
  const settings = readConfig()
  const log = openLog('rebuild', settings.LOG_LEVEL)
  const own = settings.DATABASE_URL
    ? null
    : await startEmbeddedPostgres(path.join(await prepareDataFolder(settings), 'postgres'))
  const url = settings.DATABASE_URL ?? own?.url ?? ''
  // The database may be stopped at the end only if no shop uses it.
  const release = own && (await tryAcquireInstanceLock(url))
  const pool = openPool(url, { log, name: 'strand rebuild', max: 2 })
  try {
    const names = await requestRebuild(pool, process.argv.slice(2))
    process.stdout.write(`  To be rebuilt: ${names.join(', ')}\n`)
    const isDone = !release && (await waitForRebuild(pool, names))
    process.stdout.write(isDone ? '  Done\n' : '  The shop will do it at its next start\n')
  } finally {
    await pool.end()
    await release?.()
    if (release) await own?.stop()
  }
})
