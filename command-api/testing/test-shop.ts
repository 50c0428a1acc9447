import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { permissionsOf, type Role } from '@strand/contracts/accounts/permission'
import { defaultErrorTexts } from '@strand/contracts/error-texts'
import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { postgresEventStore } from '@strand/event-sourcing/event-store/postgres/postgres-event-store'
import { silentLog } from '@strand/event-sourcing/log'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'
import { prepareLogProofTables } from '@strand/log-proof/tables'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import type { Clock } from '@strand/platform/fairness/clock'
import type { FileStore } from '@strand/platform/files/open'
import { createHttpServer } from '@strand/platform/http/server'
import { templateDatabase } from '@strand/platform/testing/template-database'
import { testDatabase } from '@strand/platform/testing/test-database'
import { applyNewEvents } from '@strand/projections/testing/apply-new-events'
import { onTestFinished } from 'vitest'
import { type CommandApiOptions, commandApi } from '../app.ts'
import { ensureShopAccount } from '../money/accounts.ts'
import type { FileLimits } from '../shared/file-admission.ts'
import { lagos, projectEvents, stockShop, straight } from './stock.ts'

const memoryFiles = () => {
  const kept = new Map<string, Buffer>()
  const files: FileStore = {
    write: async (key, content) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of content) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      kept.set(key, bytes)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { size: bytes.length, sha256 }
    },
    read: async (key) => {
      const bytes = kept.get(key)
      return bytes ? { stream: Readable.from([bytes]), size: bytes.length } : null
    },
    delete: async (key) => {
      kept.delete(key)
    },
    list: async function* () {
      for (const [key, { length }] of kept) yield { key, size: length }
    },
    health: async () => {},
  }
  return { ...files, kept }
}

const noFileLimits: FileLimits = {
  diskReserve: { share: 0, bytes: 0 },
  unclaimedBytes: Number.POSITIVE_INFINITY,
}

const masterKey = keyRing(Buffer.alloc(32, 1))
const shopAccount = {
  bankName: 'First Example Bank',
  accountName: 'Strand Hair Ltd',
  accountNumber: '0123456789',
}

/**
 * Fills a database with stock, in its log and its read models. Creates all tables, too: each shop
 * would create a table that is missing here, and a new table also invalidates the catalog caches of
 * all connections to the database.
 */
const stock = async (url: string) => {
  const log = silentLog
  const pool = openPool(url, { log, name: 'test' })
  await migrate(pool, 'command-api', new URL('../migrations/', import.meta.url))
  await prepareProcessorTables(pool)
  await prepareLogProofTables(pool)
  const eventStore = await postgresEventStore({ url, log, requireDurable: false })
  const personalData = await openPersonalData({ pool, masterKey, log })
  await stockShop(eventStore)
  // Appended now; otherwise each shop would append this event in the middle of a test.
  await ensureShopAccount({ eventStore, shopAccount, now: () => new Date() })
  await projectEvents({ pool, eventStore, personalData, log })
  await personalData.close()
  await eventStore.close()
  await pool.end()
}

/**
 * A shop with a few products, an event log on a real Postgres, and a user of each role. The read
 * models show the log as it was when `project` was last called.
 */
export const openShop = async (
  changes: (store: EventStore) => EventStore = (store) => store,
  { rateLimits = false, ...fileLimits }: Partial<FileLimits> & { rateLimits?: boolean } = {},
  overrides: Partial<CommandApiOptions> = {},
) => {
  const { url, pool } = await testDatabase({ template: await templateDatabase('stocked', stock) })
  const eventStore = changes(
    await postgresEventStore({ url, log: silentLog, requireDurable: false }),
  )
  const personalData = await openPersonalData({ pool, masterKey, log: silentLog })
  const project = () => applyNewEvents({ pool, eventStore, personalData })
  const files = memoryFiles()
  const clock = { now: new Date() }
  const app = await createHttpServer({
    log: silentLog,
    rateLimits,
    trustedProxies: ['127.0.0.1'],
    texts: defaultErrorTexts,
    authenticate: async (token) => {
      const role = token as Role
      if (!permissionsOf[role]) return null
      const email = `${role}@strand.example`
      const permissions = permissionsOf[role]
      return {
        userId: userIds[role],
        sessionId: randomUUID(),
        email,
        role,
        permissions,
        status: 'active',
      }
    },
  })
  const options: CommandApiOptions = {
    eventStore,
    pool,
    personalData,
    files,
    tokenSecret: keyRing(Buffer.alloc(32, 2)),
    publicUrl: 'https://shop.example',
    shopName: 'Strand Hair',
    signIn: { secondFactor: 'optional' },
    fileLimits: { ...noFileLimits, ...fileLimits },
    proofRetentionDays: 180,
    undoSeconds: 0,
    bankLineKey: Buffer.alloc(32, 3),
    bankLineDays: 400,
    shopAccount,
    log: silentLog,
    now: () => clock.now,
    ...overrides,
  }
  await app.register(commandApi, options)
  onTestFinished(async () => {
    await app.close()
    await personalData.close()
    await eventStore.close()
  })
  type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string; role?: Role | null }
  const call = async (
    method: Call['method'],
    url: string,
    payload?: object,
    { role = 'administrator' as Role | null, headers = {} as Record<string, string> } = {},
  ) => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...(role ? { authorization: `Bearer ${role}` } : {}), ...headers },
      ...(payload ? { payload } : {}),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
      body: (answer.body === '' ? undefined : answer.json()) as any,
    }
  }
  return { app, url, pool, eventStore, personalData, files, clock, call, project }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

