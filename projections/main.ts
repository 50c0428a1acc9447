import { serveHealth } from '@strand/platform/health-server'
import { openLog } from '@strand/platform/log'
import { openEvents } from '@strand/platform/open-events'
import { openPool } from '@strand/platform/postgres'
import { openProgress } from '@strand/platform/projection-progress'
import { shutDownOnSignal } from '@strand/platform/shutdown'
import { startService } from '@strand/platform/start-up'
import { readConfig } from './config.ts'
import { startProjections } from './start.ts'

await startService(async () => {
  const config = readConfig()
  const log = openLog('projections', config.LOG_LEVEL)
  const pool = openPool(config.DATABASE_URL, { log, name: 'strand projections' })
  const { eventStore, personalData } = await openEvents({
    pool,
    log,
    eventStoreUrl: config.EVENT_STORE_URL,
    masterKey: config.PERSONAL_DATA_KEY,
  })
  const projections = startProjections({ pool, eventStore, personalData, log })
  const progress = await openProgress({ pool, eventStore, log })

  const health = await serveHealth({
    log,
    port: config.PORT,
    host: config.HOST,
    checks: { database: () => pool.query('select'), eventStore: eventStore.health },
    projections: async () => (await progress.report()).filter(({ kind }) => kind === 'projection'),
    parked: progress.parkedStreams,
  })
  log.info({ port: config.PORT }, 'projections follow the log')

  shutDownOnSignal(
    [
      ['health', () => health.close()],
      ['projections', () => Promise.all(projections.map((projection) => projection.stop()))],
      ['progress', progress.close],
      ['personal data', personalData.close],
      ['event store', eventStore.close],
      ['database', () => pool.end()],
    ],
    { log },
  )
})
