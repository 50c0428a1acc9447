import { type Log, openLog } from '@strand/event-sourcing/log'
import { openPool, type Pool } from '@strand/event-sourcing/postgres/pool'
import { openProgress } from '@strand/event-sourcing/processors/progress'
import type { z } from 'zod'
import { openFiles } from '../files/open.ts'
import type { GeneralTexts } from '../http/errors.ts'
import { authenticator } from '../http/principal.ts'
import { createHttpServer, registerHealth } from '../http/server.ts'
import { countFiles } from '../metrics/file-metrics.ts'
import { measureDisk, openProcessMetrics } from '../metrics/process-metrics.ts'
import { openEvents } from './open-events.ts'
import { openTracing } from './open-tracing.ts'
import type { apiSettings } from './settings.ts'
import { shutDownOnSignal } from './shutdown.ts'
import { retryUntilAvailable } from './start-up.ts'
import { wrapAppends } from './wrap-appends.ts'

type Options = {
  name: string
  config: z.infer<z.ZodObject<typeof apiSettings>>
  texts: GeneralTexts
  contact: string
  permissionsOf: (role: string) => readonly string[]
  /** `LOG_WRITER_KEY`, for a service that appends. */
  writerKey?: Buffer
  /** Runs first, and again as long as the database is unavailable. */
  prepare: (pool: Pool, log: Log) => Promise<unknown>
}

/**
 * Opens what a service with an HTTP API needs, and waits while any of it is unavailable. The
 * service then registers its routes on `app`, and calls `listen`.
 */
export const openApiService = async (options: Options) => {
  const { name, config, texts, contact, permissionsOf, prepare, writerKey } = options
  const log = openLog(name, config.LOG_LEVEL)
  const now = () => new Date()
  const pool = openPool(config.DATABASE_URL, { log, name: `strand ${name}`, max: 20 })
  await retryUntilAvailable('database', () => prepare(pool, log), { log })
  const metrics = openProcessMetrics({ [name]: pool })
  const events = await openEvents({
    pool,
    log,
    eventStoreUrl: config.EVENT_STORE_URL,
    masterKey: config.PERSONAL_DATA_KEY,
  })
  const { personalData } = events
  const tracing = await openTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT, { service: name, log })
  const eventStore = wrapAppends(events.eventStore, { pool, metrics, tracing, writerKey })
  const files = countFiles(
    await retryUntilAvailable('files', () => openFiles(config.FILES_URL, { log }), { log }),
    metrics,
  )
  measureDisk(metrics, files, config.DISK_RESERVE)
  const progress = await openProgress({ pool, eventStore, log })
  const tokenSecret = config.TOKEN_SECRET
  const app = await createHttpServer({
    log,
    texts,
    metrics,
    tracing,
    authenticate: authenticator({ pool, tokenSecret, permissionsOf, now }),
    waitForPosition: progress.waitFor,
    programTokens: { 'log-read': config.LOG_READ_TOKEN },
    rateLimits: config.RATE_LIMITS === 'on',
    trustedProxies: config.TRUSTED_PROXY,
    publicUrl: config.PUBLIC_URL,
    contact,
  })
  const listen = async (health: Partial<Parameters<typeof registerHealth>[1]> = {}) => {
    const { PORT: port, HOST: host } = config
    registerHealth(app, {
      checks: {
        database: () => pool.query('select'),
        eventStore: eventStore.health,
        files: files.health,
      },
      details: { token: config.HEALTH_TOKEN },
      metrics,
      ...health,
    })
    await app.listen({ port, host })
    log.info({ port }, `${name} is listening`)
    shutDownOnSignal(
      [
        ['server', () => app.close()],
        ['progress', progress.close],
        ['personal data', personalData.close],
        ['event store', eventStore.close],
        ['database', () => pool.end()],
        ['tracing', () => tracing?.close()],
      ],
      { log },
    )
  }
  return { app, log, now, pool, eventStore, personalData, files, progress, tokenSecret, listen }
}
