import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { normalizePaymentCode } from '@strand/contracts/order/payment-code'
import { someOf } from '@strand/platform/testing/random'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  chooseProduct,
  confirmButton,
  drawPicture,
  fillCustomer,
  sentOrderId,
} from './testing/payment-form.ts'
import { expectSoundScreen, openScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, browser, openStaff } = await openSeededSuite()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pay-'))
})
afterAll(() => rm(folder, { recursive: true }))

const openPay = (width: number) =>
  openScreen(browser, { address: shop.address, width, url: '/pay' })

const choose = async (page: Page) => {
  await page.getByRole('button', { name: 'Add Wig' }).click()
  await page.getByRole('combobox', { name: 'Location' }).fill('Lagos')
  await page.getByRole('option', { name: 'Lagos' }).click()
}

/** How much of the field the bar with the buttons covers. */
const pixelsUnderBar = (field: Locator): Promise<number> =>
  field.evaluate((one) => {
    const bar = document.querySelector('.step-actions-sticky')?.getBoundingClientRect()
    return Math.max(0, one.getBoundingClientRect().bottom - (bar?.top ?? innerHeight))
  })

const shownCode = (page: Page) => page.getByRole('status', { name: 'Your payment code' })

/** Waits for a code on the screen; `but` is an older code that must be gone. */
const codeOn = async (page: Page, but = ''): Promise<string> => {
  await shownCode(page).waitFor()
  await expect
    .poll(async () => {
      const text = (await shownCode(page).textContent()) ?? ''
      return text !== but && normalizePaymentCode(text) === text
    })
    .toBe(true)
  return (await shownCode(page).textContent()) ?? ''
}

for (const width of someOf([360, 768, 1440]))
  test(`at ${width} px: an order from choosing products through a reload to the filled form, whose code staff see`, async () => {
    const screen = await openPay(width)
    const { page } = screen
    await page.getByText('Still needed: at least one product, location').waitFor()
    expect(await page.getByRole('button', { name: 'I have paid' }).isDisabled()).toBe(true)
    // The next part is below the list, and the bar's button leads to it.
    await page.getByRole('button', { name: 'Add Wig' }).click()
    await page.getByRole('button', { name: 'Choose a location' }).press('Enter')
    const location = page.getByRole('combobox', { name: 'Location' })
    await expect.poll(() => location.evaluate((one) => one === document.activeElement)).toBe(true)
    await location.fill('Lagos')
    await page.getByRole('option', { name: 'Lagos' }).click()
    const code = await codeOn(page)
    await page.getByText('Transfer exactly ₦75,000').waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('button', { name: 'See the account' }).press('Enter')
    const transfer = page.getByRole('heading', { name: 'Your transfer' })
    const { top } = await transfer.evaluate((one) => one.getBoundingClientRect())
    expect(top).toBeGreaterThanOrEqual(0)
    expect(top).toBeLessThan(700)
    expect(await transfer.evaluate((one) => one === document.activeElement)).toBe(true)
    for (const what of ['Amount', 'Account number', 'Bank', 'Beneficiary', 'Payment code'])
      await page.getByRole('button', { name: `Copy ${what}`, exact: true }).waitFor()
    await expectSoundScreen(screen, 'what to pay')
    await page.reload()
    expect(await codeOn(page)).toBe(code)
    await page.getByRole('button', { name: 'I have paid' }).press('Enter')
    await page.waitForURL('**/confirm-payment')
    // The chosen products and the paid amount stay in view, and the form does not ask again whether
    // the customer has paid.
    const paid = page.getByRole('region', { name: 'What you have paid for' })
    for (const text of ['You paid ₦75,000', '1 × Wig', 'To Lagos', code])
      await paid.getByText(text).waitFor()
    expect(await page.getByText('I still have to pay').count()).toBe(0)
    await expectSoundScreen(screen, 'the form after paying')
    await fillCustomer(page)
    await paid.getByText('You paid ₦75,000').waitFor()
    await page.getByText('1 item · ₦72,000').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    expect(await page.getByRole('combobox', { name: 'Location' }).inputValue()).toBe('Lagos')
    await page.getByText(`Your payment code is ${code}`).waitFor()
    // The form does not ask for the money again.
    await expect.poll(() => page.getByText('You paid ₦75,000').count()).toBe(2)
    expect(await page.getByText(/Transfer exactly|To transfer/).count()).toBe(0)
    expect(await page.getByText('Not paid yet?').count()).toBe(0)
    await page.getByLabel('Delivery address').fill('5 Marina Road')
    await page.getByLabel('Account name').fill('Ada Okafor')
    const receipt = path.join(folder, `${width}.png`)
    const picture = { width: 200, height: 100, spots: width, type: 'image/png' }
    await writeFile(receipt, Buffer.from(await drawPicture(page, picture), 'base64'))
    await page.locator('input[type=file]').setInputFiles(receipt)
    await page.getByText('Uploaded').waitFor()
    await page.getByRole('checkbox', { name: /terms/i }).check()
    await expectSoundScreen(screen, 'the form with a code')
    await confirmButton(page).click()
    const orderId = await sentOrderId(page)
    // The next order gets another code, and the form no longer shows the sent order.
    await page.goto('/pay')
    await choose(page)
    expect(await codeOn(page)).not.toBe(code)
    await page.getByRole('button', { name: 'I have paid' }).click()
    await page.getByLabel('First name').waitFor()
    expect(screen.complaints).toEqual([])
    await screen.close()

    const staff = await openStaff(width, `/dashboard/orders?search=${code}`)
    const details = { name: new RegExp(`details of.*${orderId}`, 'i') }
    await staff.page.getByRole('button', details).click()
    const fact = staff.page.locator('.facts div', { hasText: 'Payment code' })
    expect(await fact.locator('dd').textContent()).toBe(code)
    await staff.page.goto('/dashboard/orders?view=review')
    await staff.page.getByText(code).first().waitFor()
    await expectSoundScreen(staff, 'the review of an order with a code')
    // The order is approved, so that the next width's order is first in the queue.
    await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
    await staff.close()
  })

