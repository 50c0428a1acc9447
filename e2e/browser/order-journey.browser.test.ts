import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openApiSession } from '@strand/all-in-one/demo/seed'
import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { owner, startTestShop } from '../testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof startTestShop>>
let browser: TestBrowser

beforeAll(async () => {
  shop = await startTestShop()
  browser = await launchBrowser()
  const { call } = await openApiSession(shop, owner.email, owner.password)
  await call('POST', '/api/admin/create-product', { productname: 'Body wave 20"', price: 72_000 })
  await call('POST', '/api/admin/create-product', { productname: 'Satin bonnet', price: 2_500 })
  await call('POST', '/api/admin/create-delivery-location', { location: 'Lagos', price: 3_000 })
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** A page of the shop. `complaints` collects the errors that the browser reports. */
const openPage = async (width: number) => {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    baseURL: shop.address,
    acceptDownloads: true,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`security policy: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  )
  return { page, complaints }
}

const confirmPayment = async (page: Page, receipt: string): Promise<string> => {
  await page.goto('/')
  await page.waitForURL('/confirm-payment')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Email').fill('ada@mail.example')
  await page.getByLabel('Phone number').fill('08031234567')
  await page.getByLabel('Instagram username').fill('ada.hair')
  await page.getByRole('button', { name: 'Next page' }).click()

  await page.getByRole('heading', { name: 'Select Product' }).waitFor()
  await page.getByRole('button', { name: /add body wave/i }).click()
  await page.getByRole('button', { name: 'Next page' }).click()

  await page.getByRole('heading', { name: 'Delivery & Upload' }).waitFor()
  await page.getByRole('combobox', { name: /location/i }).fill('lag')
  await page.getByRole('option', { name: 'Lagos' }).click()
  await page.getByLabel('Delivery address').fill('5 Marina Road')
  await page.getByLabel('Account name').fill('Ada Okafor')
  await page.locator('input[type=file]').setInputFiles(receipt)
  await page.getByText('₦75,000').first().waitFor()
  await page.getByRole('checkbox', { name: /terms/i }).check()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()

  await page.getByRole('heading', { name: 'Your order has been sent' }).waitFor()
  const text = (await page.getByRole('main').textContent()) ?? ''
  const orderId = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0]
  expect(orderId).toBeDefined()
  return orderId as string
}

const badge = (tab: string) => Number(/\d+/.exec(tab)?.[0])

for (const width of someOf([360, 1440]))
  test(`a payment is confirmed, approved and tracked in a browser ${width} px wide`, async () => {
    const receipt = path.join(shop.folder, 'receipt.png')
    await writeFile(
      receipt,
      await sharp({ create: { width: 800, height: 1200, channels: 3, background: '#0b6b4f' } })
        .png()
        .toBuffer(),
    )
    const customer = await openPage(width)
    const orderId = await confirmPayment(customer.page, receipt)
    await shop.mailTo('ada@mail.example', orderId)

    const staff = await openPage(width)
    await staff.page.goto('/admin')
    await staff.page.getByLabel('Email').fill(owner.email)
    await staff.page.getByLabel('Password', { exact: true }).fill(owner.password)
    await staff.page.getByRole('button', { name: /sign in|log in/i }).click()
    await staff.page.waitForURL('**/dashboard/orders**')
    const pending = staff.page.getByRole('link', { name: /^Pending/ })
    const confirmed = staff.page.getByRole('link', { name: /^Confirmed/ })
    await staff.page.getByText(orderId).waitFor()
    await expect.poll(() => pending.textContent()).toMatch(/[1-9]/)
    const before = badge((await pending.textContent()) ?? '')
    const details = { name: new RegExp(`details of.*${orderId}`, 'i') }
    const row = staff.page.getByRole('button', details)
    await row.click()
    const proof = staff.page.getByRole('img', { name: /proof/i })
    await proof.waitFor()
    await expect
      .poll(() => proof.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)

    await staff.page
      .getByRole('button', { name: new RegExp(`actions for.*${orderId}`, 'i') })
      .click()
    await staff.page.getByRole('menuitem', { name: 'Approve' }).click()
    await staff.page.getByText('Approved', { exact: true }).waitFor()
    await expect.poll(() => row.count()).toBe(0)
    await expect.poll(async () => badge((await pending.textContent()) ?? '')).toBe(before - 1)
    await confirmed.click()
    await row.waitFor()

    await customer.page.goto('/track-order')
    await customer.page.getByLabel(/order id/i).fill(orderId.toLowerCase().replaceAll('-', ' '))
    await customer.page.getByRole('button', { name: /track/i }).click()
    await customer.page.locator('[aria-current=step]', { hasText: /confirmed/i }).waitFor()
    await customer.page.goto(`/order-history/${orderId}`)
    await customer.page.locator('[aria-current=step]', { hasText: /confirmed/i }).waitFor()
    await shop.mailTo('ada@mail.example', 'confirmed')

    expect(customer.complaints).toEqual([])
    expect(staff.complaints).toEqual([])
    await customer.page.context().close()
    await staff.page.context().close()
  })
