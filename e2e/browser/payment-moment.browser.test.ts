import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { formSuite, openForms } from './testing/form-screens.ts'
import {
  chooseProduct,
  confirmButton,
  drawPicture,
  fillCustomer,
  fillDelivery,
} from './testing/payment-form.ts'
import { expectSoundScreen, onEach, openScreen, overflowPixels } from './testing/screens.ts'

const suite = formSuite()
beforeAll(async () => {
  await suite.shop.call('POST', '/api/admin/create-delivery-location', {
    location: 'Pick-up, Yaba',
    price: 0,
    deliveryaddress: '12 Macaulay Way',
  })
  await openForms(suite)
})

test('one card shows what to pay and to whom, and the amount stays in view', async () => {
  const receipt = path.join(suite.shop.folder, 'receipt.png')
  const drawn = { width: 80, height: 120, spots: 50, type: 'image/png' }
  const [first] = suite.screens
  if (!first) throw new Error('no screen')
  await writeFile(receipt, await drawPicture(first.page, drawn), 'base64')
  await onEach(suite.screens, async (screen) => {
    const { page } = screen
    await page.getByText('How it works: choose your products, transfer the money').waitFor()
    await fillCustomer(page)
    await chooseProduct(page, 'Wig')
    await page.getByText('Choose a location to see what to transfer').waitFor()
    await fillDelivery(page, 'Lagos', receipt)
    const card = page.getByRole('region', { name: 'Send the money to' })
    await card.getByText('Transfer exactly ₦75,000').waitFor()
    await card.getByRole('button', { name: 'Copy Amount' }).click()
    await card.getByText('Amount copied').waitFor({ state: 'attached' })
    const copyNumber = card.getByRole('button', { name: 'Copy Account number' })
    const widthOf = (part: typeof card) => part.evaluate((one) => one.getBoundingClientRect().width)
    // The button spans the card, which has a padding of at most 16 px on each side.
    expect(await widthOf(copyNumber)).toBeGreaterThanOrEqual((await widthOf(card)) - 32)
    expect(await copyNumber.innerText()).toMatch(/^Copy\s+account number$/)
    await card.getByText('Beneficiary').waitFor()
    await page.getByText('The name on the account you paid from.').waitFor()
    const sizeOf = (text: string) =>
      card.getByText(text, { exact: true }).evaluate((one) => getComputedStyle(one).fontSize)
    expect(await sizeOf('₦75,000')).toBe('28px')
    expect(await sizeOf('0123456789')).toBe('24px')
    await page.evaluate(() => window.scrollTo(0, 0))
    const amount = page.getByText('To transfer ₦75,000')
    const bottom = await amount.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(bottom).toBeLessThanOrEqual(800)
    await expectSoundScreen(screen, 'the payment card')
    await page.getByRole('button', { name: /^Enlarge/ }).press('Enter')
    await page.getByAltText(/^Your proof of payment/).waitFor()
    await expectSoundScreen(screen, 'an enlarged proof')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Location' }).fill('Pick-up')
    await page.getByRole('option', { name: 'Pick-up, Yaba' }).click()
    await card.getByText('Transfer exactly ₦72,000').waitFor()
    // The closed location list also shows the price.
    const free = page.locator('.delivery-price, .summary').getByText('Free', { exact: true })
    await expect.poll(() => free.count()).toBe(2)
  })
})

test('on a phone the last step takes two screens, with Confirm and the amount always in view', () =>
  onEach(suite.screens, async ({ page, width }) => {
    await page.setViewportSize({ width, height: 740 })
    await expect.poll(() => confirmButton(page).isEnabled()).toBe(true)
    const end = () =>
      page.locator('.payment').evaluate((one) => one.getBoundingClientRect().bottom + scrollY)
    if (width === 360) expect(await end()).toBeLessThanOrEqual(2 * 740)
    for (const y of [0, 300, 100_000]) {
      await page.evaluate((top) => window.scrollTo(0, top), y)
      for (const part of [confirmButton(page), page.getByText('To transfer ₦72,000')]) {
        const { top, bottom } = await part.evaluate((one) => one.getBoundingClientRect())
        expect(top).toBeGreaterThanOrEqual(0)
        expect(bottom).toBeLessThanOrEqual(740)
      }
    }
    if (width >= 1024) return
    const across = await confirmButton(page).evaluate((one) => one.getBoundingClientRect().width)
    if (width < 576) expect(across).toBeGreaterThanOrEqual(width - 50)
    await page.getByText('1 item · ₦72,000').click()
    await page.getByRole('table', { name: 'Order summary' }).getByText('Wig').waitFor()
    await page.getByText('1 item · ₦72,000').click()
  }))

/** How many lines the account number takes, and how far it extends beyond its card. */
const accountNumberOn = (page: Page) =>
  page.getByText('0123456789', { exact: true }).evaluate((number) => {
    const text = document.createRange()
    text.selectNodeContents(number)
    const card = number.closest('.bank-account')?.getBoundingClientRect()
    const { right } = text.getBoundingClientRect()
    const tops = new Set([...text.getClientRects()].map(({ top }) => top))
    return { lines: tops.size, beyond: Math.max(0, right - (card?.right ?? 0)) }
  })

test('an account number stays on one line in text twice as large, in the form and on /pay', async () => {
  const { browser, shop, screens } = suite
  const pay = await openScreen(browser, { address: shop.address, width: 320, url: '/pay' })
  onTestFinished(pay.close)
  await pay.page.getByRole('button', { name: 'Add Wig' }).click()
  await pay.page.getByRole('combobox', { name: 'Location' }).fill('Lagos')
  await pay.page.getByRole('option', { name: 'Lagos' }).click()
  await pay.page.getByText('To transfer ₦75,000').waitFor()
  await onEach([...screens, pay], async ({ page, width }) => {
    const withTextAt = (size: string) =>
      page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, size)
    await page.setViewportSize({ width: 320, height: 740 })
    await withTextAt('200%')
    await expect.poll(() => accountNumberOn(page)).toEqual({ lines: 1, beyond: 0 })
    await expect.poll(() => overflowPixels(page)).toBe(0)
    await withTextAt('')
    await page.setViewportSize({ width, height: 740 })
  })
})

test('while it sends, the button keeps its line, its place and its colour, even in large text', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    await page.route('**/api/create-order', () => {})
    const look = () =>
      page.locator('.step-buttons .button-primary').evaluate((button) => {
        const { left, right, height } = button.getBoundingClientRect()
        return { left, right, height, background: getComputedStyle(button).backgroundColor }
      })
    const looks = async () => {
      const found = []
      for (const size of ['100%', '200%']) {
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size
        }, size)
        found.push(await look())
      }
      return found
    }
    await expect.poll(() => confirmButton(page).isEnabled()).toBe(true)
    await page.mouse.move(0, 0)
    const before = await looks()
    await confirmButton(page).press('Enter')
    await page.getByRole('button', { name: 'Confirming order...' }).waitFor()
    await expect.poll(looks).toEqual(before)
    // The text link beside the button does not become a box.
    const previous = page.getByRole('button', { name: 'Previous page' })
    expect(await previous.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      'rgba(0, 0, 0, 0)',
    )
  }))
