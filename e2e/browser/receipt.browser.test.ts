import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { keyboardOf } from './testing/keyboard.ts'
import {
  chooseProduct,
  confirmButton,
  fillCustomer,
  fillDelivery,
  sentOrderId,
} from './testing/payment-form.ts'
import { readPdf } from './testing/pdf.ts'
import { openScreens } from './testing/screen-sizes.ts'
import { expectSoundScreen, onEach, openScreen, type Screen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const longName = 'Bone straight, double drawn, natural black, 30 inches, 300 grams, with a closure'
const { shop, browser } = await openSeededSuite()
let proof: string
let screens: Screen[] = []

beforeAll(async () => {
  await shop.call('POST', '/api/admin/create-product', { productname: longName, price: 90_000 })
  proof = path.join(shop.folder, 'proof.pdf')
  await writeFile(proof, '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
})
afterEach(() => Promise.all(screens.map(({ close }) => close())))

const placeOrder = async (page: Page): Promise<string> => {
  await fillCustomer(page)
  await page.getByRole('button', { name: `Add ${longName}` }).click()
  await chooseProduct(page, 'Wig')
  await fillDelivery(page, 'Lagos', proof)
  await confirmButton(page).click()
  return sentOrderId(page)
}

test('S1.16: a sent order is shown as a receipt with the steps ahead, which survives a reload', async () => {
  screens = await openScreens(browser, shop, '/confirm-payment')
  await onEach(screens, async (screen) => {
    const { page } = screen
    const orderId = await placeOrder(page)
    await page.reload()
    await page.getByText('We wrote to ada@mail.example.').waitFor()
    const summary = page.getByRole('table', { name: 'Order summary' })
    const rows = await summary.getByRole('row').allTextContents()
    expect(rows.slice(1)).toEqual([
      `1${longName}₦90,0001₦90,000`,
      '2Wig₦72,0001₦72,000',
      'Sub total₦162,000',
      'Delivery price₦3,000',
      'Total₦165,000',
    ])
    const place = page.getByRole('region', { name: 'We deliver it to' })
    await expect.poll(() => place.locator('p').innerText()).toBe('5 Marina Road\nLagos')
    await page.locator('[aria-current=step]', { hasText: 'pending' }).waitFor()
    const ahead = page.getByRole('list', { name: 'Steps ahead' }).getByRole('listitem')
    await expect.poll(() => ahead.allTextContents()).toHaveLength(2)
    await page.getByText('For auditors').click()
    const proof = page.getByRole('link', { name: 'Proof that we have your order' })
    expect(await proof.getAttribute('href')).toBe(`/api/orders/${orderId}/receipt`)
    const ask = page.getByRole('region', { name: 'Questions about this order?' })
    await page.getByText('Strand Hair Ltd, First Example Bank 0123456789').waitFor()
    const trust = page.getByRole('contentinfo')
    await trust.getByText('Strand Hair Ltd · RC 1234567 · 12 Herbert Macaulay Way').waitFor()
    await trust.getByText('We never ask for your PIN or OTP.').waitFor()
    const whatsApp = await ask.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
    expect(whatsApp).toContain(encodeURIComponent(orderId))
    await expectSoundScreen(screen, 'the receipt')
  })
})

test('a receipt is shared (or its link copied), printed and saved, using only the keyboard, and prints completely on paper of either size', async () => {
  screens = [await openScreen(browser, { address: shop.address, width: 360, url: '/' })]
  await onEach(screens, async ({ page }) => {
    const orderId = await placeOrder(page)
    const { press, tabTo } = keyboardOf(page)
    await tabTo(/^Share/)
    await press('Enter')
    await page.getByText('Link copied').waitFor()
    await page.evaluate(() => {
      const share = async ({ url = '' }: ShareData) => Object.assign(document, { title: url })
      Object.assign(navigator, { share })
      window.print = () => Object.assign(document, { title: 'printed' })
    })
    await press('Enter')
    await expect.poll(() => page.title()).toBe(`${shop.address}/track-order?id=${orderId}`)
    await tabTo(/^Print/)
    await press('Enter')
    await expect.poll(() => page.title()).toBe('printed')
    const downloading = page.waitForEvent('download')
    await tabTo(/^Save/)
    await press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`order-${orderId}.txt`)
    const saved = await readFile(await download.path(), 'utf8')
    for (const expected of [orderId, 'Wig: 1 × ₦72,000', 'Delivery: ₦3,000', 'Total: ₦165,000'])
      expect(saved).toContain(expected)
    expect(saved).toContain('5 Marina Road\nLagos')

    for (const format of ['A4', 'A6'] as const) {
      const { text, outside } = await readPdf(await page.pdf({ format }))
      const printed = [
        orderId,
        'Strand Hair',
        'ada@mail.example',
        longName,
        '₦165,000',
        '0123456789',
        'Paid from the account of',
        '+234 801 234 5678',
      ]
      for (const expected of [...printed, '5 Marina Road', 'Delivery price', 'handed', 'WhatsApp'])
        expect(text, format).toContain(expected.replaceAll(/\s/g, '').replace('handed', 'hand'))
      for (const button of ['Order again', 'Track your order', 'Keep my name'])
        expect(text, format).not.toContain(button.replaceAll(/\s/g, ''))
      expect(outside, format).toEqual([])
    }
  })
})

test('S1.17: the phone keeps a customer’s details only if they want that, and forgets them on request', async () => {
  screens = [await openScreen(browser, { address: shop.address, width: 360, url: '/' })]
  await onEach(screens, async (screen) => {
    const { page } = screen
    const keep = page.getByRole('checkbox', { name: /^Keep my name/ })
    const onThisPhone = () => page.evaluate(() => JSON.stringify(localStorage))
    await placeOrder(page)
    expect(await keep.isChecked()).toBe(false)
    await keep.check()
    await page.reload()
    await expect.poll(() => keep.isChecked()).toBe(true)
    await keep.uncheck()
    await page.reload()
    await expect.poll(() => keep.isChecked()).toBe(false)
    expect(await onThisPhone()).not.toMatch(/\bAda\b|mail\.example|\b0803|hair/)

    await keep.check()
    await page.getByRole('link', { name: 'Order again' }).click()
    const fields = ['First name', 'Last name', 'Email', 'Phone number', 'Instagram username']
    const typed = () => Promise.all(fields.map((name) => page.getByLabel(name).inputValue()))
    const kept = ['Ada', 'Okafor', 'ada@mail.example', '08031234567', 'ada.hair']
    await expect.poll(typed).toEqual(kept)
    await expectSoundScreen(screen, 'a form with kept details')
    await page.reload()
    await expect.poll(typed).toEqual(kept)
    await page.getByRole('button', { name: 'Forget them' }).press('Enter')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    await expect.poll(focused).toBe('firstname')
    await expect.poll(typed).toEqual(['', '', '', '', ''])
    expect(await onThisPhone()).not.toMatch(/\bAda\b|mail\.example|\b0803|hair/)
    await page.reload()
    await expect.poll(typed).toEqual(['', '', '', '', ''])
  })
})
