import { someOf } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { keyboardOf } from './testing/keyboard.ts'
import { expectSoundScreen, openScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, browser, openStaff } = await openSeededSuite()
const proof = {
  name: 'sharper.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
}

const openAt = (width: number, url: string) =>
  openScreen(browser, { address: shop.address, width, url })
const linkIn = async (orderId: string) => {
  const address = (await shop.call('GET', `/api/admin/orders?search=${orderId}`)).result.data[0]
    .email
  const mail = await shop.mailTo(address, 'A question about your order')
  return new URL(/https?:\/\/\S+#\S+/.exec(mail.text ?? '')?.[0] ?? '')
}

test.each(
  someOf([360, 768, 1440]),
)('S3.20 staff ask from the list, and the customer answers by the mailed link, at %i px', async (width) => {
  const orderId = await shop.placeOrder(`Width${width}`)
  const staff = await openStaff(width, `/dashboard/orders?search=${orderId}`)
  await staff.page.getByRole('button', { name: `Actions for order ${orderId}` }).click()
  await staff.page.getByRole('menuitem', { name: 'Ask the customer' }).click()
  const text = staff.page.getByLabel('Your question')
  expect(await text.inputValue()).toContain('We cannot find your payment of ₦75,000')
  await staff.page.getByLabel('What is it about?').selectOption({ label: 'Proof not readable' })
  expect(await text.inputValue()).toContain('We cannot read your proof')
  await text.fill('Please send a sharper photo, Ada.')
  await staff.page.getByLabel('What is it about?').selectOption({ label: 'Amount differs' })
  expect(await text.inputValue()).toBe('Please send a sharper photo, Ada.')
  await expectSoundScreen(staff, 'the dialog that asks')
  await staff.page.getByRole('button', { name: 'Ask', exact: true }).click()
  await staff.page.getByRole('dialog').waitFor({ state: 'detached' })
  await staff.page.locator('.question-tag', { hasText: 'Waiting for the customer' }).waitFor()
  if (width === 360) await staff.page.getByRole('button', { name: 'Filters' }).click()
  await staff.page.getByLabel('Question').selectOption({ label: 'Waiting for the customer' })
  await staff.page.locator('.question-tag', { hasText: 'Waiting for the customer' }).waitFor()
  await expectSoundScreen(staff, 'the list of those that wait')

  const { pathname, hash } = await linkIn(orderId)
  const customer = await openAt(width, pathname + hash)
  const { page } = customer
  await page.getByText('Please send a sharper photo, Ada.').waitFor()
  await page.getByLabel('Your answer').fill('Here it is')
  await page.getByLabel('Another proof of payment').setInputFiles(proof)
  await page.getByRole('button', { name: 'Remove sharper.pdf' }).waitFor()
  await expectSoundScreen(customer, 'a question that is answered')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('We have your answer and are looking at it').waitFor()
  await expectSoundScreen(customer, 'an answered question')

  await staff.page.getByLabel('Question').selectOption({ label: 'Customer answered' })
  await staff.page.locator('.question-tag', { hasText: 'Customer answered' }).waitFor()
  await staff.page.getByRole('button', { name: `Details of order ${orderId}` }).click()
  await staff.page.getByText('Here it is · 1 proof added').waitFor()
  await expectSoundScreen(staff, 'the row of an answered question')
  await staff.close()
})

test('S3.21 without the link, four digits show the question, using only the keyboard', async () => {
  const orderId = await shop.placeOrder('Digits')
  const body = { kind: 'notfound', text: 'Which bank was it?' }
  await shop.call('POST', `/api/admin/orders/${orderId}/question`, body)
  const screen = await openAt(360, `/track-order?id=${orderId}`)
  const { page } = screen
  await page.getByText('We have a question about your order').waitFor()
  expect(await page.getByText('Which bank was it?').count()).toBe(0)
  await expectSoundScreen(screen, 'a question that is not opened yet')
  const { type, press } = keyboardOf(page)
  screen.provokes(`/api/orders/${orderId}/question`)
  await page.getByLabel('Order id').focus()
  await type(/last four digits/, '0000')
  await press('Enter')
  await page.getByText('These are not the last four digits').first().waitFor()
  await page.getByLabel(/last four digits/).fill('4567')
  await press('Enter')
  await page.getByText('Which bank was it?').waitFor()
  await type(/Your answer/, 'Kuda, on Friday')
  await page.getByRole('button', { name: 'Send answer' }).press('Enter')
  await page.getByText('We have your answer and are looking at it').waitFor()
})

test('S3.20 in the review queue q asks, and the queue moves on', async () => {
  const orderId = await shop.placeOrder('Queue')
  await shop.placeOrder('Queueother')
  const screen = await openStaff(1440, '/dashboard/orders?view=review&search=Queue')
  const { page } = screen
  await page.getByRole('region', { name: `Order ${orderId}` }).waitFor()
  await page.keyboard.press('q')
  await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('region', { name: `Order ${orderId}` }).waitFor({ state: 'detached' })
  const entry = page.locator(`[data-order="${orderId}"]`)
  await entry.getByText('Waiting for the customer').waitFor()
  await expectSoundScreen(screen, 'the review queue with a question')
})

test('a proof that the shop no longer has is uploaded again with the answer', async () => {
  const orderId = await shop.placeOrder('Swept')
  const body = { kind: 'proof', text: 'Please send a sharper photo.' }
  await shop.call('POST', `/api/admin/orders/${orderId}/question`, body)
  const { pathname, hash } = await linkIn(orderId)
  const screen = await openAt(360, pathname + hash)
  const { page } = screen
  await page.getByLabel('Another proof of payment').setInputFiles(proof)
  await page.getByLabel('Your answer').fill('Here it is')
  screen.provokes(`/api/orders/${orderId}/answer`)
  const answers = '**/api/orders/*/answer'
  const busy = { statusCode: 503, message: 'The shop is very busy' }
  await page.route(answers, (route) => route.fulfill({ status: 503, json: busy }))
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('The shop is very busy').first().waitFor()
  await page.unroute(answers)
  const swept = await shop.pool.query(
    "update upload set claimed_by = 'swept' where claimed_by is null",
  )
  expect(swept.rowCount).toBe(1)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('We have your answer and are looking at it').waitFor()
})
