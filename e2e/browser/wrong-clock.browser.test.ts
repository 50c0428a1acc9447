import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { owner } from '../testing/test-shop.ts'
import { openScreen, type SeededShop, signIn, startSeededShop } from './testing/screens.ts'
import { clockOff } from './testing/wrong-clock.ts'

let shop: SeededShop
let browser: TestBrowser
beforeAll(async () => {
  shop = await startSeededShop()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const hour = 3_600_000

/** Opens the order list on a computer whose clock is off by `off`. */
const openDesk = async (off: number) => {
  const { page } = await openScreen(browser, { address: shop.address, width: 1440, url: '/admin' })
  await page.addInitScript(clockOff, off)
  await page.reload()
  await signIn(page, owner)
  await page.waitForURL('**/dashboard/orders')
  return page
}

test.each([
  ['three years behind', -3 * 365 * 24 * hour],
  ['a year ahead', 365 * 24 * hour],
])('a computer whose clock is %s, and is set right while staff work, keeps them signed in', async (_, off) => {
  const page = await openDesk(off)
  // The page asks for the time only while someone is signed in, so the second request shows that
  // they still are.
  for (const next of [0, hour]) {
    const told = page.waitForResponse((answer) => answer.url().endsWith('/api/shop'))
    await page.evaluate((set) => Object.assign(window, { clockOff: set }), next)
    await told
  }
  await page.getByRole('heading', { name: 'Orders' }).first().waitFor()
  const { rows } = await shop.pool.query('select from session where ended_at is not null')
  expect(rows).toEqual([])
})

test('a list that was loaded while the clock was an hour ahead shows orders that come later', async () => {
  const page = await openDesk(hour)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.evaluate(() => Object.assign(window, { clockOff: 0 }))
  await shop.placeOrder()
  await page.getByRole('button', { name: '1 new order: show' }).waitFor()
})
