import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { owner } from '../testing/test-shop.ts'
import { openScreen, type SeededShop, signIn, startSeededShop } from './testing/screens.ts'

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

/** The shop receives and answers these calls, but the browser never gets the answer. */
const loseAnswers = async (
  page: Page,
  path: string,
  howMany: number,
  then: () => Promise<unknown> = async () => {},
) => {
  let left = howMany
  await page.route(`**${path}`, async (route) => {
    if (left === 0) return route.continue()
    left--
    expect((await route.fetch()).status()).toBe(200)
    await then()
    await route.abort('connectionreset')
  })
}

test('a tab that never received its new tokens is still signed in at its next request', async () => {
  const screen = await openScreen(browser, { address: shop.address, width: 1440, url: '/admin' })
  const { page } = screen
  await signIn(page, owner)
  await page.waitForURL('**/dashboard/orders')
  screen.provokes('/api/refresh-token')
  await loseAnswers(page, '/api/refresh-token', 2, () =>
    // The ten seconds in which two tabs can use the same token are over.
    shop.pool.query(`update session set rotated_at = rotated_at - interval '1 minute'`),
  )
  await page.reload()
  await page.getByRole('heading', { name: 'Orders' }).first().waitFor()
  const { rows } = await shop.pool.query('select from session where ended_at is not null')
  expect(rows).toEqual([])
})

test('a reset whose answer was lost counts as a success, not as a used link', async () => {
  await fetch(`${shop.address}/api/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.email }),
  })
  const { text = '' } = await shop.mailTo(owner.email, 'Reset your password')
  const url = new URL(/https?:\/\/\S+\/reset-password\/\S+/.exec(text)?.[0] ?? '').pathname
  const screen = await openScreen(browser, { address: shop.address, width: 360, url })
  const { page } = screen
  screen.provokes('/api/reset-password/')
  await loseAnswers(page, '/api/reset-password/*', 1)
  await page.getByLabel('New password', { exact: true }).fill('Harbour-7-lanterns')
  await page.getByLabel('Confirm password').fill('Harbour-7-lanterns')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await page.getByText('Password reset successful').first().waitFor()
  await page.getByRole('heading', { name: 'Staff sign-in' }).waitFor()
})
