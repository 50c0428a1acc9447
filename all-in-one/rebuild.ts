import path from 'node:path'
import { startEmbeddedPostgres } from '@strand/platform/embedded-postgres'
import { openLog } from '@strand/platform/log'
import { openPool } from '@strand/platform/postgres'
import { askForRebuild, rebuilt } from '@strand/platform/rebuild'
import { startService } from '@strand/platform/start-up'
import { prepareDataFolder, readOwnSettings } from './config.ts'
import { tryToBeAlone } from './one-at-a-time.ts'

// `npm run rebuild`: has read models made anew beside those that serve, all of them or those that
// the command names. A running shop does the work at once, a stopped one at its next start.
await startService(async () => {
  const settings = readOwnSettings()
  const log = openLog('rebuild', settings.LOG_LEVEL)
  const own = settings.DATABASE_URL
    ? null
    : await startEmbeddedPostgres(path.join(await prepareDataFolder(settings), 'postgres'))
  const url = settings.DATABASE_URL ?? own?.url ?? ''
  // Only a database that no shop is at work on may be stopped at the end.
  const release = own && (await tryToBeAlone(url))
  const pool = openPool(url, { log, name: 'strand rebuild', max: 2 })
  try {
    const names = await askForRebuild(pool, process.argv.slice(2))
    process.stdout.write(`  To be made anew: ${names.join(', ')}\n`)
    const isDone = !release && (await rebuilt(pool, names))
    process.stdout.write(isDone ? '  Done\n' : '  The shop will do it at its next start\n')
  } finally {
    await pool.end()
    await release?.()
    if (release) await own?.stop()
  }
})
