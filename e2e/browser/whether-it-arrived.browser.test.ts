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
import { expectSoundScreen, onEach } from './testing/screens.ts'

const suite = formSuite()
let receipt: string

beforeAll(async () => {
  receipt = path.join(suite.shop.folder, 'receipt.pdf')
  const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'
  await writeFile(receipt, pdf)
})
beforeEach(() => openForms(suite))
afterEach(() => closeForms(suite))

const fillForm = async (page: Page) => {
  await fillCustomer(page)
  await chooseProduct(page, 'Wig')
  await fillDelivery(page, 'Lagos', receipt)
}

const isInView = (page: Page, text: string) =>
  page.getByText(text).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })

test('the state of the order is shown beside the button, in view, and is never called invalid', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    await fillForm(page)
    screen.provokes('/api/create-order')
    let lose = () => {}
    const lost = new Promise<void>((resolve) => {
      lose = resolve
    })
    await page.route('**/api/create-order', async (route) => {
      await lost
      await route.abort('connectionreset')
    })
    await confirmButton(page).click()
    await page.getByText('We are sending your order…').waitFor()
    expect(await isInView(page, 'We are sending your order…')).toBe(true)
    lose()
    const safe = 'Trying again is safe: your order will not be placed twice.'
    await page.getByText(safe).waitFor()
    expect(await isInView(page, safe)).toBe(true)
    expect(await page.getByText('Invalid order request').count()).toBe(0)
    await expectSoundScreen(screen, 'an order whose answer was lost')
    await page.context().setOffline(true)
    await page.getByText('You’re offline: try again when you’re back online.').waitFor()
    expect(await isInView(page, 'You’re offline: try again when you’re back online.')).toBe(true)
    await page.context().setOffline(false)
    await page.unroute('**/api/create-order')
    await expect.poll(() => confirmButton(page).isEnabled()).toBe(true)
    await confirmButton(page).press('Enter')
    await sentOrderId(page)
  }))

test('an order that a busy shop puts off is sent again automatically, and the customer sees that it is waiting', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    await fillForm(page)
    screen.provokes('/api/create-order')
    const message = 'Too much is coming from your network at once, please try again'
    const seen = Promise.withResolvers<void>()
    const tries = { count: 0 }
    await page.route('**/api/create-order', async (route) => {
      tries.count += 1
      if (tries.count > 1) return seen.promise.then(() => route.continue())
      const headers = { 'retry-after': '2' }
      await route.fulfill({ status: 429, headers, json: { message, responseMessage: message } })
    })
    await confirmButton(page).click()
    const waits = 'The shop is busy, and your order is waiting its turn… Try 2 of 4.'
    await page.getByText(waits).waitFor()
    expect(await isInView(page, waits)).toBe(true)
    seen.resolve()
    await sentOrderId(page)
    expect(tries.count).toBe(2)
    expect(await page.getByText(message).count()).toBe(0)
  }))

test('before the last step, an offline notice is in view together with the Next button', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    await page.getByLabel('First name').waitFor()
    // The lists are requested after the first step.
    const listsLoaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      )
    await expect.poll(listsLoaded).toMatch(/api.sales/)
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    const notice = 'You’re offline. What you entered is kept on this phone'
    await page.getByText(notice).waitFor()
    await page.getByRole('button', { name: 'Next page' }).scrollIntoViewIfNeeded()
    expect(await isInView(page, notice)).toBe(true)
    await expectSoundScreen(screen, 'the first step without a connection')
    await page.context().setOffline(false)
  }))

test('a draft confirmed in two tabs, one of which hangs, becomes one order', async () => {
  const [screen] = suite.screens
  if (!screen) throw new Error('no screen')
  const { page } = screen
  await fillForm(page)
  const other = await page.context().newPage()
  await other.goto('/confirm-payment')
  await other.getByText('Uploaded').waitFor()
  const keys: (string | undefined)[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/create-order')) keys.push(request.headers()['idempotency-key'])
  })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/create-order', async (route) => {
    await held
    await route.continue()
  })
  const before = (await suite.shop.call('GET', '/api/admin/orders')).result.total
  await confirmButton(page).click()
  await page.getByText('We are sending your order…').waitFor()
  await confirmButton(other).click()
  const orderId = await sentOrderId(other)
  answer()
  expect(await sentOrderId(page)).toBe(orderId)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  const total = async () => (await suite.shop.call('GET', '/api/admin/orders')).result.total
  await expect.poll(total).toBe(before + 1)
})

test('an order id that is typed without a connection is looked up once there is one', async () => {
  const orderId = await suite.shop.placeOrder()
  await onEach(suite.screens, async (screen) => {
    const { page } = screen
    screen.provokes('/api')
    await page.goto('/track-order')
    await page.getByLabel('Order id').waitFor()
    await page.context().setOffline(true)
    await page.getByLabel('Order id').fill(`# ${orderId}`)
    await page.getByRole('button', { name: 'Track order' }).click()
    await page.getByText('You can look up your order when you’re back online.').waitFor()
    await expectSoundScreen(screen, 'tracking without a connection')
    await page.context().setOffline(false)
    const card = page.getByRole('article', { name: `Order ${orderId}` })
    await card.locator('[aria-current=step]', { hasText: 'pending' }).waitFor()
  })
})