test('the total shown on /pay holds in the form even if a price rises in the meantime', async () => {
  const product = { productname: 'Promised', price: 5_000 }
  const { productid } = await shop.call('POST', '/api/admin/create-product', product)
  const screen = await openPay(360)
  const { page } = screen
  await page.getByRole('button', { name: 'Add Promised' }).click()
  const promised = page.waitForResponse('**/api/price-promises')
  await page.getByRole('combobox', { name: 'Location' }).fill('Lagos')
  await page.getByRole('option', { name: 'Lagos' }).click()
  await page.getByText('Transfer exactly ₦8,000').waitFor()
  expect((await promised).status()).toBe(201)
  await codeOn(page)
  const dearer = { productid, ...product, price: 6_000 }
  await shop.call('PUT', '/api/admin/update-product', dearer)
  await page.getByRole('button', { name: 'I have paid' }).click()
  await page.getByText('You paid ₦8,000').waitFor()
  await page.reload()
  await page.getByText('You paid ₦8,000').waitFor()
  // The next step shows the products at today's price.
  await fillCustomer(page)
  await page.getByRole('button', { name: 'One more of Promised' }).waitFor()
  await page.getByText('1 item · ₦5,000').waitFor()
  expect(await page.getByText(/now comes to|Your order has changed/).count()).toBe(0)
  await screen.close()
})

