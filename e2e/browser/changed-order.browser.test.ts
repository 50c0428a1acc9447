import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeForms, formSuite, openForms } from './testing/form-screens.ts'
import {
  chooseProduct,
  confirmButton,
  fillCustomer,
  fillDelivery,
  sentOrderId,
} from './testing/payment-form.ts'
import { expectSoundScreen, onEach, type Screen } from './testing/screens.ts'
import { clockOff } from './testing/wrong-clock.ts'

const suite = formSuite()
let receipt: string
beforeAll(async () => {
  receipt = path.join(suite.shop.folder, 'receipt.pdf')
  const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'
  await writeFile(receipt, pdf)
})
beforeEach(() => openForms(suite))
afterEach(() => closeForms(suite))

const call = (...request: Parameters<typeof suite.shop.call>) => suite.shop.call(...request)

let made = 0
/** A product of this screen alone, so that screens do not change each other's prices. */
const productOf = async (screen: Screen, name: string) => {
  made += 1
  const productname = `${name} ${screen.width} ${made}`
  const { productid } = await call('POST', '/api/admin/create-product', {
    productname,
    price: 5_000,
  })
  return { productid: productid as string, productname }
}

const rowOf = async (orderId: string) =>
  (await call('GET', `/api/admin/orders?search=${orderId}`)).result.data[0]

/** Fills in everything. The shop promises the total once it is shown. */
const fillForm = async (page: Page, ...products: string[]) => {
  await page.reload()
  await fillCustomer(page)
  for (const product of products.slice(1))
    await page.getByRole('button', { name: `Add ${product}` }).click()
  await chooseProduct(page, products[0] ?? '')
  const promised = page.waitForResponse('**/api/price-promises')
  await fillDelivery(page, 'Lagos', receipt)
  expect((await promised).status()).toBe(201)
  await expect.poll(() => confirmButton(page).isEnabled()).toBe(true)
}

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })

test('a price that changes after its total was shown changes nothing, even if the phone’s clock is a year ahead', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    await page.addInitScript(clockOff, 365 * 24 * 3_600_000)
    const wig = await productOf(screen, 'Kept')
    await fillForm(page, wig.productname)
    await call('PUT', '/api/admin/update-product', { ...wig, price: 6_000 })
    await page.reload()
    await page.getByText('To transfer ₦8,000').waitFor()
    await expect.poll(() => confirmButton(page).isEnabled()).toBe(true)
    expect(await page.getByText('instead of ₦5,000').count()).toBe(0)
    await confirmButton(page).click()
    expect(await rowOf(await sentOrderId(page))).toMatchObject({
      total: 8_000,
      flags: expect.arrayContaining(['old-price']),
      oldPrice: { kind: 'promised', today: 9_000 },
    })
  }))

test('a missing product is mentioned once, and a customer who has paid can confirm anyway', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    const wig = await productOf(screen, 'Gone')
    await fillForm(page, wig.productname)
    await call('DELETE', `/api/admin/delete-product/${wig.productid}`)
    screen.provokes('/api/create-order')
    await confirmButton(page).press('Enter')
    await page.getByText('Your order has changed since you saw ₦8,000').waitFor()
    await page
      .getByText(`${wig.productname} is no longer available and was removed from your order.`)
      .waitFor()
    expect(await notices(page).getByText('An error occured').count()).toBe(0)
    // The notice that the order is being sent may go a moment later.
    await expect.poll(() => page.locator('.notice').count()).toBe(1)
    await page.locator('.changed-order').getByRole('link', { name: 'WhatsApp' }).waitFor()
    await expectSoundScreen(screen, 'an order that has changed')
    await page.getByRole('button', { name: 'I have sent ₦8,000' }).press('Enter')
    await page.getByText('You are confirming with the ₦8,000 that you sent').waitFor()
    expect(await page.getByText(/Transfer exactly|To transfer/).count()).toBe(0)
    await expectSoundScreen(screen, 'an order that is confirmed anyway')
    await confirmButton(page).press('Enter')
    const orderId = await sentOrderId(page)
    await page.getByText('we will write to you about the change').waitFor()
    expect(await rowOf(orderId)).toMatchObject({
      total: 8_000,
      flags: expect.arrayContaining(['unpromised-price']),
      oldPrice: { kind: 'insisted', today: null },
    })
  }))

test('a customer who sent nothing continues with the new total', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    const [one, other] = [await productOf(screen, 'One'), await productOf(screen, 'Other')]
    await fillForm(page, one.productname, other.productname)
    await call('DELETE', `/api/admin/delete-product/${other.productid}`)
    await page.reload()
    await page.getByText('since you saw ₦13,000: it is ₦8,000 now').waitFor()
    await page.getByText('Please say first whether you have sent the money').waitFor()
    await page.getByRole('button', { name: 'I will send ₦8,000' }).press('Enter')
    expect(await page.getByText('Your order has changed').count()).toBe(0)
    await expect.poll(() => confirmButton(page).isEnabled()).toBe(true)
    await confirmButton(page).press('Enter')
    expect(await rowOf(await sentOrderId(page))).toMatchObject({
      total: 8_000,
      oldPrice: null,
      sentAmount: null,
    })
  }))

test('a customer whose total was never promised can order at the new total', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    const wig = await productOf(screen, 'Never')
    screen.provokes('/api/price-promises', '/api/create-order')
    await page.route('**/api/price-promises', (route) => route.abort())
    await page.reload()
    await fillCustomer(page)
    await chooseProduct(page, wig.productname)
    await fillDelivery(page, 'Lagos', receipt)
    await expect.poll(() => confirmButton(page).isEnabled()).toBe(true)
    await call('PUT', '/api/admin/update-product', { ...wig, price: 6_000 })
    await confirmButton(page).press('Enter')
    await page.getByText('since you saw ₦8,000: it is ₦9,000 now').waitFor()
    await page.getByText('Confirm your order at ₦9,000 anyway').waitFor()
    await expectSoundScreen(screen, 'a total that was never promised')
    await page.getByRole('button', { name: 'I have sent ₦8,000' }).press('Enter')
    await page.getByText('You paid ₦8,000; ₦1,000 still to transfer').waitFor()
    await confirmButton(page).press('Enter')
    const orderId = await sentOrderId(page)
    await page
      .getByText('You told us that you sent ₦8,000, and your order comes to ₦9,000')
      .waitFor()
    expect(await rowOf(orderId)).toMatchObject({
      total: 9_000,
      oldPrice: null,
      sentAmount: 8_000,
      flags: expect.arrayContaining(['other-amount']),
    })
    await page.unroute('**/api/price-promises')
  }))
