import { totpApp } from '@strand/command-api/testing/totp-app'
import { freePort } from '@strand/platform/postgres/embedded'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { owner, startTestShop } from '../testing/test-shop.ts'
import { expectSoundScreen, openScreen, signIn } from './testing/screens.ts'

let shop: Awaited<ReturnType<typeof startTestShop>>
let browser: TestBrowser
beforeAll(async () => {
  shop = await startTestShop()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** Each code works once, but the code of the next 30 seconds already works. */
const after = (seconds: number) => () => new Date(Date.now() + seconds * 1000)

test('an authenticator app is added under Profile and asked for at the next sign-in, on a phone', async () => {
  const screen = await openScreen(browser, { address: shop.address, width: 360, url: '/admin' })
  const { page } = screen
  await signIn(page)
  await page.waitForURL('**/dashboard/orders')
  await page.goto('/dashboard/profile')
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  await expectSoundScreen(screen, 'the profile')
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  await expectSoundScreen(screen, 'the QR code of an authenticator app')
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  const code = dialog.getByLabel('Code from your authenticator app')
  await code.fill(totpApp(secret, after(0)).code())
  await page.keyboard.press('Enter')
  await dialog.getByText('Keep these recovery codes').waitFor()
  await expectSoundScreen(screen, 'the recovery codes')
  const codes = await dialog.locator('li code').allInnerTexts()
  expect(codes).toHaveLength(10)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 of 10 recovery codes are left').waitFor()
  await page.getByText('this browser').waitFor()
  await expectSoundScreen(screen, 'the profile with a second factor')

  // In another browser, the password is no longer enough.
  const other = await openScreen(browser, { address: shop.address, width: 360, url: '/admin' })
  await signIn(other.page)
  const asked = other.page.getByLabel('Code from your authenticator app')
  await asked.waitFor()
  expect(await asked.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await asked.evaluate((input) => input === document.activeElement)).toBe(true)
  await expectSoundScreen(other, 'the second step of signing in')
  other.provokes('/api/login/second-factor')
  await other.page.keyboard.type('000000')
  await other.page.keyboard.press('Enter')
  await other.page.getByRole('alert').getByText('This code is wrong').first().waitFor()
  await asked.fill(totpApp(secret, after(30)).code())
  await other.page.keyboard.press('Enter')
  await other.page.waitForURL('**/dashboard/orders')

  // The first browser ends the second browser's session, and the second's next call is refused.
  await page.reload()
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('button', { name: 'End all other sessions' }).waitFor({ state: 'detached' })
  other.provokes('/api/')
  await other.page.goto('/dashboard/profile')
  await other.page.waitForURL('**/admin')

  await signIn(other.page)
  await other.page.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.page.getByLabel('Recovery code').fill(codes[3] ?? '')
  await other.page.keyboard.press('Enter')
  await other.page.waitForURL('**/dashboard/**')
})

test('at a shop with a domain name, a required passkey is added during sign-in, and then signs in', async () => {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const named = await startTestShop({ publicUrl: address, signIn: { secondFactor: 'all' } }, port)
  onTestFinished(named.close)
  const screen = await openScreen(browser, { address, width: 768, url: '/admin' })
  const { page } = screen
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signIn(page)
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
  await expectSoundScreen(screen, 'the second factor that a shop requires')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('Keep these recovery codes').waitFor()
  await expectSoundScreen(screen, 'recovery codes at the first sign-in')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.waitForURL('**/dashboard/orders')
  await page.goto('/dashboard/profile')
  await page.getByText('This shop requires one.').waitFor()
  await page
    .getByText(/Passkey/)
    .first()
    .waitFor()
  await expectSoundScreen(screen, 'the profile with a passkey')

  await page.context().clearCookies()
  await page.goto('/admin')
  await signIn(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/dashboard/**')
})
