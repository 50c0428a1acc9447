import { requestRebuild, waitForRebuild } from '@strand/event-sourcing/processors/rebuild'
import { startService } from '@strand/platform/process/start-up'
import { withShopDatabase } from './embedded/with-database.ts'

// `npm run rebuild`: requests a rebuild of all read models, or of the named ones; the current ones
// serve until it is done. A running shop rebuilds at once, a stopped one on its next start.
await startService(() =>
  withShopDatabase('rebuild', async (pool, isRunning) => {
    const names = await requestRebuild(pool, process.argv.slice(2))
    process.stdout.write(`  Requested a rebuild of ${names.join(', ')}\n`)
    const isDone = isRunning && (await waitForRebuild(pool, names))
    process.stdout.write(isDone ? '  Done\n' : '  The shop will rebuild them at its next start\n')
  }),
)
