import { eventuallySeldom } from '@strand/platform/testing/eventually'
import { pdfOf, receiptPicture, receiptSays } from '@strand/workers/testing/receipt'
import { expect, test } from 'vitest'
import type { Row } from '../testing/client.ts'
import { pdf, placeOrder, proofUpload } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'

const { shop, goods, owner } = await openOrderSuite({ readProofs: true })

const readingOf = async (orderId: string) => {
  const answer = await shop.get(`/api/admin/orders/${orderId}/proof-reading`, { as: owner })
  return answer.body.result as { files: Row[]; flags: Row[] }
}
const whenRead = async (orderId: string) => {
  // Polls rarely, because the reader pauses during requests.
  await eventuallySeldom(
    () => readingOf(orderId),
    ({ files }) => files.every(({ state }) => state !== 'waiting'),
  )
  return readingOf(orderId)
}

test('what a picture and a PDF say is shown with the order, with any differences, until an erasure', async () => {
  const slip = pdfOf(['Amount: NGN 146,500.00', 'Beneficiary account: 4266141315'])
  const files = [
    proofUpload(await receiptPicture(), 'mine.jpg', 'image/jpeg'),
    { ...proofUpload(slip, 'slip.pdf', 'application/pdf'), fileUid: 'rc-upload-2' },
    { ...proofUpload(pdf, 'scan.pdf', 'application/pdf'), fileUid: 'rc-upload-3' },
  ]
  const first = await placeOrder(shop, goods, { files })
  const { files: read, flags } = await whenRead(first)
  expect(read).toMatchObject([
    // The stored picture leaves the account uncertain, so that field stays empty.
    { name: 'mine.jpg', state: 'read', readerVersion: 2, ...receiptSays, recipientAccount: null },
    { name: 'slip.pdf', state: 'read', amountKobo: 14_650_000, recipientAccount: '4266141315' },
    { name: 'scan.pdf', state: 'unreadable', amountKobo: null, readerVersion: 2 },
  ])
  expect(flags).toEqual([
    { flag: 'recipient', text: 'Paid into 4266141315, which is not an account of the shop' },
  ])

  const transfer = pdfOf(['Amount: NGN 40,000.00', `Reference: ${receiptSays.reference}`])
  const second = await placeOrder(shop, goods, {
    files: [proofUpload(transfer, 'transfer.pdf', 'application/pdf')],
  })
  const { flags: flagged } = await whenRead(second)
  expect(flagged).toContainEqual({
    flag: 'amount',
    text: 'The proof says ₦40,000, but the order’s total is ₦146,500',
  })
  expect(flagged).toContainEqual({
    flag: 'reference',
    text: `Its reference is on order ${first} too`,
  })
  // Flags do not prevent an approval.
  const approved = await shop.put(`/api/admin/approve-order/${second}`, undefined, { as: owner })
  expect(approved.status).toBe(200)

  await shop.remove(`/api/admin/orders/${first}/personal-data`, undefined, { as: owner })
  expect(await readingOf(first)).toEqual({ files: [], flags: [] })
  const { flags: left } = await readingOf(second)
  expect(left.map(({ flag }) => flag)).not.toContain('reference')
})

test('an unknown order is a 404', async () => {
  const answer = await shop.get('/api/admin/orders/AAAA-AAAA-AAAA/proof-reading', { as: owner })
  expect(answer.status).toBe(404)
})
