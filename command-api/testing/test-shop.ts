import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { defaultErrorTexts } from '@strand/contracts/error-texts'
import { orderStream } from '@strand/contracts/order/order'
import { permissionsOf, type Role } from '@strand/contracts/users/permission'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { Rejected } from '@strand/platform/errors'
import type { EventStore } from '@strand/platform/event-store/event-store'
import { postgresEventStore } from '@strand/platform/event-store/postgres/postgres-event-store'
import type { FileStore } from '@strand/platform/files/open'
import { createHttpServer } from '@strand/platform/http/server'
import { silentLog } from '@strand/platform/log'
import { migrate } from '@strand/platform/postgres/migrate'
import { prepareProcessorTables } from '@strand/platform/processors/runtime/prepare-tables'
import { testDatabase } from '@strand/platform/testing/test-database'
import { onTestFinished } from 'vitest'
import { type CommandApiOptions, commandApi } from '../app.ts'
import type { FileLimits } from '../shared/file-admission.ts'

/** The read models that commands query, as plain tables and as far as these tests need them. */
export const readModels = `
  create table read.order_file (sha256 text, order_id text);
  create table read.order_detail (order_id text, files jsonb);
  create table read.product (product_id uuid, name text, price int8, status text);
  create table read.location (location_id uuid, name text, price int8, address text, status text);
  create table read.sales (
    sales_id uuid, name text, status text, starts_at timestamptz, ends_at timestamptz);`

export const lagos = { locationid: '00000000-0000-4000-8000-000000000001', price: 2_500 }
export const pickUp = { locationid: '00000000-0000-4000-8000-000000000002', price: 0 }
export const abroad = { locationid: '00000000-0000-4000-8000-000000000003', price: 30_000 }
export const closed = { locationid: '00000000-0000-4000-8000-000000000004' }
export const straight = { productid: '00000000-0000-4000-8000-000000000011', price: 45_000 }
export const curly = { productid: '00000000-0000-4000-8000-000000000012', price: 60_000 }
export const running = { salesid: '00000000-0000-4000-8000-000000000021' }
export const over = { salesid: '00000000-0000-4000-8000-000000000022' }

export const stock = `
  insert into read.product values
    ('${straight.productid}', 'Bone Straight', 45000, 'active'),
    ('${curly.productid}', 'Deep Curly', 60000, 'active'),
    ('00000000-0000-4000-8000-000000000013', 'Old Wig', 10000, 'archived');
  insert into read.location values
    ('${lagos.locationid}', 'Lagos', 2500, '', 'active'),
    ('${pickUp.locationid}', 'Pick-up', 0, '1 Allen Avenue, Ikeja', 'active'),
    ('${abroad.locationid}', 'International', 30000, '', 'active'),
    ('${closed.locationid}', 'Kano', 2500, '', 'archived');
  insert into read.sales values
    ('${running.salesid}', 'Black Friday', 'active', now() - interval '1 day', now() + interval '1 day'),
    ('${over.salesid}', 'Easter', 'active', now() - interval '9 days', now() - interval '2 days');`

/** Files in memory, for tests to inspect. */
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
      for (const [key, { length }] of kept) yield { key, size: length, writtenAt: new Date() }
    },
    health: async () => {},
  }
  return { ...files, kept }
}

const noFileLimits: FileLimits = {
  perAddress: false,
  diskReserve: { share: 0, bytes: 0 },
  unclaimedBytes: Number.POSITIVE_INFINITY,
}

/**
 * A shop with a few products in stock, an event log on a real Postgres, and a user of each role.
 */
export const openShop = async (
  changes: (store: EventStore) => EventStore = (store) => store,
  fileLimits: Partial<FileLimits> = {},
) => {
  const { url, pool } = await testDatabase()
  await migrate(pool, 'command-api', new URL('../migrations/', import.meta.url))
  await prepareProcessorTables(pool)
  await pool.query(readModels)
  await pool.query(stock)
  const eventStore = changes(
    await postgresEventStore({ url, log: silentLog, requireDurable: false }),
  )
  const masterKey = Buffer.alloc(32, 1)
  const personalData = await openPersonalData({ pool, masterKey, log: silentLog })
  const files = memoryFiles()
  const clock = { now: new Date() }
  const app = await createHttpServer({
    log: silentLog,
    rateLimits: false,
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
    tokenSecret: Buffer.alloc(32, 2),
    publicUrl: 'https://shop.example',
    shopName: 'Strand Hair',
    fileLimits: { ...noFileLimits, ...fileLimits },
    proofRetentionDays: 180,
    log: silentLog,
    now: () => clock.now,
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
  return { app, url, pool, eventStore, personalData, files, clock, call }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

export const userIds: Record<Role, string> = {
  superadministrator: '00000000-0000-4000-8000-0000000000a1',
  administrator: '00000000-0000-4000-8000-0000000000a2',
  auditor: '00000000-0000-4000-8000-0000000000a3',
}

/** A file that counts as uploaded without going through the upload. */
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

/** The request that uploads a file. */
export const uploadForm = (bytes: Buffer, fileName = 'proof.png', type = 'image/png') => {
  const boundary = 'a-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

type NamedFile = { fileUid: string; fileName: string; fileType: string }

/** A form that the shop accepts as it is. */
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

/** The same form with an uploaded file, and with changes. */
export const formOf = async (shop: Shop, changes: object = {}) => ({
  ...formFor([await uploaded(shop)]),
  ...changes,
})

/** Sends a form as a customer would. Calls with the same key count as one submission. */
export const submit = async (shop: Shop, form: object, key?: string) =>
  shop.call('POST', '/api/create-order', form, {
    role: null,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

/** A pending order. */
export const placed = async (shop: Shop): Promise<string> => {
  const { body } = await submit(shop, await formOf(shop))
  return body.orderId
}

/** Makes the order read model show the files of these orders, as of this log position. */
export const projectOrders = async (
  { pool, eventStore }: Shop,
  orders: string[],
  position?: bigint,
): Promise<void> => {
  for (const orderId of orders) {
    const [created] = await eventStore.readStream(orderStream(orderId))
    const files = (created?.data.files ?? []) as { key: string; sha256: string }[]
    await pool.query('insert into read.order_detail values ($1, $2)', [
      orderId,
      JSON.stringify(files),
    ])
    for (const { sha256 } of files)
      await pool.query('insert into read.order_file values ($1, $2)', [sha256, orderId])
  }
  const at = String(position ?? (await eventStore.headPosition()))
  await pool.query(
    `with serving as (
       insert into public.projection (name, version, views) values ('order', 1, '{}')
       on conflict do nothing
     )
     insert into public.checkpoint (kind, name, version, position) values ('projection', 'order', 1, $1)
     on conflict (kind, name, version) do update set position = excluded.position`,
    [at],
  )
}

/** The streams of all orders, oldest first. */
export const ordersIn = async ({ pool }: Shop) =>
  (
    await pool.query<{ stream: string }>(
      `select stream from event_log.event where type = 'OrderCreated' order by position`,
    )
  ).rows.map(({ stream }) => stream)

/** An event log that stores the next batch and then loses the answer, as a crash would. */
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
