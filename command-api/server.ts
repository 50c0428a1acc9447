import { defaultErrorTexts } from '@strand/contracts/error-texts'
import { permissionsOfRole } from '@strand/contracts/users/permission'
import { openFiles } from '@strand/platform/files/open'
import { registerApiDocs } from '@strand/platform/http/api-docs'
import { authenticator } from '@strand/platform/http/principal'
import { createHttpServer, registerHealth } from '@strand/platform/http/server'
import { openLog } from '@strand/platform/log'
import { migrate } from '@strand/platform/postgres/migrate'
import { openPool } from '@strand/platform/postgres/pool'
import { openEvents } from '@strand/platform/process/open-events'
import { shutDownOnSignal } from '@strand/platform/process/shutdown'
import { retryUntilAvailable, startService } from '@strand/platform/process/start-up'
import { openProgress } from '@strand/platform/processors/progress'
import { prepareProcessorTables } from '@strand/platform/processors/runtime/prepare-tables'
import { commandApi } from './app.ts'
import { readConfig } from './config.ts'
import { ensureSuperadministrator } from './users/account/superadministrator.ts'

await startService(async () => {
  const config = readConfig()
  const log = openLog('command-api', config.LOG_LEVEL)
  const now = () => new Date()
  const pool = openPool(config.DATABASE_URL, { log, name: 'strand command-api', max: 20 })
  await retryUntilAvailable(
    'database',
    () => migrate(pool, 'command-api', new URL('./migrations/', import.meta.url)),
    { log },
  )
  // Commands query read models, so these must exist, if empty, before any projection has run.
  await prepareProcessorTables(pool)
  const { eventStore, personalData } = await openEvents({
    pool,
    log,
    eventStoreUrl: config.EVENT_STORE_URL,
    masterKey: config.PERSONAL_DATA_KEY,
  })
  const files = await retryUntilAvailable('files', () => openFiles(config.FILES_URL, { log }), {
    log,
  })
  const progress = await openProgress({ pool, log })
  const tokenSecret = config.TOKEN_SECRET

  const first = await retryUntilAvailable(
    'event store',
    () =>
      ensureSuperadministrator({
        pool,
        eventStore,
        personalData,
        log,
        now,
        email: config.SUPERADMIN_EMAIL,
        password: config.SUPERADMIN_PASSWORD,
      }),
    { log },
  )
  if (first.password !== null)
    process.stdout.write(
      `The first superadministrator is ${first.email}, with the password ${first.password} (shown only now)\n`,
    )

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
    title: 'Commands',
    version: '0.1.0',
    description: 'What changes something. What is read is described at [/api/docs](/api/docs).',
    path: '/api/docs/commands',
  })
  const { PUBLIC_URL: publicUrl, SHOP_NAME: shopName } = config
  await app.register(commandApi, {
    ...{ eventStore, pool, personalData, files, tokenSecret, publicUrl, shopName, log, now },
    fileLimits: {
      perAddress: config.RATE_LIMITS === 'on',
      diskReserve: config.DISK_RESERVE,
      unclaimedBytes: config.UNCLAIMED_UPLOADS,
    },
    proofRetentionDays: config.PROOF_RETENTION_DAYS,
  })
  registerHealth(app, {
    checks: {
      database: () => pool.query('select'),
      eventStore: eventStore.health,
      files: files.health,
    },
    details: { token: config.HEALTH_TOKEN },
  })
  await app.listen({ port: config.PORT, host: config.HOST })
  log.info({ port: config.PORT }, 'command-api takes commands')

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
