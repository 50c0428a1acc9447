import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openApiSession } from '@strand/all-in-one/demo/seed'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { owner, startTestShop } from '../testing/test-shop.ts'
import { keyboardOf } from './testing/keyboard.ts'
import {
  chooseProduct,
  confirmButton,
  drawPicture,
  fillCustomer,
  fillDelivery,
  sentOrderId,
} from './testing/payment-form.ts'

let shop: Awaited<ReturnType<typeof startTestShop>>
let staff: Awaited<ReturnType<typeof openApiSession>>
let browser: TestBrowser
let page: Page
let receipt: string

beforeAll(async () => {
  shop = await startTestShop()
  browser = await launchBrowser()
  staff = await openApiSession(shop, owner.email, owner.password)
  await staff.call('POST', '/api/admin/create-product', { productname: 'Wig', price: 72_000 })
  await staff.call('POST', '/api/admin/create-delivery-location', {
    location: 'Lagos',
    price: 3_000,
  })
  receipt = path.join(shop.folder, 'receipt.png')
  const drawing = await browser.newContext()
  const drawn = { width: 80, height: 120, spots: 50, type: 'image/png' }
  await writeFile(receipt, await drawPicture(await drawing.newPage(), drawn), 'base64')
  await drawing.close()
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

beforeEach(async () => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    baseURL: shop.address,
  })
  page = await context.newPage()
  await page.goto('/confirm-payment')
})
afterEach(async () => {
  await page.context().close()
})

const pendingOrders = async (): Promise<number> =>
  (await staff.call('GET', '/api/admin/orders')).result.total

const fillForm = async () => {
  await fillCustomer(page)
  await chooseProduct(page, 'Wig')
  await fillDelivery(page, 'Lagos', receipt)
}

test('an order whose answer was lost stays a single order when confirmed again or after a reload', async () => {
  const before = await pendingOrders()
  let lose = 2
  await page.route('**/api/create-order', async (route) => {
    if (lose-- <= 0) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await fillForm()
  await confirmButton(page).click()
  await page.getByText("We don't know yet whether your order arrived.").waitFor()
  await confirmButton(page).click()
  await expect.poll(() => lose).toBe(0)
  await page.reload()
  const orderId = await sentOrderId(page)
  await expect.poll(pendingOrders).toBe(before + 1)
  const { result } = await staff.call('GET', '/api/admin/orders')
  expect(result.data[0].orderid).toBe(orderId)
})

test('an order that times out is sent again under its key, and the customer is informed', async () => {
  const keys: (string | undefined)[] = []
  await page.route('**/api/create-order', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) await route.continue()
  })
  await fillForm()
  // The first request is never answered: its 30-second timeout is cut to 1 second. The second
  // request keeps the full 30.
  await page.evaluate(() => {
    const start = window.setTimeout
    window.setTimeout = ((work: () => void, milliseconds?: number) => {
      if (milliseconds !== 30_000) return start(work, milliseconds)
      window.setTimeout = start
      return start(work, 1_000)
    }) as typeof start
  })
  await confirmButton(page).click()
  await page.getByText('We are checking your order…').waitFor()
  await sentOrderId(page)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('entered details and picked files outlive the tab, and are forgotten once the order is sent', async () => {
  await fillForm()
  const context = page.context()
  await page.close()
  page = await context.newPage()
  await page.goto('/confirm-payment')
  await page.getByRole('heading', { name: 'Delivery & Upload' }).waitFor()
  const location = page.getByRole('combobox', { name: 'Location' })
  await expect.poll(() => location.inputValue()).toBe('Lagos')
  expect(await page.getByLabel('Account name').inputValue()).toBe('Ada Okafor')
  await page.getByText('Uploaded').waitFor()
  await confirmButton(page).click()
  await sentOrderId(page)
  await page.getByRole('link', { name: 'Order again' }).click()
  expect(await page.getByLabel('First name').inputValue()).toBe('')
  await page.reload()
  expect(await page.getByLabel('First name').inputValue()).toBe('')
})

test('an order sent from one tab is not sent again from another that shows it', async () => {
  await fillForm()
  const other = await page.context().newPage()
  await other.goto('/confirm-payment')
  await other.getByText('Uploaded').waitFor()
  await page.bringToFront()
  await confirmButton(page).click()
  const orderId = await sentOrderId(page)
  expect(await sentOrderId(other)).toBe(orderId)
  expect(await confirmButton(other).count()).toBe(0)
  await other.getByText('₦75,000').first().waitFor()
  // A tab that is opened later, or reloaded, also shows the sent order, and no empty form.
  const later = await page.context().newPage()
  await later.goto('/confirm-payment')
  expect(await sentOrderId(later)).toBe(orderId)
  await other.reload()
  expect(await sentOrderId(other)).toBe(orderId)
  await later.getByRole('link', { name: 'Order again' }).click()
  expect(await later.getByLabel('First name').inputValue()).toBe('')
})

test('an empty form shows an order that another tab has sent; a form with a new order keeps it', async () => {
  const [empty, next] = [await page.context().newPage(), await page.context().newPage()]
  await empty.goto('/confirm-payment')
  await empty.getByLabel('First name').waitFor()
  await next.goto('/confirm-payment')
  await next.getByLabel('First name').fill('Ngozi')
  await page.bringToFront()
  await page.reload()
  await fillForm()
  await confirmButton(page).click()
  const orderId = await sentOrderId(page)
  expect(await sentOrderId(empty)).toBe(orderId)
  expect(await next.getByLabel('First name').inputValue()).toBe('Ngozi')
})

test('a photo leaves the phone as a JPEG of at most 2000 px and less than 400 KB', async () => {
  const photo = path.join(shop.folder, 'photo.jpg')
  const drawn = { width: 3000, height: 2250, spots: 50_000, type: 'image/jpeg' }
  const picture = await drawPicture(page, drawn)
  expect(picture.length).toBeGreaterThan(1024 * 1024)
  await writeFile(photo, picture, 'base64')
  await fillCustomer(page)
  await chooseProduct(page, 'Wig')
  const answered = page.waitForResponse('**/api/uploads')
  await page.locator('input[type=file]').setInputFiles(photo)
  const answer = await answered
  expect((await answer.json()).fileType).toBe('image/jpeg')
  expect((await answer.request().sizes()).requestBodySize).toBeLessThan(401 * 1024)
})

test('a file that was not uploaded is said before confirming, and an order waits for every picked file', async () => {
  await fillForm()
  const files = page.locator('input[type=file]')
  const uploaded = () => page.getByText('Uploaded').count()
  await page.route('**/api/uploads', (route) => route.abort())
  await files.setInputFiles(receipt)
  await page.getByText('A file wasn’t uploaded').waitFor()
  await page.unroute('**/api/uploads')
  await page.getByRole('button', { name: /^Retry/ }).click()
  await expect.poll(uploaded).toBe(2)
  expect(await page.getByText('A file wasn’t uploaded').count()).toBe(0)

  await expect.poll(() => confirmButton(page).isEnabled()).toBe(true)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/api/uploads', async (route) => {
    await held
    await route.continue()
  })
  await files.setInputFiles(receipt)
  await page.getByText('Your proof of payment is uploading…').waitFor()
  expect(await confirmButton(page).isDisabled()).toBe(true)
  goOn()
  await expect.poll(uploaded).toBe(3)
  const sending = page.waitForRequest('**/api/create-order')
  await confirmButton(page).click()
  expect((await sending).postDataJSON().files).toHaveLength(3)
  await sentOrderId(page)
})

