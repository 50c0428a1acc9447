import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { owner } from '../testing/test-shop.ts'
import {
  expectSoundScreen,
  openScreen,
  type SeededShop,
  signIn,
  startSeededShop,
} from './testing/screens.ts'

let shop: SeededShop
let browser: TestBrowser
beforeAll(async () => {
  shop = await startSeededShop({ trustedProxies: ['127.0.0.1'] })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const guess = (network: number) =>
  fetch(`${shop.address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${network}` },
    body: JSON.stringify({ email: owner.email, password: 'Wrong-one-1' }),
  })

test('while strangers guess a password, its owner can sign in with the browser in which they open the mailed link', async () => {
  for (let network = 0; network < 10; network++) await guess(network)
  const { text = '' } = await shop.mailTo(owner.email, 'Failed sign-ins')
  const link = new URL(/https?:\/\/\S+\/known-device\/\S+/.exec(text)?.[0] ?? '').pathname
  // A link copied together with the end of its sentence.
  const url = `${link}).`
  const screen = await openScreen(browser, { address: shop.address, width: 360, url })
  const { page } = screen
  const confirm = page.getByRole('button', { name: 'Use this browser' })
  await confirm.waitFor()
  await expectSoundScreen(screen, 'the screen of a mailed link')
  await confirm.click()
  await page.getByRole('heading', { name: 'Staff sign-in' }).waitFor()
  // The strangers continue: they use up the next try, and unknown browsers have to wait.
  expect((await guess(20)).status).toBe(429)
  await signIn(page, owner)
  await page.waitForURL('**/dashboard/orders')

  screen.provokes('/api/known-device/')
  await page.goto(link)
  await confirm.click()
  await page.getByRole('alert').getByText('This link has already been used').waitFor()
  await expectSoundScreen(screen, 'the screen of a mailed link')
})
