import { commandApi } from '@strand/command-api/app'
import { permissionsOfRole } from '@strand/contracts/accounts/permission'
import { defaultErrorTexts } from '@strand/contracts/error-texts'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Progress } from '@strand/event-sourcing/processors/progress'
import type { Tracing } from '@strand/event-sourcing/tracing'
import type { RunningLogProof } from '@strand/log-proof/follower'
import { describeLastDrill } from '@strand/platform/backup/last-drill'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { openReferenceHmacs } from '@strand/platform/crypto/reference-hmac'
import type { FileStore } from '@strand/platform/files/file-store'
import type { openActivity } from '@strand/platform/http/activity'
import { registerApiDocs } from '@strand/platform/http/api-docs'
import { authenticator } from '@strand/platform/http/principal'
import { createHttpServer, type HttpServer, registerHealth } from '@strand/platform/http/server'
import type { Queue } from '@strand/platform/jobs/queue'
import type { Metrics } from '@strand/platform/metrics/metrics'
import type { ServiceName } from '@strand/platform/postgres/roles'
import { shopContact } from '@strand/platform/process/settings'
import { queryApi } from '@strand/query-api/app'
import type { RunningWorkers } from '@strand/workers/start-workers'
import type { ShopOptions } from './shop-options.ts'
import { webApp } from './web-app.ts'

type Parts = {
  pools: Record<ServiceName, Pool>
  eventStore: EventStore
  files: FileStore
  queue: Queue
  progress: Progress
  workers: RunningWorkers
  logProof: Pick<RunningLogProof, 'health'>
  metrics: Metrics
  activity: ReturnType<typeof openActivity>
  tracing: Tracing | undefined
  personalData: { command: PersonalData; query: PersonalData }
  deferClose: (app: HttpServer, closer: (app: HttpServer) => unknown) => HttpServer
}

export const openHttp = async (options: ShopOptions, parts: Parts): Promise<HttpServer> => {
  const { log, now, tokenSecret, publicUrl, shop } = options
  const { pools, eventStore, files, queue, progress, workers, personalData, deferClose } = parts
  const web = await webApp({ name: shop.name, publicUrl })
  const app = deferClose(
    await createHttpServer({
      log,
      publicUrl,
      metrics: parts.metrics,
      activity: parts.activity,
      tracing: parts.tracing,
      rateLimits: options.rateLimits,
      trustedProxies: options.trustedProxies,
      contact: shopContact(shop),
      texts: defaultErrorTexts,
      authenticate: authenticator({
        pool: pools.query,
        tokenSecret,
        now,
        permissionsOf: permissionsOfRole,
      }),
      waitForPosition: progress.waitFor,
      programTokens: { 'log-read': options.logReadToken },
      notFound: web.servePage,
    }),
    (part) => part.close(),
  )
  // The API document is registered before the routes, because it contains only routes that are
  // registered later.
  await registerApiDocs(app, { title: shop.name })
  const shared = { eventStore, files, tokenSecret, log, now }
  const { diskReserve, unclaimedUploads: unclaimedBytes } = options
  const { proofRetentionDays, undoSeconds, fourEyesAbove, paymentEvidence, autoApprove } = options
  const { paymentTolerance } = options
  await app.register(commandApi, {
    ...shared,
    pool: pools.command,
    publicUrl,
    shopName: shop.name,
    proofRetentionDays,
    undoSeconds,
    fourEyesAbove,
    paymentEvidence,
    paymentTolerance,
    autoApprove,
    signIn: options.signIn,
    witnesses: options.logWitnesses,
    personalData: personalData.command,
    fileLimits: { diskReserve, unclaimedBytes },
    bankLineKey: options.bankLineKey,
    bankLineDays: options.bankLineDays,
    shopAccount: {
      bankName: shop.bankName,
      accountName: shop.bankAccountName,
      accountNumber: shop.bankAccountNumber,
    },
  })
  await app.register(queryApi, {
    ...shared,
    pool: pools.query,
    shop,
    progress,
    diskReserve,
    undoSeconds,
    paymentEvidence,
    paymentTolerance,
    hmacsOfReference: openReferenceHmacs(options.personalDataKey),
    personalData: personalData.query,
    witnesses: options.logWitnesses,
  })
  await web.serveFiles(app)
  registerHealth(app, {
    checks: {
      database: () => Promise.all(Object.values(pools).map((part) => part.query('select'))),
      eventStore: eventStore.health,
      queue: queue.health,
      files: files.health,
    },
    lastDrill: () => describeLastDrill(pools.query),
    degrading: { mail: workers.mailHealth, logProof: parts.logProof.health },
    projections: progress.report,
    parked: progress.parkedStreams,
    details: { token: options.healthToken },
    metrics: parts.metrics,
  })
  await app.ready()
  return app
}
