import { Rejected } from '@strand/event-sourcing/errors'
import { expect, test } from 'vitest'
import { formOf, openShop, type Shop, submit, uploaded } from '../testing/test-shop.ts'
import { sweepUploads } from './sweep.ts'

const hours = (count: number) => count * 3_600_000
const sweep = (shop: Shop, unclaimedBytes = Number.POSITIVE_INFINITY) =>
  sweepUploads({
    eventStore: shop.eventStore,
    pool: shop.pool,
    files: shop.files,
    now: () => shop.clock.now,
    unclaimedBytes,
  })
const wait = (shop: Shop, count: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + hours(count))
}
const rows = async ({ pool }: Shop) => (await pool.query('select file_uid from upload')).rowCount

test('uploads that no order names within 24 hours are deleted; newer and claimed ones stay', async () => {
  const shop = await openShop()
  await uploaded(shop)
  const claimed = await formOf(shop)
  await submit(shop, claimed)
  wait(shop, 2)
  const young = await uploaded(shop)
  await shop.project()
  wait(shop, 21.9)
  expect(await sweep(shop)).toBe(0)
  wait(shop, 0.2)
  expect(await sweep(shop)).toBe(1)
  expect([...shop.files.kept.keys()].sort()).toEqual(
    [claimed.files[0]?.fileUid, young.fileUid].sort(),
  )
  // The claimed file belongs to the order, so the sweeper no longer tracks it.
  expect(await rows(shop)).toBe(1)
  expect(await sweep(shop)).toBe(0)
})

const fileOf = (form: { files: { fileUid: string }[] }) => form.files[0]?.fileUid ?? ''

test('an order that the read model does not show keeps its file: the log knows it', async () => {
  const shop = await openShop()
  const forms = [await formOf(shop), await formOf(shop), await formOf(shop), await formOf(shop)]
  const [keyed, unkeyed, reserved, keyedReserved] = forms.map(fileOf)
  await submit(shop, forms[0] ?? {}, 'a key')
  await submit(shop, forms[1] ?? {})
  await shop.call('POST', '/api/generate-paymentconfirmation-orderid?num=2', undefined, {
    role: 'superadministrator',
  })
  await submit(shop, forms[2] ?? {})
  await submit(shop, forms[3] ?? {}, 'another key')
  wait(shop, 25)
  expect(await sweep(shop)).toBe(0)
  expect([...shop.files.kept.keys()].sort()).toEqual(
    [keyed, unkeyed, reserved, keyedReserved].sort(),
  )
  expect(await rows(shop)).toBe(0)
})

test('a claim whose order was never created expires after 24 hours', async () => {
  const faults = { before: true }
  const shop = await openShop((store) => ({
    ...store,
    append: async (...batch) => {
      if (faults.before) throw new Rejected('unavailable', 'down')
      return store.append(...batch)
    },
  }))
  const form = await formOf(shop)
  expect((await submit(shop, form, 'a key')).status).toBe(503)
  wait(shop, 25)
  expect(await sweep(shop)).toBe(1)
  expect(shop.files.kept.size).toBe(0)
})

test('if unclaimed uploads take half of their space, those older than an hour are deleted', async () => {
  const shop = await openShop()
  const old = await uploaded(shop)
  wait(shop, 1.1)
  const young = await uploaded(shop)
  expect(await sweep(shop, 40)).toBe(0)
  expect(await sweep(shop, 30)).toBe(1)
  expect([...shop.files.kept.keys()]).toEqual([young.fileUid])
  const late = await submit(shop, { ...(await formOf(shop)), files: [old] })
  expect([late.status, late.body.details[0].path]).toEqual([400, 'files.0'])
})

test('what a crash left of an upload is deleted with the others', async () => {
  const shop = await openShop()
  await shop.pool.query(
    `insert into upload (file_uid, key, created_at) values (gen_random_uuid(), 'torn', $1)`,
    [shop.clock.now.toISOString()],
  )
  shop.files.kept.set('torn', Buffer.from('half'))
  wait(shop, 25)
  expect(await sweep(shop)).toBe(1)
  expect(shop.files.kept.size).toBe(0)
})
