import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { drillShop } from '@strand/all-in-one/backup/drill-shop'
import { filesInUse } from '@strand/all-in-one/backup/files-in-use'
import { openWholeBackup, restoreShop, type ShopUrls } from '@strand/all-in-one/backup/restore-shop'
import { addUp } from '@strand/all-in-one/backup/sums'
import { orderStream } from '@strand/contracts/order/id'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { startFakeEventStore } from '@strand/event-sourcing/event-store/eventstoredb/testing/fake-server'
import { readBetween } from '@strand/event-sourcing/event-store/read-between'
import { silentLog } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { readCheckpoint } from '@strand/log-proof/tables'
import { readSegments } from '@strand/platform/backup/segments'
import { openBackupStore } from '@strand/platform/backup/store'
import { takeBackup } from '@strand/platform/backup/take'
import { openFiles } from '@strand/platform/files/open'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { prepareTables } from '@strand/platform/process/prepare-database'
import { urlsOfRoles } from '@strand/platform/testing/database-roles'
import { random, someOf } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { startSpecificationShop } from '../testing/client.ts'
import { createCatalogue, placeOrder } from '../testing/fixtures.ts'
import { temporaryFolder } from '../testing/shop-process.ts'

const secrets = {
  TOKEN_SECRET: Buffer.alloc(32, 1).toString('base64'),
  PERSONAL_DATA_KEY: Buffer.alloc(32, 2).toString('base64'),
  BANK_LINE_KEY: Buffer.alloc(32, 3).toString('base64'),
  LOG_SIGNING_KEY: Buffer.alloc(32, 4).toString('base64'),
  LOG_WRITER_KEY: Buffer.alloc(32, 5).toString('base64'),
}

type Shop = Awaited<ReturnType<typeof startSpecificationShop>>

const startStockedShop = async (changes: Parameters<typeof startSpecificationShop>[0] = {}) => {
  const shop = await startSpecificationShop(changes)
  onTestFinished(shop.close)
  const owner = await shop.signIn()
  return { shop, owner, goods: await createCatalogue(shop, owner) }
}

const backUp = async (shop: Shop, to: string) =>
  takeBackup({
    store: await openBackupStore(to),
    secrets,
    addUp,
    pool: shop.pool,
    eventStore: shop.eventStore,
    files: shop.files,
    filesInUse: () => filesInUse(shop),
  })

const filesOf = async ({ files }: Pick<Shop, 'files'>) => {
  const keys: string[] = []
  for await (const { key } of files.list()) keys.push(key)
  return keys.sort()
}

const openScratch = async () => {
  const { url, drop } = await testDatabase({ keep: true })
  return { url, drop }
}
const drill = (from: string, inScratch = openScratch) =>
  drillShop({ from, openScratch: inScratch, prepare: prepareTables, log: silentLog })

/** An empty place to restore into; by default, everything is in one Postgres. */
const emptyPlace = async (eventStoreUrl?: string): Promise<ShopUrls> => {
  const { url } = await testDatabase()
  const filesUrl = pathToFileURL(path.join(await temporaryFolder(), 'files')).href
  return { databaseUrl: url, eventStoreUrl: eventStoreUrl ?? url, filesUrl }
}

const restore = async (
  from: string,
  into: ShopUrls,
  newer?: string,
  otherSecrets: Partial<typeof secrets> = {},
) =>
  restoreShop({
    ...(await openWholeBackup(from)),
    into,
    secrets: { ...secrets, ...otherSecrets },
    newer,
    prepare: prepareTables,
    log: silentLog,
  })

const plain = ({ stream, revision, id, type, data, metadata }: RecordedEvent) => ({
  stream,
  revision,
  id,
  type,
  data,
  metadata,
})

const eventsIn = async (eventStoreUrl: string) => {
  const log = await openEventStore(eventStoreUrl, { log: silentLog, requireDurable: false })
  const all: ReturnType<typeof plain>[] = []
  await readBetween(log, -1n, await log.headPosition(), async (events) => {
    all.push(...events.map(plain))
  })
  await log.close()
  return all
}

const startRestored = async ({ databaseUrl, eventStoreUrl, filesUrl }: ShopUrls) => {
  await prepareTables(databaseUrl, {
    eventLog: eventStoreUrl === databaseUrl,
    queue: true,
    log: silentLog,
    packages: [
      {
        packageName: 'command-api',
        folder: new URL('../../command-api/migrations/', import.meta.url),
      },
    ],
  })
  const databaseUrls = urlsOfRoles(databaseUrl)
  const shop = await startSpecificationShop({
    databaseUrls,
    filesUrl,
    queueUrl: databaseUrls.workers,
    eventStoreUrl: eventStoreUrl === databaseUrl ? databaseUrls.command : eventStoreUrl,
  })
  const pool = openPool(databaseUrl, { log: silentLog, name: 'test' })
  onTestFinished(async () => {
    await shop.close()
    await pool.end()
  })
  return { ...shop, pool }
}

