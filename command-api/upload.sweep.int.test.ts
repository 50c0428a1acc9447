import { expect, test } from 'vitest'
import { formOf, openShop, projectOrders, type Shop, submit, uploaded } from './app.testing.ts'
import { sweepUploads } from './upload.sweep.ts'

const hours = (count: number) => count * 3_600_000
const sweep = (shop: Shop) =>
  sweepUploads({
    eventStore: shop.eventStore,
    pool: shop.pool,
    files: shop.files,
    now: () => shop.clock.now,
    patience: 150,
  })
const wait = (shop: Shop, count: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + hours(count))
}
const rows = async ({ pool }: Shop) => (await pool.query('select file_uid from upload')).rowCount

test('an upload that no order names within 24 hours is deleted, younger ones and claimed ones stay', async () => {
  const shop = await openShop()
  await uploaded(shop)
  const claimed = await formOf(shop)
  const { body } = await submit(shop, claimed)
  wait(shop, 2)
  const young = await uploaded(shop)
  await projectOrders(shop, [body.orderId])
  wait(shop, 21.9)
  expect(await sweep(shop)).toBe(0)
  wait(shop, 0.2)
  expect(await sweep(shop)).toBe(1)
  expect([...shop.files.kept.keys()].sort()).toEqual(
    [claimed.files[0]?.fileUid, young.fileUid].sort(),
  )
  // The claimed one's file is the order's from now on, and the sweeper's no longer.
  expect(await rows(shop)).toBe(1)
  expect(await sweep(shop)).toBe(0)
})

test('nothing is deleted while the read model lags behind the log', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const { body } = await submit(shop, form)
  wait(shop, 25)
  expect(await sweep(shop)).toBeNull()
  await projectOrders(shop, [], 0n)
  await submit(shop, await formOf(shop))
  expect(await sweep(shop)).toBeNull()
  expect(shop.files.kept.has(form.files[0]?.fileUid ?? '')).toBe(true)
  await projectOrders(shop, [body.orderId])
  expect(await sweep(shop)).toBe(0)
})

test('what a crash left of an upload goes with the others', async () => {
  const shop = await openShop()
  await shop.pool.query(
    `insert into upload (file_uid, key, created_at) values (gen_random_uuid(), 'torn', $1)`,
    [shop.clock.now.toISOString()],
  )
  shop.files.kept.set('torn', Buffer.from('half'))
  await projectOrders(shop, [])
  wait(shop, 25)
  expect(await sweep(shop)).toBe(1)
  expect(shop.files.kept.size).toBe(0)
})
