import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandMigrations } from '@strand/all-in-one/embedded/database'
import { openShop } from '@strand/all-in-one/shop'
import type { ShopOptions } from '@strand/all-in-one/shop-options'
import { buildWebApp, webAppIsStale } from '@strand/all-in-one/web-app'
import { silentLog } from '@strand/event-sourcing/log'
import { lockSession } from '@strand/event-sourcing/postgres/advisory-lock'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { handOverCopy, prepareTables } from '@strand/platform/process/prepare-database'
import { urlsOfRoles } from '@strand/platform/testing/database-roles'
import { eventually } from '@strand/platform/testing/eventually'
import { templateDatabase } from '@strand/platform/testing/template-database'
import { testDatabase } from '@strand/platform/testing/test-database'
import { makeReadModels } from '@strand/projections/testing/read-model-tables'
import pg from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import { inject } from 'vitest'

export const owner = { email: 'owner@strand.example', password: 'Owner-of-it-1' }

/** The token for the details of `/readyz`, which strangers do not see. */
export const healthToken = 'the-token-of-an-operator'

/** One test file at a time builds the web app, because two would empty each other's folder. */
const ensureWebAppIsBuilt = async () => {
  if (!(await webAppIsStale())) return
  const lockClient = new pg.Client({ connectionString: inject('databaseUrl') })
  await lockClient.connect()
  try {
    await lockSession(lockClient, 'the web app of a test run')
    if (await webAppIsStale()) await buildWebApp()
  } finally {
    await lockClient.end()
  }
}

/** Does the same as `npm run migrate`, on a server that already has the roles. */
export const prepareShopTables = (url: string): Promise<void> => {
  const [packageName, folder] = commandMigrations
  return prepareTables(url, {
    packages: [{ packageName, folder }],
    eventLog: true,
    queue: true,
    log: silentLog,
  })
}

const prepareShop = async (url: string): Promise<void> => {
  await prepareShopTables(url)
  await makeReadModels(url, urlsOfRoles(url).projections)
}

/**
 * A whole shop on a new database, each service with its own role, on a free port, for a browser or
 * an API client. `pool` is the superuser's. Call `close` in an `afterAll`.
 */
export const startTestShop = async (changes: Partial<ShopOptions> = {}, port = 0) => {
  await ensureWebAppIsBuilt()
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-shop-'))
  const mailFolder = path.join(folder, 'mail')
  const template = await templateDatabase('prepared', prepareShop)
  const database = await testDatabase({ keep: true, template })
  await handOverCopy(database.url)
  const filesUrl = pathToFileURL(`${folder}/files/`).href
  const urls = urlsOfRoles(database.url)
  const shop = await openShop({
    databaseUrls: urls,
    eventStoreUrl: urls.command,
    queueUrl: urls.workers,
    filesUrl,
    mailUrl: pathToFileURL(`${mailFolder}/`).href,
    mailBrake: 300,
    readProofs: false,
    publicUrl: 'http://shop.example',
    tokenSecret: keyRing(Buffer.alloc(32, 1)),
    personalDataKey: keyRing(Buffer.alloc(32, 2)),
    bankLineKey: Buffer.alloc(32, 3),
    bankLineDays: 400,
    logSigningKey: keyRing(Buffer.alloc(32, 4)),
    logWriterKey: Buffer.alloc(32, 5),
    logOrigin: 'shop.example/api/audit/log',
    shop: {
      name: 'Strand Hair',
      bankName: 'First Example Bank',
      bankAccountName: 'Strand Hair Ltd',
      bankAccountNumber: '0123456789',
      supportEmail: 'help@strand.example',
      instagram: 'strand.hair',
      whatsapp: '2348012345678',
      registration: 'RC 1234567',
      address: '12 Herbert Macaulay Way, Yaba, Lagos',
      hours: 'Monday to Saturday',
    },
    superadministrator: owner,
    healthToken,
    rateLimits: false,
    // The tests also run on a machine whose disk is nearly full.
    diskReserve: { share: 0, bytes: 0 },
    unclaimedUploads: Number.POSITIVE_INFINITY,
    proofRetentionDays: 180,
    undoSeconds: 0,
    paymentEvidence: 'optional',
    signIn: { secondFactor: 'optional' },
    trustedProxies: [],
    requireDurable: false,
    log: silentLog,
    now: () => new Date(),
    ...changes,
  })
  const address = await shop.listen({ host: '127.0.0.1', port })

  const mails = async (): Promise<Email[]> => {
    const names = await readdir(mailFolder).catch(() => [])
    const complete = names.filter((name) => name.endsWith('.eml')).sort()
    return Promise.all(
      complete.map(async (name) => PostalMime.parse(await readFile(path.join(mailFolder, name)))),
    )
  }
  return {
    ...shop,
    pool: database.pool,
    urls: { databaseUrl: database.url, filesUrl },
    address,
    folder,
    mails,
    /** Waits for an email to the address whose subject contains the text. */
    mailTo: async (to: string, subject: string): Promise<Email> => {
      const found = async () =>
        (await mails()).find(
          (mail) =>
            mail.to?.some(({ address }) => address === to) && mail.subject?.includes(subject),
        )
      return (await eventually(found)) as Email
    },
    close: async () => {
      await shop.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
