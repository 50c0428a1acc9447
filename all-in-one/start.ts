import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { backoffDelay } from '@strand/event-sourcing/async/backoff'
import { openLog } from '@strand/event-sourcing/log'
import { isTransient } from '@strand/event-sourcing/postgres/errors'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { startEmbeddedPostgres } from '@strand/platform/postgres/embedded'
import { logOrigin, shopDetails } from '@strand/platform/process/settings'
import { signInOptions } from '@strand/platform/process/sign-in-settings'
import {
  folderUrl,
  prepareDataFolder,
  readConfig,
  readSecrets,
  type Secrets,
  type Settings,
} from './config.ts'
import { prepareEmbeddedDatabase, sameUrlForAll } from './embedded/database.ts'
import { availableMemory, postgresSettings } from './embedded/postgres-settings.ts'
import { type OpenShop, openShop } from './shop.ts'
import type { ShopOptions } from './shop-options.ts'
import { besideStartText, step } from './terminal.ts'
import { buildWebApp, webAppIsStale } from './web-app.ts'

export type StartedShop = {
  shop: OpenShop
  address: string
  mailUrl: string
  tokenSecret: KeyRing
  stop: () => Promise<void>
}

/**
 * Starts the shop from this machine's settings, and prints its progress. Missing parts are embedded
 * in the data folder. Throws `BadSetting`, or an Error with a message of one sentence.
 */
export const startShop = async (
  defaults: {
    dataFolder?: string
    superadministrator?: { email: string; password: string }
    proveLog?: boolean
  } = {},
): Promise<StartedShop> => {
  const settings = readConfig(defaults.dataFolder)
  const folder = await prepareDataFolder(settings)
  const { tokenSecret, ...secrets } = await readSecrets(settings, folder)
  const log = openLog(
    'strand',
    settings.LOG_LEVEL,
    // An operator who sets a level other than `warn` wants to see everything.
    settings.LOG_LEVEL === 'warn' ? besideStartText(process.stdout) : undefined,
  )

  if (await webAppIsStale()) await step('Building the web app', buildWebApp)
  const postgres = settings.DATABASE_URL
    ? { url: settings.DATABASE_URL, stop: async () => {} }
    : await step('Starting the database', () =>
        startEmbeddedPostgres(path.join(folder, 'postgres'), postgresSettings(availableMemory())),
      )
  // This is outside the `try` below, which stops the database after a failure: if this step fails,
  // another shop may be using the database.
  const { urls, release } = settings.DATABASE_URL
    ? { urls: sameUrlForAll(settings.DATABASE_URL), release: async () => {} }
    : await prepareEmbeddedDatabase(postgres, folder, {
        eventLog: settings.EVENT_STORE_URL === undefined,
        queue: settings.QUEUE_URL === undefined,
        log,
      })
  let shop: OpenShop | undefined
  try {
    const mailUrl = settings.MAIL_URL ?? folderUrl(path.join(folder, 'mail'))
    const options = {
      ...optionsOf(settings, folder, urls),
      mailUrl,
      tokenSecret,
      ...secrets,
      log,
      ...(defaults.superadministrator && { superadministrator: defaults.superadministrator }),
      proveLog: defaults.proveLog ?? true,
    }
    const opened = await step('Opening the shop', () =>
      settings.DATABASE_URL ? openShop(options) : openPatiently(() => openShop(options)),
    )
    shop = opened
    const address = await opened.listen({ host: settings.HOST, port: settings.PORT })
    const stop = async () => {
      try {
        await opened.close()
        await release()
      } finally {
        await postgres.stop()
      }
    }
    return { shop: opened, address, mailUrl, tokenSecret, stop }
  } catch (error) {
    // If, for example, the port is taken, the shop's open parts must close before their database
    // stops.
    await shop?.close().catch(() => {})
    await postgres.stop()
    throw error
  }
}

/** In milliseconds: how long an embedded database may take to answer on a busy machine. */
const patience = 60_000

/** Tries again if the failure is temporary, such as a database that is slow to answer. */
const openPatiently = async (open: () => Promise<OpenShop>): Promise<OpenShop> => {
  const started = performance.now()
  for (let failures = 1; ; failures++) {
    try {
      return await open()
    } catch (error) {
      if (!isTransient(error) || performance.now() - started > patience) throw error
      await sleep(backoffDelay(failures))
    }
  }
}

const publicUrl = (settings: Settings) =>
  settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`

const optionsOf = (
  settings: Settings,
  folder: string,
  urls: ShopOptions['databaseUrls'],
): Omit<ShopOptions, 'mailUrl' | 'log' | keyof Secrets> => ({
  databaseUrls: urls,
  eventStoreUrl: settings.EVENT_STORE_URL ?? urls.command,
  queueUrl: settings.QUEUE_URL ?? urls.workers,
  filesUrl: settings.FILES_URL ?? folderUrl(path.join(folder, 'files')),
  mailBrake: settings.MAIL_BRAKE,
  readProofs: settings.READ_PROOFS === 'on',
  publicUrl: publicUrl(settings),
  logOrigin: logOrigin({ ...settings, PUBLIC_URL: publicUrl(settings) }),
  shop: shopDetails(settings),
  signIn: signInOptions(settings),
  superadministrator: {
    email: settings.SUPERADMIN_EMAIL,
    password: settings.SUPERADMIN_PASSWORD,
  },
  healthToken: settings.HEALTH_TOKEN,
  traceEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
  logReadToken: settings.LOG_READ_TOKEN,
  logWitnesses: settings.LOG_WITNESSES,
  rateLimits: settings.RATE_LIMITS === 'on',
  diskReserve: settings.DISK_RESERVE,
  unclaimedUploads: settings.UNCLAIMED_UPLOADS,
  proofRetentionDays: settings.PROOF_RETENTION_DAYS,
  bankLineDays: settings.BANK_LINE_DAYS,
  undoSeconds: settings.UNDO_SECONDS,
  fourEyesAbove: settings.FOUR_EYES_ABOVE,
  paymentEvidence: settings.PAYMENT_EVIDENCE,
  paymentTolerance: settings.PAYMENT_TOLERANCE,
  autoApprove: settings.AUTO_APPROVE,
  trustedProxies: settings.TRUSTED_PROXY,
  now: () => new Date(),
})
