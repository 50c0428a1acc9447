import type { ShopOptions } from '@strand/all-in-one/shop-options'
import { requestRebuild, waitForRebuild } from '@strand/event-sourcing/processors/rebuild'
import { urlsOfRoles } from '@strand/platform/testing/database-roles'
import { testDatabase } from '@strand/platform/testing/test-database'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Client, type Row, startSpecificationShop } from '../testing/client.ts'
import { createCatalogue, orderForm, placeOrder } from '../testing/fixtures.ts'
import { prepareShopTables } from '../testing/test-shop.ts'

const start = async (changes: Partial<ShopOptions> = {}) => {
  const shop = await startSpecificationShop(changes)
  onTestFinished(shop.close)
  return shop
}

/** The rows without their links, which get a new signature in each answer. */
const inbox = async (shop: Client, as: string): Promise<Row[]> =>
  (await shop.list('/api/admin/orders', as, { results: 100 })).data.map(
    ({ filepath: _link, ...row }) => row,
  )

const idsOf = (rows: Row[]) => rows.map(({ orderid }) => orderid).sort()

/** Copies a running shop's database in a consistent state, as a dump does. */
const backUp = async (url: string): Promise<string> => {
  const source = new URL(url).pathname.slice(1)
  const copy = await testDatabase()
  const target = new URL(copy.url).pathname.slice(1)
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  await client.query(`drop database ${target}`)
  await client.query(`alter database ${source} allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    source,
  ])
  await client.query(`create database ${target} template ${source} strategy file_copy`)
  await client.query(`alter database ${source} allow_connections true`)
  await client.end()
  return copy.url
}
/** Prepares a copy for a shop as `npm run migrate` does, which sets all owners and rights. */
const ofCopy = async (url: string) => {
  await prepareShopTables(url)
  const databaseUrls = urlsOfRoles(url)
  return { databaseUrls, queueUrl: databaseUrls.workers }
}

test('after restoring the log and then Postgres, every order of the log can be read, and no mail is sent twice', async () => {
  const log = await testDatabase()
  const shop = await start({ eventStoreUrl: log.url })
  const owner = await shop.signIn()
  const goods = await createCatalogue(shop, owner)
  const early = [await placeOrder(shop, goods), await placeOrder(shop, goods)]
  const logCopy = await backUp(log.url)
  // The shop keeps running between the two copies, so this order is only in the copy of Postgres.
  const { databaseUrl, filesUrl } = shop.urls
  const late = 'late@customer.example'
  await shop.until(() => placeOrder(shop, goods, { email: late }))
  await shop.mailTo(late, '')
  const open = `select from public.outbox where state <> 'done'`
  await shop.until(async () => (await shop.pool.query(open)).rowCount, 0)
  const databaseCopy = await backUp(databaseUrl)

  const restored = await start({
    eventStoreUrl: logCopy,
    ...(await ofCopy(databaseCopy)),
    filesUrl,
  })
  // Postgres has checkpoints of a longer log. The shop reports that, and does not skip events in
  // silence.
  await restored.until(async () => (await restored.raw('/readyz')).status, 503)
  const ahead = (await restored.progress.report()).filter(({ problem }) => problem)
  expect(ahead.map(({ name }) => name)).toEqual(expect.arrayContaining(['order', 'mail']))
  // Events written to the shorter log would be lost if the right log came back.
  const refused = await restored.post('/api/create-order', await orderForm(goods))
  expect(refused.status).toBe(503)
  expect(refused.body.message).toBe(
    'The shop is being repaired: please try again in 30 seconds, or write to the shop: +2348012345678 on WhatsApp, or help@strand.example',
  )
  expect(refused.headers['retry-after']).toBe('30')
  const names = await requestRebuild(restored.pools.projections, [])
  expect(await waitForRebuild(restored.pools.projections, names)).toBe(true)
  const session = await restored.signIn()
  const rows = await inbox(restored, session)
  expect(idsOf(rows)).toEqual(early.toSorted())
  expect(JSON.stringify(rows)).not.toContain('erased')
  await restored.until(async () => (await restored.raw('/readyz')).status, 200)
  const next = 'next@customer.example'
  const placed = await placeOrder(restored, goods, { email: next })
  await restored.mailTo(next, '')
  expect((await restored.mails()).flatMap(({ to }) => to?.map(({ address }) => address))).toEqual([
    next,
  ])
  expect(idsOf(await inbox(restored, session))).toEqual([...early, placed].sort())
})

test('while a running shop is rebuilt, no read is refused, and every list is as it was', async () => {
  const shop = await start()
  const owner = await shop.signIn()
  const goods = await createCatalogue(shop, owner)
  for (let n = 0; n < 5; n++) await placeOrder(shop, goods)
  const before = await inbox(shop, owner)
  let working = true
  const statuses = new Set<number>()
  const reading = (async () => {
    while (working)
      for (const url of ['/api/admin/orders', '/api/orders/status', '/api/products'])
        statuses.add((await shop.get(url, { as: owner, fresh: false })).status)
  })()
  const names = await requestRebuild(shop.pool, [])
  expect(names.toSorted()).toEqual([
    'activity',
    'bank',
    'location',
    'order',
    'product',
    'reports',
    'sales',
    'staff',
  ])
  expect(await waitForRebuild(shop.pool, names)).toBe(true)
  working = false
  await reading
  expect([...statuses]).toEqual([200])
  expect(await inbox(shop, owner)).toEqual(before)
  const placed = await placeOrder(shop, goods)
  expect(idsOf(await inbox(shop, owner))).toContain(placed)
})

test('after someone drops schemas, lists and orders ask for patience until they are as before', async () => {
  const shop = await start()
  const owner = await shop.signIn()
  const goods = await createCatalogue(shop, owner)
  await placeOrder(shop, goods)
  const before = await inbox(shop, owner)
  const { rows } = await shop.pool.query<{ name: string }>(
    `select name || '_v' || version as name from public.projection`,
  )
  for (const { name } of rows) await shop.pool.query(`drop schema ${name} cascade`)
  const refused = [
    await shop.get('/api/admin/orders', { as: owner, fresh: false }),
    await shop.get('/api/products', { fresh: false }),
    await shop.post('/api/create-order', await orderForm(goods)),
  ]
  // The client itself refuses a 503 without Retry-After.
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503])
  expect((await shop.raw('/readyz')).status).toBe(503)
  await shop.until(async () => (await shop.raw('/readyz')).status, 200)
  expect(await inbox(shop, owner)).toEqual(before)
  const placed = await placeOrder(shop, goods)
  expect(idsOf(await inbox(shop, owner))).toContain(placed)
})