/** The rows without their links, which get a new signature in each answer. */
const inbox = async (shop: Shop, as: string) =>
  (await shop.list('/api/admin/orders', as, { results: 100 })).data.map(
    ({ filepath: _link, position: _position, ...row }) => row,
  )

const drills = repetitions({ usual: 2, long: 50 })
const kills = repetitions({ usual: 2, long: 40 })

test(`${drills} drills while orders come in: each backup is an exact and complete prefix of the log, and nothing is sent`, async () => {
  const { shop, goods } = await startStockedShop()
  const to = path.join(await temporaryFolder(), 'backup')
  let working = true
  const placing = (async () => {
    while (working) {
      const next = new Promise((resolve) => setTimeout(resolve, 250))
      await placeOrder(shop, goods)
      await next
    }
  })()
  const sizes: number[] = []
  for (let n = 0; n < drills; n++) {
    const manifest = await backUp(shop, to)
    expect(await drill(to)).toMatchObject({ whole: true })
    sizes.push(manifest.log.events)
    const kept = await openWholeBackup(to)
    const backedUp: unknown[] = []
    for await (const event of readSegments(kept.store, kept.manifest))
      backedUp.push(plain(event as RecordedEvent))
    const log = await eventsIn(shop.urls.databaseUrl)
    expect(backedUp).toEqual(log.slice(0, manifest.log.events))
    expect(log.length).toBeGreaterThan(manifest.log.events)
  }
  working = false
  await placing
  expect(new Set(sizes).size).toBe(drills)
})

test('after a restore, orders and accounts are as before, no mail goes out, and unsent mails are listed', async () => {
  // Emails wait longer than the test takes, so that the backup contains waiting emails.
  const { shop, owner, goods } = await startStockedShop({ undoSeconds: 3_600 })
  const to = path.join(await temporaryFolder(), 'backup')
  const orders = [await placeOrder(shop, goods), await placeOrder(shop, goods)]
  await shop.put(`/api/admin/approve-order/${orders[0]}`, {}, { as: owner })
  await shop.until(async () => (await shop.mails()).length, 2)
  await backUp(shop, to)
  const first = await openWholeBackup(to)
  await placeOrder(shop, goods)
  await shop.until(async () => (await shop.mails()).length, 3)
  const before = await inbox(shop, owner)
  const second = await backUp(shop, to)
  // The log has grown, and its earlier part is unchanged.
  expect(second.log.segments).toEqual([...first.manifest.log.segments, expect.any(String)])

  const into = await emptyPlace()
  await restore(to, into)
  await expect(restore(to, into)).rejects.toThrow('The database to restore into is not empty')
  const backedUp = (await eventsIn(shop.urls.databaseUrl)).slice(0, second.log.events)
  expect(await eventsIn(into.databaseUrl)).toEqual(backedUp)
  const restored = await startRestored(into)
  await restored.until(async () => (await restored.raw('/readyz')).status, 200)
  // Sessions are not restored; passwords are.
  const ended = await restored.get('/api/admin/orders', { as: owner })
  expect(ended.status).toBe(401)
  const session = await restored.signIn()
  expect(await inbox(restored, session)).toEqual(before)
  const confirmed = await restored.list('/api/admin/confirmed-orders', session)
  expect(confirmed.data.map(({ orderid }) => orderid)).toEqual([orders[0]])
  const { rows } = await restored.pool.query(`select kind, state from public.outbox order by kind`)
  expect(rows).toEqual([
    { kind: 'order-confirmed', state: 'failed' },
    ...Array(3).fill({ kind: 'order-received', state: 'done' }),
  ])
  // Once a new order's email has arrived, any earlier email would have arrived, too.
  await placeOrder(restored, goods, { email: 'next@customer.example' })
  await restored.mailTo('next@customer.example', '')
  expect(await restored.mails()).toHaveLength(1)
})

