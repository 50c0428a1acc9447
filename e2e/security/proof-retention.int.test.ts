import { deleteOldProofs } from '@strand/command-api/order/erasure/proof-retention'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SpecificationShop, startSpecificationShop } from '../testing/client.ts'
import { type CatalogueIds, createCatalogue, placeOrder } from '../testing/fixtures.ts'

const day = 24 * 3_600_000

let shop: SpecificationShop
let goods: CatalogueIds
const present = Date.now()
const clock = { now: new Date(present - 200 * day) }
const now = () => clock.now
const space = { free: 50e9, total: 100e9 }
beforeAll(async () => {
  shop = await startSpecificationShop({ now, diskReserve: { share: 0.2, bytes: 0 } })
  shop.files.space = async () => space
  goods = await createCatalogue(shop, await shop.signIn())
})
afterAll(() => shop.close())

const filesKept = async () => {
  let files = 0
  for await (const _ of shop.files.list()) files += 1
  return files
}

test('only proofs of orders that were archived while pending are deleted after 180 days', async () => {
  const signedIn = await shop.signIn()
  const place = () => placeOrder(shop, goods)
  const pending = await place()
  const spam = await place()
  const restored = await place()
  const back = await place()
  const bought = await place()
  const put = (url: string, body?: object) => shop.put(url, body, { as: signedIn })
  const archive = (id: string) =>
    shop.remove(`/api/admin/delete-order/${id}`, undefined, { as: signedIn })
  await archive(spam)
  await archive(restored)
  await archive(back)
  await put(`/api/admin/approve-order/${bought}`)
  await put(`/api/order/${bought}/status`, { orderId: bought, orderStatus: 6, orderMessage: '' })
  clock.now = new Date(present - 100 * day)
  const later = { as: await shop.signIn() }
  await shop.put(`/api/admin/restore-order/${restored}`, undefined, later)
  // The order is archived again, so its 180 days start again.
  await shop.put(`/api/admin/restore-order/${back}`, undefined, later)
  await shop.remove(`/api/admin/delete-order/${back}`, undefined, later)
  clock.now = new Date(present)
  const staff = await shop.signIn()
  await shop.list('/api/admin/archived-orders', staff)

  expect(await filesKept()).toBe(5)
  const options = { ...shop, now, proofRetentionDays: 180 }
  expect(await deleteOldProofs({ ...options, proofRetentionDays: 0 })).toBe(0)
  expect(await deleteOldProofs({ ...options, signal: AbortSignal.abort() })).toBe(0)
  expect(await deleteOldProofs(options)).toBe(1)
  // The next round must be a new command; at the same moment, it would count as a repetition of
  // this command.
  clock.now = new Date(present + 1_000)
  expect(await deleteOldProofs(options)).toBe(0)
  expect(await filesKept()).toBe(4)

  const history = await shop.get(`/api/admin/orders/${spam}/events`, { as: staff })
  expect(history.body.result).toMatchObject({
    events: [
      {},
      { process: 'Archived the order' },
      {
        process: 'Deleted the proof of payment, 180 days after the order was archived',
        by: { kind: 'system' },
        changes: [{ field: 'proof of payment', from: 'kept', to: 'deleted' }],
        undoable: false,
      },
    ],
  })
  const paths: Record<string, boolean> = {}
  for (const list of ['orders', 'archived-orders'])
    for (const { orderid, filepath } of (await shop.list(`/api/admin/${list}`, staff)).data)
      paths[String(orderid)] = filepath !== ''
  expect(paths).toEqual({
    [pending]: true,
    [spam]: false,
    [restored]: true,
    [back]: true,
    [bought]: true,
  })
  expect(
    (await shop.put(`/api/admin/restore-order/${spam}`, undefined, { as: staff })).status,
  ).toBe(200)
})

test('staff are told only while the disk is down to its reserve', async () => {
  const as = await shop.signIn()
  const notices = async () => (await shop.get('/api/admin/notices', { as })).body.result
  expect(await notices()).toEqual([])
  space.free = 19e9
  expect(await notices()).toMatchObject([{ kind: 'disk' }])
  space.free = 21e9
  expect(await notices()).toEqual([])
})