test('the paid amount stays the same when the order changes, and only the rest is asked for', async () => {
  const screen = await openPay(360)
  const { page } = screen
  await choose(page)
  await codeOn(page)
  await page.getByRole('button', { name: 'I have paid' }).click()
  await fillCustomer(page)
  const paid = page.getByRole('region', { name: 'What you have paid for' })
  await page.getByRole('button', { name: 'One more of Wig' }).click()
  await paid
    .getByText('Your order now comes to ₦147,000, which is ₦72,000 more than you paid.')
    .waitFor()
  await paid.getByText('You paid ₦75,000').waitFor()
  await expectSoundScreen(screen, 'an order that costs more than was paid')
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('Transfer exactly ₦72,000').waitFor()
  await page.getByText('You paid ₦75,000; ₦72,000 still to transfer').waitFor()
  await expectSoundScreen(screen, 'the rest to transfer')
  await page.goBack()
  await page.getByRole('button', { name: 'Remove one Wig' }).click()
  await expect.poll(() => paid.getByText('now comes to').count()).toBe(0)

  await paid.getByRole('link', { name: 'Change' }).click()
  await page.getByText('You paid ₦75,000.').waitFor()
  await page.getByRole('button', { name: 'One more of Wig' }).click()
  await page.getByText('Transfer exactly ₦72,000').waitFor()
  await expectSoundScreen(screen, 'the rest to transfer on /pay')
  await page.getByRole('button', { name: 'I have paid the rest' }).click()
  await page.getByText('You paid ₦147,000').first().waitFor()
  await page.goto('/pay')
  await page.getByRole('button', { name: 'I have not paid yet' }).click()
  await page.getByText('Transfer exactly ₦147,000').waitFor()
  await screen.close()
})

test('asking for another code replaces it in every tab, and no tab brings the older one back', async () => {
  const screen = await openPay(360)
  const { page } = screen
  await choose(page)
  const first = await codeOn(page)
  const other = await page.context().newPage()
  await other.goto('/pay')
  expect(await codeOn(other)).toBe(first)
  await page.getByRole('button', { name: 'Get another code' }).click()
  const second = await codeOn(page, first)
  expect(await codeOn(other, first)).toBe(second)
  await page.getByRole('button', { name: 'Copy Payment code' }).click()
  await page.getByText('Payment code copied').waitFor({ state: 'attached' })
  expect(screen.complaints).toEqual([])
  await screen.close()
})

