import { ensureSuperadministrator } from '@strand/command-api/accounts/account/superadministrator'
import type { Log } from '@strand/event-sourcing/log'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { openPool, type Pool, warnOfSuperuser } from '@strand/event-sourcing/postgres/pool'
import { openProgress } from '@strand/event-sourcing/processors/progress'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'
import { measureDrills } from '@strand/platform/backup/last-drill'
import { prepareBackupTables } from '@strand/platform/backup/restore'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { openFiles } from '@strand/platform/files/open'
import { openActivity } from '@strand/platform/http/activity'
import { openQueue } from '@strand/platform/jobs/queue'
import { countFiles } from '@strand/platform/metrics/file-metrics'
import { measureDisk, openProcessMetrics } from '@strand/platform/metrics/process-metrics'
import { measureProcessors } from '@strand/platform/metrics/work-metrics'
import type { ServiceName } from '@strand/platform/postgres/roles'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { openTracing } from '@strand/platform/process/open-tracing'
import { wrapAppends } from '@strand/platform/process/wrap-appends'
import { startShopLogProof } from '@strand/projections/log-proof'
import { startVerifyNow } from '@strand/projections/log-proof/verify/verify-now'
import { startProjections } from '@strand/projections/start-projections'
import { startWorkers } from '@strand/workers/start-workers'
import { commandMigrations } from './embedded/database.ts'
import { openHttp } from './http.ts'
import type { ShopOptions } from './shop-options.ts'

export type OpenShop = Awaited<ReturnType<typeof openShop>>

/**
 * Runs all services in one process. They share the event log and a port, but communicate only
 * through events, tables and queues, as separate processes do. `listen` opens the port; `close`
 * closes everything, last opened first. If a part fails to open, the open parts are closed.
 */
export const openShop = async (options: ShopOptions) => {
  const closers: (() => unknown)[] = []
  const close = async () => {
    // A part that fails to close must not keep the others open.
    const failures: unknown[] = []
    for (const closer of closers.splice(0).reverse())
      try {
        await closer()
      } catch (error) {
        failures.push(error)
      }
    if (failures.length > 0) throw failures[0]
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
  const deferClose = <T>(part: T, closer: (part: T) => unknown): T => {
    closers.push(() => closer(part))
    return part
  }

  // Tracing opens first, so that it closes last, and gets the spans of all other parts.
  const tracing = deferClose(
    await openTracing(options.traceEndpoint, { service: 'strand', log }),
    (part) => part?.close(),
  )
  const pools = openPools(options, deferClose)
  const pool = pools.command
  await warnOfSuperuser(pool, log)
  await migrate(pool, ...commandMigrations)
  await prepareProcessorTables(pool)
  await prepareBackupTables(pool)
  const { requireDurable = true, proveLog = true, personalDataKey: masterKey } = options
  const metrics = openProcessMetrics(pools)
  const opened = deferClose(
    await openEventStore(options.eventStoreUrl, { log, requireDurable }),
    (part) => part.close(),
  )
  const writerKey = proveLog ? options.logWriterKey : undefined
  const eventStore = wrapAppends(opened, { pool, metrics, tracing, writerKey })
  const openFor = async (service: ServiceName) =>
    deferClose(await openPersonalData({ pool: pools[service], masterKey, log }), (part) =>
      part.close(),
    )
  const personalData = await openFor('command')
  const files = countFiles(await openFiles(options.filesUrl, { log }), metrics)
  measureDisk(metrics, files, options.diskReserve)
  measureDrills(metrics, pools.query)
  const queue = deferClose(await openQueue(options.queueUrl, { log }), (part) => part.close())
  const progress = deferClose(await openProgress({ pool: pools.query, eventStore, log }), (part) =>
    part.close(),
  )
  measureProcessors(metrics, progress.report)
  deferClose(
    startProjections({
      pool: pools.projections,
      eventStore,
      log,
      tracing,
      personalData: await openFor('projections'),
    }),
    (parts) => Promise.all(parts.map((part) => part.stop())),
  )
  const logProof = proveLog
    ? deferClose(
        startShopLogProof({
          pool: pools.projections,
          eventStore,
          log,
          now,
          signingKeys: options.logSigningKey,
          origin: options.logOrigin,
        }),
        (part) => part.stop(),
      )
    : { health: async () => {} }
  deferClose(
    startVerifyNow({
      pool: pools.projections,
      log,
      databaseUrl: options.databaseUrls.projections,
      eventStoreUrl: options.eventStoreUrl,
      masterKey,
      signingKeys: options.logSigningKey,
      writerKey: options.logWriterKey,
    }),
    (part) => part.stop(),
  )
  const superadministrator = await ensureSuperadministrator({
    pool,
    eventStore,
    personalData,
    log,
    now,
    ...options.superadministrator,
  })
  const activity = openActivity()
  const workers = deferClose(
    await startWorkers({
      pool: pools.workers,
      eventStore,
      queue,
      publicUrl,
      shop,
      tokenSecret,
      log,
      metrics,
      tracing,
      personalData: await openFor('workers'),
      mailUrl: options.mailUrl,
      // A limit, because an email costs more CPU time than an order, and customers wait for orders.
      mailsPerSecond: 20,
      mailBrake: options.mailBrake,
      proofs: options.readProofs ? { files, secret: masterKey, activity } : null,
    }),
    (part) => part.stop(),
  )

  const app = await openHttp(options, {
    pools,
    eventStore,
    files,
    queue,
    progress,
    workers,
    logProof,
    metrics,
    activity,
    tracing,
    personalData: { command: personalData, query: await openFor('query') },
    deferClose,
  })

  return {
    app,
    pools,
    eventStore,
    personalData,
    files,
    progress,
    superadministrator,
    /** Resolves with the address. Port 0 picks a free port. */
    listen: (address: { host: string; port: number }) => app.listen(address),
  }
}

/**
 * The maximum number of connections per service. Together with the connections of the log and the
 * queue, these are about 70 of Postgres' 100.
 */
const connections: Record<ServiceName, number> = {
  command: 16,
  // At most six projectors (three read models in two versions) wait for keys inside a transaction.
  projections: 8,
  query: 16,
  workers: 6,
}

const openPools = (
  { databaseUrls, log }: { databaseUrls: Record<ServiceName, string>; log: Log },
  deferClose: (pool: Pool, closer: (pool: Pool) => unknown) => Pool,
): Record<ServiceName, Pool> => {
  const open = (service: ServiceName) =>
    deferClose(
      openPool(databaseUrls[service], {
        log,
        name: `strand ${service}`,
        max: connections[service],
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