export const userIds: Record<Role, string> = {
  superadministrator: '00000000-0000-4000-8000-0000000000a1',
  administrator: '00000000-0000-4000-8000-0000000000a2',
  auditor: '00000000-0000-4000-8000-0000000000a3',
}

/**
 * Records when files are admitted, by the test's clock: each admission asks for the free disk
 * space.
 */
export const beginsOf = ({ files }: Shop, clock: Clock) => {
  const begun: number[] = []
  files.space = async () => {
    begun.push(clock.now())
    return { free: 1e12, total: 1e12 }
  }
  return begun
}

/** Adds a file that counts as uploaded, without an upload. */
export const uploaded = async ({ pool, files, clock }: Shop, sha256 = 'aa') => {
  const fileUid = randomUUID()
  files.kept.set(fileUid, Buffer.from('%PDF-1.4'))
  await pool.query(
    `insert into upload (file_uid, key, type, size, sha256, created_at)
     values ($1::uuid, $1::text, 'application/pdf', 8, $3, $2)`,
    [fileUid, clock.now.toISOString(), sha256],
  )
  return { fileUid, fileName: 'proof.pdf', fileType: 'application/pdf' }
}

export const uploadForm = (bytes: Buffer, fileName = 'proof.png', type = 'image/png') => {
  const boundary = 'a-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

type NamedFile = { fileUid: string; fileName: string; fileType: string }

export const formFor = (files: NamedFile[]) => ({
  firstname: 'Ada',
  lastname: 'Obi',
  email: 'ada@example.com',
  countrycode: 'NG',
  phone: '08031234567',
  instagramusername: 'ada.obi',
  salesid: '',
  location: lagos.locationid,
  accountname: 'Ada Obi',
  tandc: true,
  country: '',
  postalcode: '',
  deliveryaddress: '5 Marina, Lagos Island',
  products: [
    { ...straight, productname: 'Bone Straight', quantity: 2, amount: 90_000 },
    { productname: 'Deep Curly', price: 60_000, quantity: 1, amount: 60_000 },
  ],
  files,
  amount: 152_500,
})

export const formOf = async (shop: Shop, changes: object = {}) => ({
  ...formFor([await uploaded(shop)]),
  ...changes,
})

/** Sends a form as a customer does. Calls with the same key are one submission. */
export const submit = async (shop: Shop, form: object, key?: string) =>
  shop.call('POST', '/api/create-order', form, {
    role: null,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

export const placed = async (shop: Shop): Promise<string> => {
  const { body } = await submit(shop, await formOf(shop))
  return body.orderId
}

export const ordersIn = async ({ pool }: Shop) =>
  (
    await pool.query<{ stream: string }>(
      `select stream from event_log.event where type = 'OrderCreated' order by position`,
    )
  ).rows.map(({ stream }) => stream)

/** An event log that stores the next batch but loses the answer, as in a crash. */
export const losingAnswers = () => {
  const loses = { next: false }
  const changes = (store: EventStore): EventStore => ({
    ...store,
    append: async (...batch) => {
      const result = await store.append(...batch)
      if (!loses.next) return result
      loses.next = false
      throw new Rejected('unavailable', 'The event log is not available')
    },
  })
  return { loses, changes }
}