test('refusals and lost connections are shown, and Try again gets the code', async () => {
  const screen = await openPay(360)
  const { page } = screen
  screen.provokes('/api/payment-codes')
  const message = 'Too many requests, please wait a little and try again'
  await page.route('**/api/payment-codes', (route) =>
    route.fulfill({ status: 429, json: { message, responseMessage: message } }),
  )
  await choose(page)
  const failure = page.getByRole('alert').filter({ hasText: 'you can also pay without one' })
  await failure.getByText(message).waitFor()
  await expectSoundScreen(screen, 'no code')
  await page.unroute('**/api/payment-codes')
  await page.route('**/api/payment-codes', (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await failure.getByText('The shop can’t be reached at the moment').waitFor()
  // The customer can send the money, and place the order, without a code.
  expect(await page.getByRole('button', { name: 'I have paid' }).isEnabled()).toBe(true)
  await page.unroute('**/api/payment-codes')
  await page.getByRole('button', { name: 'Try again' }).click()
  await codeOn(page)
  expect(await failure.count()).toBe(0)
  await screen.close()
})

test('an offline customer is told so, and gets the code when back online', async () => {
  const screen = await openPay(360)
  const { page } = screen
  await page.getByRole('button', { name: 'Add Wig' }).click()
  screen.provokes('/api/')
  const asked: string[] = []
  await page.route('**/api/delivery-location/*', async (route) => {
    const answer = await route.fetch()
    await page.context().setOffline(true)
    await route.fulfill({ response: answer })
  })
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('combobox', { name: 'Location' }).fill('Lagos')
  await page.getByRole('option', { name: 'Lagos' }).click()
  await page.getByText('You’re offline. Your code will appear when you’re back online').waitFor()
  expect(asked).not.toContain('/api/payment-codes')
  await page.context().setOffline(false)
  await codeOn(page)
  await screen.close()
})

test('a price that cannot be loaded offline is reported, and loaded when back online', async () => {
  const screen = await openPay(360)
  const { page } = screen
  await page.getByRole('button', { name: 'Add Wig' }).click()
  screen.provokes('/api/')
  await page.context().setOffline(true)
  await page.getByRole('combobox', { name: 'Location' }).fill('Lagos')
  await page.getByRole('option', { name: 'Lagos' }).click()
  await page.getByText('You’re offline. It will appear when you’re back online.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Transfer exactly ₦75,000').waitFor()
  await screen.close()
})

test('a customer who has already paid goes straight to the form, and is not asked to pay again', async () => {
  const screen = await openScreen(browser, {
    address: shop.address,
    width: 320,
    url: '/confirm-payment',
  })
  const { page } = screen
  await page.getByRole('group', { name: 'Have you paid already?' }).waitFor()
  await expectSoundScreen(screen, 'the two doors')
  await page.getByRole('button', { name: 'I have paid' }).press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await expect.poll(focused).toBe('firstname')
  expect(await page.getByText('I still have to pay').count()).toBe(0)
  await page.reload()
  await page.getByLabel('First name').waitFor()
  await expect.poll(() => page.getByText('I still have to pay').count()).toBe(0)
  // The sent amount is unknown, and the form does not ask for money again.
  await fillCustomer(page)
  await chooseProduct(page, 'Wig')
  await page.getByRole('combobox', { name: 'Location' }).fill('Lagos')
  await page.getByRole('option', { name: 'Lagos' }).click()
  await page.getByRole('region', { name: 'You paid to this account' }).waitFor()
  await expect.poll(() => page.getByText('Your order comes to ₦75,000').count()).toBe(2)
  expect(await page.getByText(/Transfer exactly|To transfer/).count()).toBe(0)
  await expectSoundScreen(screen, 'the last step of a customer who has paid')
  // The bar names four missing things, and covers none of their fields.
  const accountName = page.getByLabel('Account name')
  await accountName.focus()
  await expect.poll(() => pixelsUnderBar(accountName)).toBe(0)

  await page.getByRole('button', { name: 'I sent another amount' }).press('Enter')
  const amount = page.getByLabel('Amount you sent')
  await expect.poll(() => amount.evaluate((one) => one === document.activeElement)).toBe(true)
  await amount.fill('fifty thousand')
  await amount.press('Enter')
  await page.getByText('Please enter the amount you sent, in whole naira').waitFor()
  await expectSoundScreen(screen, 'another amount')
  await amount.fill('₦50,000.00')
  await page.getByRole('button', { name: 'Use this amount' }).click()
  await page.getByText('You paid ₦50,000; ₦25,000 still to transfer').waitFor()
  await page.getByText('Transfer exactly ₦25,000').waitFor()
  await expectSoundScreen(screen, 'less than the order comes to')
  // The same button corrects a mistyped amount, which also takes effect when the user leaves the
  // field.
  await page.getByRole('button', { name: 'I sent another amount' }).click()
  await amount.fill('80 000')
  await accountName.focus()
  await expect.poll(() => page.getByText('You paid ₦80,000').count()).toBe(2)

  await page.getByLabel('Delivery address').fill('5 Marina Road')
  await accountName.fill('Ada Okafor')
  const receipt = path.join(folder, 'another-amount.png')
  const picture = { width: 100, height: 100, spots: 77, type: 'image/png' }
  await writeFile(receipt, await drawPicture(page, picture), 'base64')
  await page.locator('input[type=file]').setInputFiles(receipt)
  await page.getByText('Uploaded').waitFor()
  await page.getByRole('checkbox', { name: /terms/i }).check()
  const asked = page.waitForRequest('**/api/create-order')
  await confirmButton(page).click()
  expect((await asked).postDataJSON()).toMatchObject({ sentAmount: 80_000, amount: 75_000 })
  await page.getByText('You told us that you sent ₦80,000').waitFor()
  await screen.close()
})

test('the form and the terms lead to it', async () => {
  const screen = await openPay(360)
  const { page } = screen
  for (const [url, link] of [
    ['/confirm-payment', 'I still have to pay'],
    ['/terms-conditions', 'get a payment code'],
  ] as const) {
    await page.goto(url)
    await page.getByRole('main').getByRole('link', { name: link }).click()
    await page.getByRole('heading', { name: 'Pay for your order' }).waitFor()
  }
  await screen.close()
})
