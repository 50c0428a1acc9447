import { openLog } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { requestRebuild, waitForRebuild } from '@strand/event-sourcing/processors/rebuild'
import { startService } from '@strand/platform/process/start-up'
import { readConfig } from './config.ts'

// Requests a rebuild of all read models, or of those named on the command line. The live read
// models serve in the meantime. The running `projections` service does the work, and this process
// reports when the work is done.
await startService(async () => {
  const config = readConfig()
  const log = openLog('rebuild', config.LOG_LEVEL)
  const pool = openPool(config.DATABASE_URL, { log, name: 'strand rebuild', max: 2 })
  const names = await requestRebuild(pool, process.argv.slice(2))
  process.stdout.write(`Requested a rebuild of ${names.join(', ')}\n`)
  const isDone = await waitForRebuild(pool, names)
  process.stdout.write(
    isDone
      ? 'Done\n'
      : 'No running process rebuilds read models: start the `projections` service\n',
  )
  await pool.end()
})
