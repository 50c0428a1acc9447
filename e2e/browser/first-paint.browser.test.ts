import { someOf } from '@strand/platform/testing/random'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { type SeededShop, startSeededShop } from './testing/screens.ts'
import { visits } from './testing/visits.ts'

let shop: SeededShop
let browser: TestBrowser
let orderId: string

beforeAll(async () => {
  shop = await startSeededShop()
  browser = await launchBrowser()
  orderId = await shop.placeOrder()
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

type Paints = {
  layoutShifts: { value: number; nodes: string[] }[]
  largestPaints: { text: string; size: number }[]
}

/** Records what moved, and each text that was the largest so far. */
const watchPaints = (page: Page) =>
  page.addInitScript(() => {
    const seen = Object.assign(window, { layoutShifts: [], largestPaints: [] }) as unknown as Paints
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    const shifts = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        seen.layoutShifts.push({
          value,
          nodes: sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 80) ?? ''),
        })
    })
    shifts.observe({ type: 'layout-shift', buffered: true })
    type Paint = PerformanceEntry & { element: Element | null; size: number }
    const paints = new PerformanceObserver((list) => {
      for (const { element, size } of list.getEntries() as Paint[])
        seen.largestPaints.push({ text: element?.textContent ?? '', size })
    })
    paints.observe({ type: 'largest-contentful-paint', buffered: true })
  })

const publicUrls = Object.values(visits)
  .flat()
  .filter(({ by, leadsTo }) => !by && !leadsTo)

/**
 * Opens a page, holds its scripts back until its frame is painted, and records what they change.
 */
const openHeldBack = async (
  url: string,
  shows: string,
  kept?: Awaited<ReturnType<BrowserContext['storageState']>>,
) => {
  const context = await browser.newContext({
    ...(kept && { storageState: kept }),
    baseURL: shop.address,
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  await watchPaints(page)
  const started = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await started.promise
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const largest = async () =>
    (await page.evaluate(() => (window as unknown as Paints).largestPaints)).at(-1)
  await expect.poll(largest).toBeDefined()
  const first = await largest()

  started.resolve()
  await page.getByText(shows).filter({ visible: true }).first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  const last = await largest()
  const shifts = await page.evaluate(() => (window as unknown as Paints).layoutShifts)
  const storage = await context.storageState()
  await context.close()
  return { first, last, shifts, storage }
}

const expectNothingMoved = (shifts: Paints['layoutShifts']) => {
  const moved = shifts.reduce((sum, { value }) => sum + value, 0)
  // Letters that move by a fraction of a pixel count as 0.001; users begin to notice 0.1.
  expect(moved, JSON.stringify(shifts)).toBeLessThan(0.002)
}

for (const { url, shows } of someOf(publicUrls, 4))
  test(`${url}: its largest text is painted before its script arrives, and nothing moves`, async () => {
    const { first, last, shifts } = await openHeldBack(url.replace('{order}', orderId), shows)
    expect(last).toEqual(first)
    expectNothingMoved(shifts)
  })

test('nothing moves around the shop’s message, which names the shop', async () => {
  const orderMessage = 'Your parcel left us with the courier today. Expect it in 2 to 4 days.'
  const status = { orderId, orderStatus: 'shipped', orderMessage }
  await shop.call('PUT', `/api/order/${orderId}/status`, status)
  const url = `/track-order?id=${orderId}`
  const { shifts, storage } = await openHeldBack(url, orderMessage)
  expectNothingMoved(shifts)
  // The phone now knows the order, and lists it.
  expectNothingMoved((await openHeldBack(url, orderMessage, storage)).shifts)
  expectNothingMoved((await openHeldBack(`/order-history/${orderId}`, orderMessage)).shifts)
})

test('customers’ pages show the shop and the screen’s heading without any script', async () => {
  const context = await browser.newContext({ baseURL: shop.address, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [url, heading] of [
    ['/', 'Step 1 of 3 · Customer Details'],
    ['/confirm-payment', 'Step 1 of 3 · Customer Details'],
    ['/track-order?id=x', 'Track your order'],
    ['/pay', 'Pay for your order'],
    ['/terms-conditions', 'Terms & conditions'],
    ['/order-history/x', 'Order history'],
    ['/nowhere/at/all', 'Sorry, the page you visited does not exist.'],
  ] as const) {
    await page.goto(url)
    expect(await page.getByRole('heading', { level: 1 }).textContent(), url).toBe(heading)
    await page.getByRole('banner').getByText('Strand Hair').waitFor()
  }
  await context.close()
})

test('the shop’s address of an Instagram link shows the frame until the form is there, never an empty screen', async () => {
  const context = await browser.newContext({ baseURL: shop.address })
  const page = await context.newPage()
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 10 })
  await page.addInitScript(() => {
    const seen = Object.assign(window, { emptied: 0 })
    new MutationObserver(() => {
      const main = document.querySelector('main')
      if (main && !main.textContent?.trim()) seen.emptied += 1
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/?igsh=MWx4eXo%3D&utm_source=ig#_')
  await page.getByLabel('First name').waitFor()
  expect(new URL(page.url()).pathname).toBe('/confirm-payment')
  expect(await page.evaluate(() => (window as unknown as { emptied: number }).emptied)).toBe(0)
  await context.close()
})

test('a move to another address during the sliced first render is followed', async () => {
  const context = await browser.newContext({ baseURL: shop.address })
  const page = await context.newPage()
  // A slow processor splits the first render. So the address changes after the router has read it,
  // and before the router listens.
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await page.addInitScript(() => {
    const replaceState = history.replaceState.bind(history)
    history.replaceState = (state, ...more) => {
      replaceState(state, ...more)
      history.replaceState = replaceState
      queueMicrotask(() => {
        history.pushState(null, '', '/terms-conditions')
        dispatchEvent(new PopStateEvent('popstate'))
      })
    }
  })
  await page.goto('/confirm-payment')
  await page.getByRole('heading', { name: 'Return and Exchanges' }).waitFor()
  await context.close()
})