test('erased data stays erased: the next backup has neither key nor file, and restoring an older one does not bring them back', async () => {
  const { shop, owner, goods } = await startStockedShop()
  const folder = await temporaryFolder()
  const [to, older] = [path.join(folder, 'backup'), path.join(folder, 'older')]
  const [erased, other] = [await placeOrder(shop, goods), await placeOrder(shop, goods)]
  const before = await backUp(shop, to)
  await cp(to, older, { recursive: true })
  const url = `/api/admin/orders/${erased}/personal-data`
  expect((await shop.call('DELETE', url, { as: owner })).status).toBe(200)
  const after = await backUp(shop, to)
  expect(after.files.count).toBe(before.files.count - 1)
  expect(await readdir(path.join(to, 'files'))).toHaveLength(after.files.count)
  expect(await readdir(path.join(to, 'keys'))).toEqual(
    Object.keys(after.parts).flatMap((name) => (name.startsWith('keys/') ? [name.slice(5)] : [])),
  )

  const into = await emptyPlace()
  await restore(older, into, to)
  const restored = await startRestored(into)
  const session = await restored.signIn()
  const rows = await inbox(restored, session)
  const nameOf = (id: string) => rows.find(({ orderid }) => orderid === id)?.fullname
  expect([nameOf(erased), nameOf(other)]).toEqual(['erased', 'Ada Obi'])
  expect(await filesOf(restored)).toHaveLength(after.files.count)
})

test('if the shop lost files or names another place, the backup keeps, counts and restores those that it refers to', async () => {
  const { shop, owner, goods } = await startStockedShop()
  const to = path.join(await temporaryFolder(), 'backup')
  const orders = await Promise.all(Array.from({ length: 6 }, () => placeOrder(shop, goods)))
  const [erased = '', unreadable = ''] = orders
  const before = await backUp(shop, to)
  const nonsense = { id: randomUUID(), type: 'OrderApproved', data: { no: 'sense' }, metadata: {} }
  await shop.eventStore.append(orderStream(unreadable), [nonsense], 'any')
  const all = await filesOf(shop)
  await shop.call('DELETE', `/api/admin/orders/${erased}/personal-data`, { as: owner })
  const left = await filesOf(shop)
  const lost = someOf(left, 1 + Math.floor(random() * left.length))
  for (const key of lost) await shop.files.delete(key)
  const missing = { kept: lost.length, lost: 0 }
  const run = await backUp(shop, to)
  expect(run.files).toMatchObject({ count: all.length - 1, missing })
  expect((await backUp(shop, to)).files).toEqual({ ...run.files, lists: expect.any(Array) })
  expect(before.files.missing).toEqual({ kept: 0, lost: 0 })

  // If the shop has lost its files, an existing backup keeps its files, and a new backup names the
  // missing ones.
  const filesUrl = pathToFileURL(path.join(await temporaryFolder(), 'files')).href
  const elsewhere = { ...shop, files: await openFiles(filesUrl, { log: silentLog }) }
  const kept = await backUp(elsewhere, to)
  expect(kept.files).toMatchObject({ count: left.length, missing: { kept: left.length, lost: 0 } })
  const other = await backUp(elsewhere, path.join(await temporaryFolder(), 'other'))
  expect(other.files).toMatchObject({ count: 0, missing: { kept: 0, lost: left.length } })

  const into = await emptyPlace()
  await restore(to, into)
  expect(await filesOf(await startRestored(into))).toEqual(left)
})

test('a database that is older than its backup does not remove anything from it', async () => {
  const { shop, goods } = await startStockedShop()
  const folder = await temporaryFolder()
  const [to, older] = [path.join(folder, 'backup'), path.join(folder, 'older')]
  await placeOrder(shop, goods)
  await backUp(shop, to)
  await cp(to, older, { recursive: true })
  await placeOrder(shop, goods)
  const newest = await backUp(shop, to)

  const into = await emptyPlace()
  await restore(older, into)
  const restored = await startRestored(into)
  await expect(backUp(restored, to)).rejects.toThrow(
    `The database is older than the backup of ${newest.at}`,
  )
  expect((await openWholeBackup(to)).manifest).toEqual(newest)
  // A restored shop can continue the backup that it was restored from.
  expect((await backUp(restored, older)).run).toBe(2)
  // A database of an older release has no record of its backups.
  await restored.pool.query('drop table public.backup_run')
  await expect(backUp(restored, older)).rejects.toThrow('The database is older than the backup')
  expect((await backUp(restored, path.join(folder, 'new'))).isNoted).toBeUndefined()
  expect((await backUp(restored, path.join(folder, 'new'))).run).toBe(2)
})

test('a flipped byte is found and its file named, whichever file it is in', async () => {
  const { shop, goods } = await startStockedShop()
  const to = path.join(await temporaryFolder(), 'backup')
  await placeOrder(shop, goods)
  await backUp(shop, to)
  const names: string[] = []
  for await (const name of (await openBackupStore(to)).list()) names.push(name)
  for (const name of names) {
    const file = path.join(to, name)
    expect([name, (await stat(file)).mode & 0o777]).toEqual([name, 0o600])
    const content = await readFile(file)
    const flipped = Buffer.from(content)
    const at = Math.floor(random() * content.length)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    await writeFile(file, flipped)
    await expect(openWholeBackup(to), `byte ${at} of ${name}`).rejects.toThrow(name)
    await writeFile(file, content)
  }
  await openWholeBackup(to)
})

