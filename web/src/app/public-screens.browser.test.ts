import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { eventually } from '@strand/platform/testing'
import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../../all-in-one/demo.seed.ts'
import { owner, startTestShop } from '../../../all-in-one/testing.ts'
import { launchBrowser } from '../../../tools/browser.ts'

let shop: Awaited<ReturnType<typeof startTestShop>>
let browser: Browser
let orderId: string
const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

beforeAll(async () => {
  shop = await startTestShop()
  browser = await launchBrowser()
  const { call } = await signedIn(shop, owner.email, owner.password)
  await call('POST', '/api/admin/create-product', { productname: 'Wig', price: 72_000 })
  await call('POST', '/api/admin/create-delivery-location', { location: 'Lagos', price: 3_000 })
  await eventually(async () => (await call('GET', '/api/delivery-location')).result.length > 0)
  const [product] = (await call('GET', '/api/products')).result
  const [location] = (await call('GET', '/api/delivery-location')).result
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
  const answer = await call('POST', '/api/create-order', {
    firstname: 'Ada',
    lastname: 'Okafor',
    email: 'ada@mail.example',
    countrycode: 'NG',
    phone: '08031234567',
    instagramusername: 'ada.hair',
    location: location.locationid,
    deliveryaddress: '5 Marina Road',
    accountname: 'Ada Okafor',
    tandc: true,
    products: [{ ...product, quantity: 1, amount: 72_000 }],
    files: [
      {
        fileType: 'application/pdf',
        fileName: 'proof.pdf',
        fileUid: '1',
        base64Image: pdf.toString('base64'),
      },
    ],
    amount: 75_000,
    salesid: '',
  })
  orderId = answer.orderId
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** Opens a screen; `complaints` gets broken policies, failed scripts and console errors. */
const open = async (width: number, url: string) => {
  const context = await browser.newContext({
    viewport: { width, height: 740 },
    baseURL: shop.address,
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
  await page.goto(url)
  return { page, complaints, close: () => context.close() }
}

const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(await axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const found = await axe.run({ runOnly: tags })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
    )
  })
}

const screens: [name: string, url: () => string, shown: string][] = [
  ['the form', () => '/', 'Customer Details'],
  ['the terms', () => '/terms-conditions', 'Return and Exchanges'],
  ['tracking', () => '/track-order', 'Track your order'],
  ['a tracked order', () => `/track-order?id=${orderId.toLowerCase()}`, 'Order history and review'],
  ['an order’s history', () => `/order-history/${orderId}`, 'Pending'],
  ['an unknown address', () => '/nowhere', 'Sorry, the page you visited does not exist.'],
]

for (const [name, url, shown] of screens)
  test(`${name} is accessible, fits 320 px and keeps to the security policy`, async () => {
    for (const width of [320, 1440]) {
      const { page, complaints, close } = await open(width, url())
      await page.getByRole('main').getByText(shown, { exact: false }).first().waitFor()
      expect(await violations(page)).toEqual([])
      const over = await page.evaluate(() => document.body.scrollWidth - document.body.clientWidth)
      expect(over, `${name} is wider than ${width} px`).toBe(0)
      expect(complaints).toEqual([])
      await close()
    }
  })

test('a customer’s first view costs at most 130 KB of script and 12 KB of style, and no font', async () => {
  for (const [name, url, shown] of screens) {
    const context = await browser.newContext({ baseURL: shop.address })
    const page = await context.newPage()
    const cost: Record<string, number> = { script: 0, stylesheet: 0, font: 0 }
    const measured: Promise<void>[] = []
    const measure = async (response: Response) => {
      const kind = response.request().resourceType()
      if (kind in cost) cost[kind] = (cost[kind] ?? 0) + gzipSync(await response.body()).length
    }
    const onResponse = (response: Response) => measured.push(measure(response))
    page.on('response', onResponse)
    await page.goto(url())
    await page.getByRole('main').getByText(shown, { exact: false }).first().waitFor()
    page.off('response', onResponse)
    await Promise.all(measured)
    expect(cost.script, `script of ${name}`).toBeLessThanOrEqual(130_000)
    expect(cost.stylesheet, `style of ${name}`).toBeLessThanOrEqual(12_000)
    expect(cost.font, `fonts of ${name}`).toBe(0)
    await context.close()
  }
})

test('an id is forgiven its case, its spaces and its dashes, and the last ones are remembered', async () => {
  const { page, close } = await open(360, '/track-order')
  await page.getByRole('button', { name: 'Track order' }).click()
  await page.getByText('Please enter order id!').waitFor()
  await page.getByLabel('Order id').fill(` ${orderId.toLowerCase().replaceAll('-', ' ')}`)
  await page.getByRole('button', { name: 'Track order' }).click()
  await page.getByRole('article', { name: `Order ${orderId}` }).waitFor()
  expect(new URL(page.url()).searchParams.get('id')).toBe(orderId)
  await page.goto('/track-order')
  await page.getByRole('button', { name: orderId }).click()
  await page.getByText('Ada O.').waitFor()
  await close()
})

test('an unknown id is told beside the field and in a notice', async () => {
  const { page, close } = await open(360, '/track-order?id=0000-0000-0000')
  await page.getByRole('region', { name: 'Notices' }).getByText('An error occured').waitFor()
  await page.getByRole('main').getByRole('alert').waitFor()
  await close()
})

test('a review is posted from the history, and the form folds again', async () => {
  const { page, close } = await open(360, `/order-history/${orderId}`)
  await page.getByText('Review your order').click()
  await page.getByRole('button', { name: 'Post review' }).click()
  await page.locator('.field-error', { hasText: 'Please type your review!' }).waitFor()
  await page.getByLabel('Your review').fill('Lovely hair')
  await page.getByText('11 of 5,000 characters').waitFor()
  await page.getByRole('button', { name: 'Post review' }).click()
  await page.getByText('Review Posted').waitFor()
  expect(await page.getByLabel('Your review').isVisible()).toBe(false)
  await close()
})

test('a status given by staff appears on the open history by itself', async () => {
  const { page, close } = await open(360, `/order-history/${orderId}`)
  await page.locator('[aria-current=step]', { hasText: 'pending' }).waitFor()
  const { call } = await signedIn(shop, owner.email, owner.password)
  await call('PUT', `/api/admin/approve-order/${orderId}`)
  await page.locator('[aria-current=step]', { hasText: 'confirmed' }).waitFor({ timeout: 40_000 })
  await close()
})
