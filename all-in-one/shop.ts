import { commandApi } from '@strand/command-api/app'
import { ensureSuperadministrator } from '@strand/command-api/users/account/superadministrator'
import { defaultErrorTexts } from '@strand/contracts/error-texts'
import type { Shop as ShopDetails } from '@strand/contracts/shop/shop'
import { permissionsOfRole } from '@strand/contracts/users/permission'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import type { DiskReserve } from '@strand/platform/files/disk-reserve'
import { openFiles } from '@strand/platform/files/open'
import { registerApiDocs } from '@strand/platform/http/api-docs'
import { authenticator } from '@strand/platform/http/principal'
import { createHttpServer, registerHealth } from '@strand/platform/http/server'
import { openQueue } from '@strand/platform/jobs/queue'
import type { Log } from '@strand/platform/log'
import { migrate } from '@strand/platform/postgres/migrate'
import { openPool, type Pool, warnOfSuperuser } from '@strand/platform/postgres/pool'
import type { ServiceName } from '@strand/platform/postgres/roles'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { openProgress } from '@strand/platform/processors/progress'
import { prepareProcessorTables } from '@strand/platform/processors/runtime/prepare-tables'
import { startProjections } from '@strand/projections/start-projections'
import { queryApi } from '@strand/query-api/app'
import { startWorkers } from '@strand/workers/start-workers'
import { commandMigrations } from './embedded/database.ts'
import { webApp } from './web-app.ts'

export type ShopOptions = {
  /** One database: a URL with each service's own role, or one role for all of them. */
  databaseUrls: Record<ServiceName, string>
  eventStoreUrl: string
  queueUrl: string
  filesUrl: string
  mailUrl: string
  /** See `workers/start-workers.ts`. */
  mailBrake: number
  publicUrl: string
  tokenSecret: Buffer
  personalDataKey: Buffer
  shop: ShopDetails
  superadministrator: { email?: string | undefined; password?: string | undefined }
  /** The token that reveals the details of `/readyz`. */
  healthToken?: string | undefined
  rateLimits: boolean
  diskReserve: DiskReserve
  unclaimedUploads: number
  proofRetentionDays: number
  trustedProxies: string[]
  /** False only for tests, whose Postgres is not durable. */
  requireDurable?: boolean
  log: Log
  now: () => Date
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>

/**
 * Runs all services in one process, composed as when each runs separately: they share the event log
 * and a port, but still communicate only through events, tables and queues. `listen` opens the
 * port; `close` closes everything, last opened first. If a part fails to open, the parts that are
 * already open are closed.
 */
export const openShop = async (options: ShopOptions) => {
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return { ...(await openParts(options, closers)), close }
  } catch (error) {
    await close()
    throw error
  }
}

const openParts = async (options: ShopOptions, closers: (() => unknown)[]) => {
  const { log, now, tokenSecret, publicUrl, shop } = options
  /** Registers how to close the part that was just opened. */
  const deferClose = <T>(part: T, closer: (part: T) => unknown): T => {
    closers.push(() => closer(part))
    return part
  }

  const pools = openPools(options, deferClose)
  const pool = pools.command
  await warnOfSuperuser(pool, log)
  await migrate(pool, ...commandMigrations)
  await prepareProcessorTables(pool)
  const { requireDurable = true, personalDataKey: masterKey } = options
  const eventStore = deferClose(
    await openEventStore(options.eventStoreUrl, { log, requireDurable }),
    (part) => part.close(),
  )
  const openFor = async (service: ServiceName) =>
    deferClose(await openPersonalData({ pool: pools[service], masterKey, log }), (part) =>
      part.close(),
    )
  const personalData = await openFor('command')
  const files = await openFiles(options.filesUrl, { log })
  const queue = deferClose(await openQueue(options.queueUrl, { log }), (part) => part.close())
  const progress = deferClose(await openProgress({ pool: pools.query, eventStore, log }), (part) =>
    part.close(),
  )
  deferClose(
    startProjections({
      ...{ pool: pools.projections, eventStore, log },
      personalData: await openFor('projections'),
    }),
    (parts) => Promise.all(parts.map((part) => part.stop())),
  )
  const superadministrator = await ensureSuperadministrator({
    ...{ pool, eventStore, personalData, log, now },
    ...options.superadministrator,
  })
  const workers = deferClose(
    await startWorkers({
      ...{ pool: pools.workers, eventStore, queue, publicUrl, shop, tokenSecret, log },
      personalData: await openFor('workers'),
      mailUrl: options.mailUrl,
      // A mail costs more than an order, and customers wait. Decision 092.
      mailsPerSecond: 20,
      mailBrake: options.mailBrake,
    }),
    (part) => part.stop(),
  )

  const web = await webApp({ name: shop.name, publicUrl })
  const app = deferClose(
    await createHttpServer({
      log,
      publicUrl,
      rateLimits: options.rateLimits,
      trustedProxies: options.trustedProxies,
      texts: defaultErrorTexts,
      authenticate: authenticator({
        ...{ pool: pools.query, tokenSecret, now },
        permissionsOf: permissionsOfRole,
      }),
      waitForPosition: progress.waitFor,
      notFound: web.servePage,
    }),
    (part) => part.close(),
  )
  // Before the routes: it describes only routes that are registered after it.
  await registerApiDocs(app, { title: shop.name, version: '0.1.0' })
  const shared = { eventStore, files, tokenSecret, log, now }
  const { diskReserve, unclaimedUploads: unclaimedBytes, proofRetentionDays } = options
  await app.register(commandApi, {
    ...{ ...shared, pool, personalData, publicUrl, shopName: shop.name, proofRetentionDays },
    fileLimits: { perAddress: options.rateLimits, diskReserve, unclaimedBytes },
  })
  await app.register(queryApi, {
    ...{ ...shared, pool: pools.query, shop, progress, diskReserve },
    personalData: await openFor('query'),
  })
  await web.serveFiles(app)
  registerHealth(app, {
    checks: {
      database: () => Promise.all(Object.values(pools).map((part) => part.query('select'))),
      eventStore: eventStore.health,
      queue: queue.health,
      files: files.health,
    },
    // While the mail server is unavailable, mails wait in the queue.
    degrading: { mail: workers.mailHealth },
    projections: progress.report,
    parked: progress.parkedStreams,
    details: { token: options.healthToken },
  })
  await app.ready()

  return {
    app,
    pools,
    eventStore,
    personalData,
    files,
    progress,
    superadministrator,
    /** Resolves with the address it listens on. A `port` of 0 picks a free one. */
    listen: (address: { host: string; port: number }) => app.listen(address),
  }
}

/** Maximum connections per service; with the log's and the queue's, some 70 of Postgres' 100. */
const connections: Record<ServiceName, number> = {
  command: 16,
  projections: 6,
  query: 16,
  workers: 6,
}

const openPools = (
  { databaseUrls, log }: ShopOptions,
  deferClose: (pool: Pool, closer: (pool: Pool) => unknown) => Pool,
): Record<ServiceName, Pool> => {
  const open = (service: ServiceName) =>
    deferClose(
      openPool(databaseUrls[service], {
        ...{ log, name: `strand ${service}`, max: connections[service] },
      }),
      (pool) => pool.end(),
    )
  return {
    command: open('command'),
    projections: open('projections'),
    query: open('query'),
    workers: open('workers'),
  }
}
