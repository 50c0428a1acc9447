import { samplePassword } from '@strand/all-in-one/demo/catalogue'
import { seedStaff } from '@strand/all-in-one/demo/seed'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { random, someOf } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import {
  captureAnswer,
  expectNoNotice,
  expectNotice,
  invalidForm,
  otherUnanswered,
  timedOut,
  withoutAnswers,
  withTimeouts,
} from './testing/notices.ts'
import {
  expectSoundScreen,
  onEach,
  openScreen,
  type Screen,
  type SeededShop,
  signIn,
  startSeededShop,
  widths,
} from './testing/screens.ts'

let shop: SeededShop
let browser: TestBrowser
let screens: Screen[]
const newPassword = 'Tide-under-7-moons'

beforeAll(async () => {
  shop = await startSeededShop({ rateLimits: true })
  browser = await launchBrowser()
  await seedStaff(shop, keyRing(Buffer.alloc(32, 1)))
  for (const width of widths)
    await shop.call('POST', '/api/admin/create-user', {
      firstname: 'Bola',
      lastname: 'Ade',
      email: invited({ width }),
      phone: '08030000001',
      countryCode: 'NG',
      roleid: 'administrator',
    })
  screens = await Promise.all(
    someOf(widths).map((width) =>
      openScreen(browser, { address: shop.address, width, url: '/admin' }),
    ),
  )
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** Each screen width has users of its own: an active one, and one who was just invited. */
const colleague = ({ width }: { width: number }) =>
  width === 360 ? 'admin@strand.example' : 'auditor@strand.example'
const invited = ({ width }: { width: number }) => `invited-${width}@strand.example`

/** The path of an email's link, and the temporary password, if any. */
const inMail = async (to: string, subject: string) => {
  const text = (await shop.mailTo(to, subject)).text ?? ''
  return {
    link: new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').pathname,
    password: /password[^\n:]*:\s*(\S+)/i.exec(text)?.[1] ?? '',
  }
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click()
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}
const newPasswords = { 'New password': newPassword, 'Confirm password': newPassword }

/**
 * Checks the notice for a call without an answer and, for one call in three, for a timeout. The
 * words of the notices are the same for all calls.
 */
const expectUnanswered = async (
  screen: Screen,
  calls: string,
  work: () => Promise<unknown>,
  notice = otherUnanswered,
  isLate = random() < repetitions({ usual: 1, long: 3 }) / 3,
) => {
  await withoutAnswers(screen, calls, async () => {
    await work()
    await expectNotice(screen, notice)
  })
  if (isLate)
    await withTimeouts(screen, calls, async () => {
      await work()
      await expectNotice(screen, timedOut)
    })
}

test(`Invalid form submit: '${invalidForm}', with the first error of each failing field`, () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    await press('Sign in')(page)
    const text = 'Please enter email address!\nPlease enter Password!'
    await expectNotice(screen, { title: invalidForm, text })
    await fill(page, { 'Email address': 'ada@' })
    await press('Sign in')(page)
    const wrong = 'The input is not valid E-mail!\nPlease enter Password!'
    await expectNotice(screen, { title: invalidForm, text: wrong })

    await page.goto('/reset-password/some-token')
    await press('Reset password')(page)
    const missing = 'Please enter your new password!\nPlease confirm your password!'
    await expectNotice(screen, { title: invalidForm, text: missing })
    await fill(page, { ...newPasswords, 'Confirm password': 'other' })
    await press('Reset password')(page)
    const differs = 'The two passwords that you entered do not match!'
    await expectNotice(screen, { title: invalidForm, text: differs })
  }))

test("Login failure with response: 'Invalid Login Details' with the server message; no response: 'Failed' / 'An error occured while processing this request'; the timeout text after 15 s", () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    await page.goto('/admin')
    await fill(page, { 'Email address': colleague(screen), Password: 'Wrong-1-password' })
    const work = () => press('Sign in')(page)
    const text = 'An error occured while processing this request'
    await expectUnanswered(screen, 'POST /api/login', work, { title: 'Failed', text }, true)
    screen.provokes('/api/login')
    const { status, message } = await captureAnswer(screen, 'POST /api/login', { work })
    expect(status).toBe(401)
    await expectNotice(screen, { title: 'Invalid Login Details', text: message })
    expect(new URL(page.url()).pathname).toBe('/admin')
  }))

