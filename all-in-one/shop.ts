import { commandApi } from '@strand/command-api/app'
import { people } from '@strand/command-api/people'
import { ensureSuperadministrator } from '@strand/command-api/superadministrator'
import { permissionsOf, Role } from '@strand/contracts/permission'
import type { Shop as ShopDetails } from '@strand/contracts/shop'
import { accessTokens } from '@strand/platform/access-token'
import { registerApiDocs } from '@strand/platform/api-docs'
import { openFiles } from '@strand/platform/files'
import { createHttpServer, registerHealth } from '@strand/platform/http'
import type { Log } from '@strand/platform/log'
import { migrate } from '@strand/platform/migrate'
import { openEventStore } from '@strand/platform/open-event-store'
import { openPersonalData } from '@strand/platform/personal-data'
import { openPool } from '@strand/platform/postgres'
import { authenticator } from '@strand/platform/principal'
import { openProgress } from '@strand/platform/projection-progress'
import { openQueue } from '@strand/platform/queue'
import { startProjections } from '@strand/projections/start'
import { queryApi } from '@strand/query-api/app'
import { startWorkers } from '@strand/workers/start'
import { webApp } from './web-app.ts'

export type ShopOptions = {
  databaseUrl: string
  eventStoreUrl: string
  queueUrl: string
  filesUrl: string
  mailUrl: string
  publicUrl: string
  tokenSecret: Buffer
  personalDataKey: Buffer
  shop: ShopDetails
  superadministrator: { email?: string | undefined; password?: string | undefined }
  rateLimits: boolean
  trustedProxies: string[]
  /** False only for tests, whose Postgres keeps nothing for good. */
  requireDurable?: boolean
  log: Log
  now: () => Date
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>

/**
 * All services in one process, composed as they are when each runs by itself: they share pools and
 * a port, and still meet only in events, tables and queues. `listen` opens the port; `close` ends
 * everything in the order in which it depends on each other.
 */
export const openShop = async (options: ShopOptions) => {
  const { log, now, tokenSecret, publicUrl, shop } = options
  const pool = openPool(options.databaseUrl, { log, name: 'strand', max: 20 })
  await migrate(pool, 'command-api', new URL('../command-api/migrations/', import.meta.url))
  const eventStore = await openEventStore(options.eventStoreUrl, {
    log,
    requireDurable: options.requireDurable ?? true,
  })
  const personalData = await openPersonalData({ pool, masterKey: options.personalDataKey, log })
  const files = await openFiles(options.filesUrl, { log })
  const queue = await openQueue(options.queueUrl, { log })

  const projections = startProjections({ pool, eventStore, personalData, log })
  const progress = await openProgress({ pool, eventStore, log })
  const workers = await startWorkers({
    pool,
    eventStore,
    personalData,
    files,
    queue,
    mailUrl: options.mailUrl,
    publicUrl,
    shop,
    tokenSecret,
    log,
    now,
  })
  const superadministrator = await ensureSuperadministrator({
    pool,
    eventStore,
    personalData,
    log,
    now,
    ...options.superadministrator,
  })

  const tokens = accessTokens({ secret: tokenSecret, now })
  const web = await webApp()
  const app = await createHttpServer({
    log,
    rateLimits: options.rateLimits,
    trustedProxies: options.trustedProxies,
    publicUrl,
    authenticate: authenticator({
      pool,
      tokens,
      permissionsOf: (role) => permissionsOf[Role.parse(role)],
      now,
    }),
    waitForPosition: progress.waitFor,
    notFound: web.servePage,
  })
  await registerApiDocs(app)
  const shared = { pool, eventStore, personalData, files, tokenSecret, log, now }
  await app.register(commandApi, shared)
  await app.register(people, shared)
  await app.register(queryApi, { ...shared, shop })
  await web.serveFiles(app)
  registerHealth(app, {
    checks: {
      postgres: () => pool.query('select'),
      eventStore: eventStore.health,
      queue: queue.health,
      files: files.health,
    },
    projections: progress.report,
  })
  await app.ready()

  return {
    app,
    pool,
    eventStore,
    personalData,
    files,
    progress,
    superadministrator,
    /** The address it listens on. A `port` of 0 takes a free one. */
    listen: (address: { host: string; port: number }) => app.listen(address),
    close: async () => {
      await app.close()
      await workers.stop()
      await Promise.all(projections.map((projection) => projection.stop()))
      await progress.close()
      await queue.close()
      await personalData.close()
      await eventStore.close()
      await pool.end()
    },
  }
}
