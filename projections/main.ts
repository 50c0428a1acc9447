import { openLog } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { openProgress } from '@strand/event-sourcing/processors/progress'
import { describeLastDrill, measureDrills } from '@strand/platform/backup/last-drill'
import { prepareBackupTables } from '@strand/platform/backup/restore'
import { openProcessMetrics } from '@strand/platform/metrics/process-metrics'
import { measureProcessors } from '@strand/platform/metrics/work-metrics'
import { serveHealth } from '@strand/platform/process/health-server'
import { openEvents } from '@strand/platform/process/open-events'
import { openTracing } from '@strand/platform/process/open-tracing'
import { logOrigin } from '@strand/platform/process/settings'
import { shutDownOnSignal } from '@strand/platform/process/shutdown'
import { startService } from '@strand/platform/process/start-up'
import { readConfig } from './config.ts'
import { startVerifyNow } from './log-proof/verify/verify-now.ts'
import { startShopLogProof } from './log-proof.ts'
import { startProjections } from './start-projections.ts'

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
  await prepareBackupTables(pool)
  const tracing = await openTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT, {
    service: 'projections',
    log,
  })
  const projections = startProjections({ pool, eventStore, personalData, log, tracing })
  const logProof = startShopLogProof({
    pool,
    eventStore,
    log,
    now: () => new Date(),
    signingKeys: config.LOG_SIGNING_KEY,
    origin: logOrigin(config),
  })
  const verifyNow = startVerifyNow({
    pool,
    log,
    databaseUrl: config.DATABASE_URL,
    eventStoreUrl: config.EVENT_STORE_URL,
    masterKey: config.PERSONAL_DATA_KEY,
    signingKeys: config.LOG_SIGNING_KEY,
    writerKey: config.LOG_WRITER_KEY,
  })
  const progress = await openProgress({ pool, eventStore, log })

  const metrics = openProcessMetrics({ projections: pool })
  // Measures all processors, including the workers' processors, because this service knows every
  // checkpoint.
  measureProcessors(metrics, progress.report)
  measureDrills(metrics, pool)

  const health = await serveHealth({
    log,
    metrics,
    port: config.PORT,
    host: config.HOST,
    checks: { database: () => pool.query('select'), eventStore: eventStore.health },
    lastDrill: () => describeLastDrill(pool),
    degrading: { logProof: logProof.health },
    projections: async () => (await progress.report()).filter(({ kind }) => kind !== 'reaction'),
    parked: progress.parkedStreams,
  })
  log.info({ port: config.PORT }, 'projections follow the log')

  shutDownOnSignal(
    [
      ['health', () => health.close()],
      ['projections', () => Promise.all(projections.map((projection) => projection.stop()))],
      ['log proof', logProof.stop],
      ['verification', verifyNow.stop],
      ['progress', progress.close],
      ['personal data', personalData.close],
      ['event store', eventStore.close],
      ['database', () => pool.end()],
      ['tracing', () => tracing?.close()],
    ],
    { log },
  )
})