test('a drill that cannot run says why, without judging the backup', async () => {
  const { shop } = await startStockedShop()
  const to = path.join(await temporaryFolder(), 'backup')
  const { secrets: name } = await backUp(shop, to)
  const denied = drill(to, () => Promise.reject(new Error('permission denied')))
  await expect(denied).rejects.toThrow('The drill cannot create a database: permission denied')
  await rm(path.join(to, String(name)))
  await expect(drill(to)).rejects.toThrow(`lacks its file ${name}: if it was moved, name it with`)
  await expect(drill(`${to}-there`)).rejects.toThrow('There is no complete backup')
})

test('a restore with a different key from the shop’s is refused before anything is written', async () => {
  const { shop, goods } = await startStockedShop()
  await placeOrder(shop, goods)
  await shop.until(() => readCheckpoint(shop.pool).catch(() => null))
  const from = path.join(await temporaryFolder(), 'backup')
  await backUp(shop, from)
  const into = await emptyPlace()
  const other = Buffer.alloc(32, 9).toString('base64')
  for (const name of ['PERSONAL_DATA_KEY', 'LOG_SIGNING_KEY'] as const)
    await expect(restore(from, into, undefined, { [name]: other })).rejects.toThrow(
      `${name} is not the key`,
    )
  const pool = openPool(into.databaseUrl, { log: silentLog, name: 'test' })
  const tables = await pool.query(`select from pg_tables where schemaname <> all($1)`, [
    ['pg_catalog', 'information_schema'],
  ])
  await pool.end()
  expect(tables.rowCount).toBe(0)
  await restore(from, into, undefined, {
    PERSONAL_DATA_KEY: `${other},${secrets.PERSONAL_DATA_KEY}`,
  })
})

test('a restore that is killed at any point can be repeated', async () => {
  const { shop, owner, goods } = await startStockedShop()
  const to = path.join(await temporaryFolder(), 'backup')
  for (let n = 0; n < 5; n++) await placeOrder(shop, goods)
  const { log } = await backUp(shop, to)
  const into = await emptyPlace()
  const script = fileURLToPath(new URL('./restore-process.ts', import.meta.url))
  const run = async (killAfter?: number) => {
    const child = spawn(process.execPath, [script, to, JSON.stringify(into)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const began = performance.now()
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfter ?? 100_000)
    const [code] = await once(child, 'exit')
    clearTimeout(timer)
    return { code, took: performance.now() - began }
  }
  for (let n = 0; n < kills; n++) await run(random() * 2_500)
  await run()
  // Compares only the backed-up events, because the running shop may have begun the proof of its
  // log since.
  const backedUp = (await eventsIn(shop.urls.databaseUrl)).slice(0, log.events)
  expect(await eventsIn(into.databaseUrl)).toEqual(backedUp)
  const restored = await startRestored(into)
  expect(await inbox(restored, await restored.signIn())).toEqual(await inbox(shop, owner))
  expect(await restored.mails()).toEqual([])
})

test('a shop moves from Postgres to EventStoreDB and back with unchanged read models', async () => {
  const { shop, owner, goods } = await startStockedShop()
  const to = path.join(await temporaryFolder(), 'backup')
  const order = await placeOrder(shop, goods)
  await placeOrder(shop, goods)
  await shop.put(`/api/admin/approve-order/${order}`, {}, { as: owner })
  const first = await backUp(shop, to)
  const lists = async (of: Shop) => {
    const as = await of.signIn()
    const confirmed = await of.list('/api/admin/confirmed-orders', as)
    const history = await of.get(`/api/orders/${order}/history`)
    return [await inbox(of, as), confirmed.data.length, history.body]
  }
  const before = await lists(shop)

  const there = await emptyPlace((await startFakeEventStore()).urlFor())
  await restore(to, there)
  const moved = await startRestored(there)
  expect(await lists(moved)).toEqual(before)
  await placeOrder(moved, goods)
  const after = await lists(moved)
  const second = await backUp(moved, to)
  expect([second.backup, second.run]).toEqual([first.backup, 2])
  expect(await drill(to)).toMatchObject({ whole: true })

  const back = await emptyPlace()
  await restore(to, back)
  const backedUp = (await eventsIn(there.eventStoreUrl)).slice(0, second.log.events)
  expect(await eventsIn(back.eventStoreUrl)).toEqual(backedUp)
  expect(await lists(await startRestored(back))).toEqual(after)
})