test("Reset request success: 'Mail Sent'; reset failure: 'Failed' with the server message; reset success: 'Password reset successful'", () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    await page.goto('/request-reset-password')
    await fill(page, { 'Email address': colleague(screen) })
    const ask = 'POST /api/request-password-reset'
    await expectUnanswered(screen, ask, () => press('Send the email')(page))
    const sent = await captureAnswer(screen, ask, { work: () => press('Send the email')(page) })
    await expectNotice(screen, { title: 'Mail Sent', text: sent.responseMessage })

    const { link } = await inMail(colleague(screen), 'Reset your password')
    const send = 'POST /api/reset-password/'
    const work = () => press('Reset password')(page)
    await page.goto(`${link}x`)
    await fill(page, newPasswords)
    await expectUnanswered(screen, send, work)
    screen.provokes('/api/reset-password/')
    const refused = await captureAnswer(screen, send, { work })
    await expectNotice(screen, { title: 'Failed', text: refused.message })

    await page.goto(link)
    await fill(page, newPasswords)
    const done = await captureAnswer(screen, send, { work })
    await expectNotice(screen, { title: 'Password reset successful', text: done.responseMessage })
    expect(new URL(page.url()).pathname).toBe('/admin')
  }))

test("Activation: tried after 2 s; 'Activation Token has already been used' is treated as success; any other message is shown as 'Failed'", () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    const { link } = await inMail(invited(screen), 'Activate your account')
    const calls = 'GET /api/activate-account/'
    const confirmed = page.getByText('Your email address is confirmed')
    const open = (address: string) => async () => {
      const began = Date.now()
      const asked = page.waitForRequest((request) => request.url().includes('/activate-account/'))
      await page.goto(address)
      await page.getByRole('button', { name: 'Activating account...' }).waitFor()
      await asked
      expect(Date.now() - began).toBeGreaterThan(2_000)
    }
    await withoutAnswers(screen, calls, async () => {
      await open(link)()
      await expectNotice(screen, otherUnanswered)
    })
    await press('Try again')(page)
    await confirmed.waitFor()
    await expectSoundScreen(screen, 'an activated account')

    screen.provokes('/api/activate-account/')
    const again = await captureAnswer(screen, calls, { work: open(link) })
    expect(again.message).toBe('Activation Token has already been used')
    await confirmed.waitFor()
    await expectNoNotice(screen)

    const other = await captureAnswer(screen, calls, { work: open(`${link}x`) })
    await expectNotice(screen, { title: 'Failed', text: other.message })
    expect(await confirmed.count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  }))

test("A pending admin goes to account activation after login; a wrong old password: 'An error occured' with the server message; 'Password Changed', a countdown of 5 s, then login", () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    const { password } = await inMail(invited(screen), 'Activate your account')
    await page.goto('/admin')
    await signIn(page, { email: invited(screen), password })
    await page.waitForURL('**/account-activation')
    const calls = 'POST /api/change-password'
    const work = () => press('Change password')(page)
    await page.getByLabel('Email address').waitFor()
    await fill(page, {
      'Email address': invited(screen),
      'Old password': 'Wrong-1-password',
      ...newPasswords,
    })
    await expectUnanswered(screen, calls, work)
    screen.provokes(calls.slice(5))
    const refused = await captureAnswer(screen, calls, { work })
    await expectNotice(screen, { title: 'An error occured', text: refused.message })
    await fill(page, { 'Old password': password })
    await page.clock.install()
    const done = await captureAnswer(screen, calls, { work })
    await page.getByText('The sign-in page opens in').waitFor()
    await expectNotice(screen, { title: 'Password Changed', text: done.responseMessage })
    await page.clock.runFor(5_000)
    await page.getByRole('heading', { name: 'Staff sign-in' }).waitFor()
    await signIn(page, { email: invited(screen), password: newPassword })
    await page.waitForURL('**/dashboard/orders')
  }))

test("'Password Changed' for active staff, who sign in again", () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    await page.goto('/change-password')
    await fill(page, { 'Old password': 'Wrong-1-password', ...newPasswords })
    const calls = 'POST /api/update-password'
    const work = () => press('Change password')(page)
    screen.provokes('/api/update-password')
    const refused = await captureAnswer(screen, calls, { work })
    expect(refused.status).toBe(400)
    await expectNotice(screen, { title: 'An error occured', text: refused.message })
    await fill(page, {
      'Old password': newPassword,
      'New password': samplePassword,
      'Confirm password': samplePassword,
    })
    const done = await captureAnswer(screen, calls, { work })
    await expectNotice(screen, { title: 'Password Changed', text: done.responseMessage })
    await page.getByRole('link', { name: 'Go to sign-in now' }).click()
    await page.getByRole('heading', { name: 'Staff sign-in' }).waitFor()
  }))

test("Reset request failure: 'Mail Not Sent' with the server message", async () => {
  // Uses up the requests that this address may send in an hour.
  for (let asked = 0; asked < 10; asked++)
    await fetch(`${shop.address}/api/request-password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@mail.example' }),
    })
  await onEach(screens, async (screen) => {
    const { page } = screen
    await page.goto('/request-reset-password')
    await fill(page, { 'Email address': colleague(screen) })
    screen.provokes('/api/request-password-reset')
    const refused = await captureAnswer(screen, 'POST /api/request-password-reset', {
      work: () => press('Send the email')(page),
    })
    expect(refused.status).toBe(429)
    await expectNotice(screen, { title: 'Mail Not Sent', text: refused.message })
  })
})
