import { createHttpServer, registerHealth } from '@strand/platform/http'
import { openLog } from '@strand/platform/log'
import { openEventStore } from '@strand/platform/open-event-store'
import { openPersonalData } from '@strand/platform/personal-data'
import { openPool } from '@strand/platform/postgres'
import { openProgress } from '@strand/platform/projection-progress'
import { shutDownOnSignal } from '@strand/platform/shutdown'
import { startService, whenAvailable } from '@strand/platform/start-up'
import { readConfig } from './config.ts'
import { startProjections } from './start.ts'

await startService(async () => {
  const config = readConfig()
  const log = openLog('projections', config.LOG_LEVEL)
  const pool = openPool(config.DATABASE_URL, { log, name: 'strand projections' })
  const eventStore = await whenAvailable(
    'event store',
    () => openEventStore(config.EVENT_STORE_URL, { log }),
    { log },
  )
  const masterKey = config.PERSONAL_DATA_KEY
  const personalData = await whenAvailable(
    'database',
    () => openPersonalData({ pool, masterKey, log }),
    { log },
  )
  const projections = startProjections({ pool, eventStore, personalData, log })
  const progress = await openProgress({ pool, eventStore, log })

  // Nobody calls it but whoever watches over the processes.
  const health = await createHttpServer({ log, authenticate: async () => null })
  registerHealth(health, {
    checks: { database: () => pool.query('select'), eventStore: eventStore.health },
    projections: async () => (await progress.report()).filter(({ kind }) => kind === 'projection'),
  })
  await health.listen({ port: config.PORT, host: config.HOST })
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
