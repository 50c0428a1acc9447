import { defaultErrorTexts } from '@strand/contracts/error-texts'
import { permissionsOfRole } from '@strand/contracts/users/permission'
import { openFiles } from '@strand/platform/files/open'
import { registerApiDocs } from '@strand/platform/http/api-docs'
import { authenticator } from '@strand/platform/http/principal'
import { createHttpServer, registerHealth } from '@strand/platform/http/server'
import { openLog } from '@strand/platform/log'
import { openPool } from '@strand/platform/postgres/pool'
import { openEvents } from '@strand/platform/process/open-events'
import { shopDetails } from '@strand/platform/process/settings'
import { shutDownOnSignal } from '@strand/platform/process/shutdown'
import { retryUntilAvailable, startService } from '@strand/platform/process/start-up'
import { openProgress } from '@strand/platform/processors/progress'
import { queryApi } from './app.ts'
import { readConfig } from './config.ts'
import { waitForReadModels } from './read-models.ts'

await startService(async () => {
  const config = readConfig()
  const log = openLog('query-api', config.LOG_LEVEL)
  const now = () => new Date()
  const pool = openPool(config.DATABASE_URL, { log, name: 'strand query-api', max: 20 })
  log.info('waiting for the read models')
  await retryUntilAvailable('database', () => waitForReadModels(pool), { log })
  const { eventStore, personalData } = await openEvents({
    pool,
    log,
    eventStoreUrl: config.EVENT_STORE_URL,
    masterKey: config.PERSONAL_DATA_KEY,
  })
  const files = await retryUntilAvailable('files', () => openFiles(config.FILES_URL, { log }), {
    log,
  })
  const progress = await openProgress({ pool, eventStore, log })
  const tokenSecret = config.TOKEN_SECRET

  const app = await createHttpServer({
    log,
    texts: defaultErrorTexts,
    authenticate: authenticator({ pool, tokenSecret, permissionsOf: permissionsOfRole, now }),
    waitForPosition: progress.waitFor,
    rateLimits: config.RATE_LIMITS === 'on',
    trustedProxies: config.TRUSTED_PROXY,
    publicUrl: config.PUBLIC_URL,
  })
  await registerApiDocs(app, {
    title: 'Reads',
    version: '0.1.0',
    description:
      'What is read. What changes something is described at [/api/docs/commands](/api/docs/commands).',
  })
  await app.register(queryApi, {
    ...{ pool, eventStore, personalData, files, tokenSecret, progress, log, now },
    shop: shopDetails(config),
    diskReserve: config.DISK_RESERVE,
  })
  registerHealth(app, {
    checks: {
      database: () => pool.query('select'),
      eventStore: eventStore.health,
      files: files.health,
    },
    // Queries are answered whether or not the read models are being updated: the projections' own
    // health port reports that.
    projections: async () => (await progress.report()).map((one) => ({ ...one, ok: true })),
    parked: progress.parkedStreams,
    details: { token: config.HEALTH_TOKEN },
  })
  await app.listen({ port: config.PORT, host: config.HOST })
  log.info({ port: config.PORT }, 'query-api answers')

  shutDownOnSignal(
    [
      ['server', () => app.close()],
      ['progress', progress.close],
      ['personal data', personalData.close],
      ['event store', eventStore.close],
      ['database', () => pool.end()],
    ],
    { log },
  )
})
