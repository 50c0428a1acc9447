import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import {
  chooseProduct,
  confirmButton,
  drawPicture,
  fillCustomer,
  fillDelivery,
} from './testing/payment-form.ts'
import { openScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, browser } = await openSeededSuite()

const open = async (url: string) => {
  const screen = await openScreen(browser, { address: shop.address, width: 360, url })
  onTestFinished(screen.close)
  return screen.page
}

/** Holds back what a slow connection would deliver late, until the returned function is called. */
const hold = async (page: Page, what: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(what, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('the frame of the page stays while the next screen is loading', async () => {
  const page = await open('/confirm-payment')
  await page.getByLabel('First name').waitFor()
  const arrive = await hold(page, '**/pay-page-*.js')
  await page.getByRole('link', { name: 'I still have to pay' }).click()
  await page.getByRole('main').getByText('Loading…').waitFor()
  expect(await page.getByRole('button', { name: 'Open the menu' }).isVisible()).toBe(true)
  arrive()
  await page.getByRole('heading', { name: 'Pay for your order' }).waitFor()
})

test('a page whose script does not arrive says so, and offers to load the page again', async () => {
  const page = await open('/terms-conditions')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/confirm-payment')
  const again = page.getByRole('link', { name: 'Load the page again' })
  await again.waitFor({ state: 'attached' })
  // Skips the delay, which is longer than the app usually takes to load.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await again.waitFor()
  await page.unroute('**/assets/*.js')
  await again.click()
  await page.getByLabel('First name').waitFor()
})

test('no city is reported as unknown before the cities have loaded', async () => {
  const page = await open('/pay')
  const arrive = await hold(page, '**/location-search-*.js')
  await page.reload()
  await page.getByRole('combobox', { name: 'Location' }).fill('ikeja')
  await page.getByText('Searching…').waitFor()
  expect(await page.getByText('Nothing matches').count()).toBe(0)
  arrive()
  await page.getByRole('option', { name: 'Lagos Ikeja' }).waitFor()
  await page.getByRole('combobox', { name: 'Location' }).fill('Nowhere at all')
  await page.getByText('Nothing matches “Nowhere at all”').waitFor()
})

test('a customer cannot say that they paid a total that they have not seen', async () => {
  const page = await open('/pay')
  const arrive = await hold(page, '**/api/delivery-location/*')
  await page.getByRole('button', { name: 'Add Wig' }).click()
  await page.getByRole('combobox', { name: 'Location' }).fill('Lagos')
  await page.getByRole('option', { name: 'Lagos' }).click()
  await page.getByText('Loading the delivery price…').waitFor()
  const paid = page.getByRole('button', { name: 'I have paid' })
  expect(await paid.isDisabled()).toBe(true)
  arrive()
  await page.getByText('To transfer ₦75,000').waitFor()
  await paid.click()
  await page.getByText('You paid ₦75,000').waitFor()
})

test('paid products that load late in the form do not move any field', async () => {
  // At a phone's width, the names take more than one line.
  const long = 'Frontal wig, body wave, 20 inches, natural black'
  await shop.call('POST', '/api/admin/create-product', { productname: long, price: 90_000 })
  const page = await open('/pay')
  for (const name of ['Wig', long]) await page.getByRole('button', { name: `Add ${name}` }).click()
  await page.getByRole('combobox', { name: 'Location' }).fill('Lagos')
  await page.getByRole('option', { name: 'Lagos' }).click()
  await page.getByRole('status', { name: 'Your payment code' }).getByText('-').waitFor()
  const arrive = await hold(page, '**/paid-order-*.js')
  await page.getByRole('button', { name: 'I have paid' }).click()
  const first = page.getByLabel('First name')
  const topOf = () => first.evaluate((field) => Math.round(field.getBoundingClientRect().top))
  await first.waitFor()
  await page.locator('.paid-order .skeleton').first().waitFor()
  const before = await topOf()
  arrive()
  await page.getByRole('region', { name: 'What you have paid for' }).waitFor()
  expect(await topOf()).toBe(before)
})

test('“Confirmed” stays until the receipt has loaded, without an empty page in between', async () => {
  const page = await open('/confirm-payment')
  await fillCustomer(page)
  await chooseProduct(page, 'Wig')
  const receipt = path.join(shop.folder, 'slow-line.png')
  const picture = { width: 80, height: 120, spots: 60, type: 'image/png' }
  await writeFile(receipt, await drawPicture(page, picture), 'base64')
  await fillDelivery(page, 'Lagos', receipt)
  await page.evaluate(() => {
    const note = () => {
      if (document.querySelector('main .loading')) document.body.dataset.empty = 'yes'
    }
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
  })
  await confirmButton(page).click()
  await page.getByRole('heading', { name: 'Your order has been sent' }).waitFor()
  expect(await page.evaluate(() => document.body.dataset.empty)).toBe(undefined)
})