test('nobody can skip an invalid step, Back goes one step back, and text twice as large fits a phone', async () => {
  const next = page.getByRole('button', { name: 'Next page' })
  expect(await next.isDisabled()).toBe(true)
  await page.getByText('Still needed: first name, last name, email').waitFor()
  await page.goto('/confirm-payment?step=3')
  await page.getByRole('heading', { name: 'Customer Details' }).waitFor()
  await fillCustomer(page)
  await page.getByText('Still needed: at least one product').waitFor()
  await chooseProduct(page, 'Wig')
  await page.getByRole('heading', { name: 'Delivery & Upload' }).waitFor()
  expect(await confirmButton(page).isDisabled()).toBe(true)
  await page.goBack()
  await page.getByText('1 item · ₦72,000').waitFor()

  const fits = () =>
    page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      return document.documentElement.scrollWidth <= window.innerWidth
    })
  expect(await fits()).toBe(true)
  await next.click()
  await fillDelivery(page, 'Lagos', receipt)
  expect(await fits()).toBe(true)
})

test('the whole form can be filled in with only the keyboard', async () => {
  // The handler is registered early, because the browser reports only choosers that open later. The
  // form's chooser opens at the end of the form.
  const chooser = page.waitForEvent('filechooser', { timeout: 0 })
  const { press, tabTo, type } = keyboardOf(page)
  // A key pressed before the form appears would be lost.
  await page.getByLabel('First name').waitFor()
  await type(/^First name/, 'Ada')
  await type(/^Last name/, 'Okafor')
  await type(/^Email/, 'ada@mail.example')
  await type(/^Phone/, '08031234567')
  await type(/^Instagram/, 'ada.hair')
  await press('Enter')
  await page.getByRole('list', { name: 'Products' }).waitFor()
  await tabTo(/^Add Wig/)
  await press('Enter')
  await tabTo(/^Next page/)
  await press('Enter')
  await page.getByRole('combobox', { name: 'Location' }).waitFor()
  await type(/^Location/, 'lag')
  await press('Enter')
  await type(/^Delivery address/, '5 Marina Road')
  await type(/^Account name/, 'Ada Okafor')
  await tabTo(/^Choose files/)
  await press('Enter')
  await (await chooser).setFiles(receipt)
  await page.getByText('Uploaded').waitFor()
  await tabTo(/^I accept/)
  await press('Space')
  await tabTo(/^Confirm$/)
  await press('Enter')
  await sentOrderId(page)
})
