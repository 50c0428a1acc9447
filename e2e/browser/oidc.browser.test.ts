import { startOidcProvider } from '@strand/command-api/testing/oidc-provider'
import { totpApp } from '@strand/command-api/testing/totp-app'
import { freePort } from '@strand/platform/postgres/embedded'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { owner, startTestShop } from '../testing/test-shop.ts'
import { expectSoundScreen, openScreen } from './testing/screens.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** A shop at an address to which the provider can redirect a browser. */
const openShop = async (secondFactor: 'optional' | 'all') => {
  const provider = await startOidcProvider({ email: owner.email, email_verified: true })
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const signIn = { secondFactor, oidc: provider.settings }
  const shop = await startTestShop({ publicUrl: address, signIn }, port)
  onTestFinished(shop.close)
  return { provider, address }
}

test('S8.13 staff sign in at a provider with one click, and a failure there is explained in a sentence', async () => {
  const { provider, address } = await openShop('optional')
  const screen = await openScreen(browser, { address, width: 360, url: '/admin' })
  const { page } = screen
  const button = page.getByRole('link', { name: 'Sign in with Example' })
  await button.waitFor()
  await expectSoundScreen(screen, 'signing in at a provider or by password')

  provider.say({ email_verified: false })
  await button.click()
  await page
    .getByRole('alert')
    .getByText('Your email address isn’t verified with that service')
    .waitFor()
  // The outcome does not stay in the address, so a reload shows the plain page.
  expect(page.url()).toBe(`${address}/admin`)
  await expectSoundScreen(screen, 'a sign-in that the provider could not vouch for')

  provider.say({ email_verified: true })
  await button.click()
  await page.waitForURL('**/dashboard/orders')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('strand_oidc')

  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(page.url()).toBe(`${address}/dashboard/orders`)

  await page.context().clearCookies()
  screen.provokes('/api/login/oidc')
  await page.goto('/admin?oidc=done')
  await page.getByRole('alert').getByText('please sign in again').first().waitFor()
  expect(screen.complaints).toEqual([])
})

test('S8.13 a required second factor is added after signing in at the provider', async () => {
  const { address } = await openShop('all')
  const screen = await openScreen(browser, { address, width: 768, url: '/admin' })
  const { page } = screen
  await page.getByRole('link', { name: 'Sign in with Example' }).click()
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const code = totpApp(secret, () => new Date()).code()
  await page.getByLabel('Code from your authenticator app').fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.waitForURL('**/dashboard/orders')
  expect(screen.complaints).toEqual([])
})
