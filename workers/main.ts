import { type Log, openLog } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { openFiles } from '@strand/platform/files/open'
import { openQueue } from '@strand/platform/jobs/queue'
import { openProcessMetrics } from '@strand/platform/metrics/process-metrics'
import { serveHealth } from '@strand/platform/process/health-server'
import { openEvents } from '@strand/platform/process/open-events'
import { openTracing } from '@strand/platform/process/open-tracing'
import { shopDetails } from '@strand/platform/process/settings'
import { shutDownOnSignal } from '@strand/platform/process/shutdown'
import { retryUntilAvailable, startService } from '@strand/platform/process/start-up'
import { readConfig } from './config.ts'
import { remoteReader } from './proof/reader/remote-reader.ts'
import { startWorkers } from './start-workers.ts'

const openProofs = async (config: ReturnType<typeof readConfig>, log: Log) => {
  const { READ_PROOFS, PROOF_READER, FILES_URL, PERSONAL_DATA_KEY: secret } = config
  if (READ_PROOFS === 'off' || FILES_URL === undefined) return null
  const files = await retryUntilAvailable('files', () => openFiles(FILES_URL, { log }), { log })
  return PROOF_READER === undefined
    ? { files, secret }
    : { files, secret, reader: remoteReader(PROOF_READER) }
}

await startService(async () => {
  const config = readConfig()
  const log = openLog('workers', config.LOG_LEVEL)
  const pool = openPool(config.DATABASE_URL, { log, name: 'strand workers' })
  const { eventStore, personalData } = await openEvents({
    pool,
    log,
    eventStoreUrl: config.EVENT_STORE_URL,
    masterKey: config.PERSONAL_DATA_KEY,
  })
  const queue = await retryUntilAvailable('queue', () => openQueue(config.QUEUE_URL, { log }), {
    log,
  })
  const metrics = openProcessMetrics({ workers: pool })
  const tracing = await openTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT, {
    service: 'workers',
    log,
  })
  const workers = await startWorkers({
    pool,
    metrics,
    tracing,
    eventStore,
    personalData,
    queue,
    mailUrl: config.MAIL_URL,
    publicUrl: config.PUBLIC_URL,
    shop: shopDetails(config),
    tokenSecret: config.TOKEN_SECRET,
    mailBrake: config.MAIL_BRAKE,
    proofs: await openProofs(config, log),
    log,
  })

  const health = await serveHealth({
    log,
    port: config.PORT,
    host: config.HOST,
    metrics,
    checks: {
      postgres: () => pool.query('select'),
      eventStore: eventStore.health,
      queue: queue.health,
    },
    // An outage of the mail server only degrades the service, because emails wait.
    degrading: { mail: workers.mailHealth },
    projections: async () =>
      workers.reactors().map(({ name, status, lagSeconds, parked, problem }) => {
        const ok = status !== 'stopped'
        return { name, ok, status, lagSeconds, parked, ...(problem && { problem }) }
      }),
  })
  log.info({ port: config.PORT, readProofs: config.READ_PROOFS }, 'workers send the mail')

  shutDownOnSignal(
    [
      ['health', () => health.close()],
      ['workers', workers.stop],
      ['queue', queue.close],
      ['personal data', personalData.close],
      ['event store', eventStore.close],
      ['database', () => pool.end()],
      ['tracing', () => tracing?.close()],
    ],
    { log },
  )
})
