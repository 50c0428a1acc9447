import { csvDialects } from '@strand/command-api/money/testing/write-tables'
import { lagosDay } from '@strand/contracts/lagos-time'
import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import { eventually } from '@strand/platform/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewStatement } from '../testing/bank-statement.ts'
import {
  type CatalogueIds,
  createCatalogue,
  placeOrder,
  proofUpload,
  receiptImage,
} from '../testing/fixtures.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'

let staffed: StaffedShop
let goods: CatalogueIds
beforeAll(async () => {
  staffed = await startStaffedShop({ autoApprove: 'code', undoSeconds: 0 })
  goods = await createCatalogue(staffed.shop, staffed.owner)
})
afterAll(() => staffed.shop.close())

/** The form's order costs ₦146,500. */
const amountKobo = 14_650_000
const today = lagosDay(new Date().toISOString())

let balanceKobo = 0

/**
 * Imports credits of that amount, with a statement that continues the last one. Returns the lines'
 * ids in the order of the narrations.
 */
const receive = async (...narrations: string[]) => {
  const { shop, owner: as } = staffed
  const lines = narrations.map((narration, at) => ({
    bookedOn: today,
    valueOn: today,
    amountKobo,
    narration,
    reference: `${narration} ${at}`,
  }))
  const account = { accountNumber: '0123456789', currency: 'NGN' }
  const statement = { ...account, openingKobo: balanceKobo, lines }
  balanceKobo += lines.length * amountKobo
  const preview = await previewStatement(shop, as, csvDialects.tabs(statement))
  const { previewId, lines: brought } = preview.body.result as StatementPreview
  await eventually(
    async () => (await shop.post('/api/admin/bank-statements', { previewId }, { as })).status,
    201,
  )
  return narrations.map((narration) => brought.find((line) => line.narration === narration)?.lineId)
}

const confirmed = async (id: string) =>
  (await staffed.shop.list('/api/admin/confirmed-orders', staffed.owner, { orderid: id })).data
    .length

test('S15.1 and S15.3 an approval uses bank money, a reason, or nothing, and an undo frees the money', async () => {
  const { shop, owner: as } = staffed
  const approve = (id: string, body?: object) =>
    shop.put(`/api/admin/approve-order/${id}`, body, { as })
  const orders = [await placeOrder(shop, goods), await placeOrder(shop, goods)]
  const [first = '', second = ''] = orders
  const [lineId] = await receive('NIP/GTB/NGOZI EZE/HAIR')
  const evidence = { lines: [{ lineId, amountKobo }] }
  const approved = await approve(first, { evidence })
  expect(approved.status).toBe(200)
  expect((await approve(second, { evidence })).status).toBe(409)
  expect((await approve(second, { evidence: { without: 'Paid in cash' } })).status).toBe(200)
  expect((await approve(await placeOrder(shop, goods))).status).toBe(200)
  const { position } = approved.body
  expect((await shop.post(`/api/admin/orders/${first}/undo`, { position }, { as })).status).toBe(
    200,
  )
  expect((await approve(first, { evidence: null })).status).toBe(200)
})

test('S15.5 an order is approved automatically by a line of its total that has its id', async () => {
  const { shop } = staffed
  // A proof of its own: if another order had the same proof, the order would need a person.
  const files = [proofUpload(await receiptImage('png', 33))]
  const [paid, other] = [await placeOrder(shop, goods, { files }), await placeOrder(shop, goods)]
  await receive(`NIP/UBA/BELLO MUSA/${paid}`)
  await eventually(() => confirmed(paid), 1)
  expect(await confirmed(other)).toBe(0)
  const mails = async () =>
    (await shop.mails()).filter(
      ({ subject = '', text = '' }) => /confirmed/i.test(subject) && text.includes(paid),
    ).length
  await shop.until(mails, 1)
})
