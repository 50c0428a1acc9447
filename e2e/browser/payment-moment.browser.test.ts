import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { formSuite, openForms } from './testing/form-screens.ts'
import {
  chooseProduct,
  confirmButton,
  drawPicture,
  fillCustomer,
  fillDelivery,
} from './testing/payment-form.ts'
import { expectSoundScreen, onEach } from './testing/screens.ts'

const suite = formSuite()
beforeAll(async () => {
  await suite.shop.call('POST', '/api/admin/create-delivery-location', {
    location: 'Pick-up, Yaba',
    price: 0,
    deliveryaddress: '12 Macaulay Way',
  })
  await openForms(suite)
})

test('one card says what to pay and to whom, and the amount stays in view', async () => {
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
    await card.getByRole('button', { name: 'Copy Account number' }).waitFor()
    await card.getByText('Beneficiary').waitFor()
    await page.getByText('The name on the account you paid from.').waitFor()
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
    expect(await page.getByText('Free', { exact: true }).count()).toBe(2)
  })
})

test('while it sends, the button keeps its line, its place and its colour, in large text too', () =>
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
  }))
