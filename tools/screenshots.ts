import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page, Route } from 'playwright-core'
import { samplePassword } from '../all-in-one/demo.catalogue.ts'
import { freePort } from '../platform/embedded-postgres.ts'
import { launchBrowser } from './browser.ts'

/**
 * `npm run screenshots`: every screen of a sample shop, at three widths, in four states, as PNG files
 * under `screenshots/`, to be looked at. An argument picks the screens whose name holds it.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const folder = path.join(root, 'screenshots')
const only = process.argv[2] ?? ''
const widths = [360, 768, 1440]
const states = ['filled', 'loading', 'empty', 'failed'] as const
type State = (typeof states)[number]

/** Screens, with how they are reached where the address alone does not lead there. */
const customers = (orderId: string): Record<string, string> => ({
  'confirm-payment': '/confirm-payment',
  terms: '/terms-conditions',
  'track-order': `/track-order?id=${orderId}`,
  'order-history': `/order-history/${orderId}`,
  'not-found': '/nowhere',
  'sign-in': '/admin',
  'request-reset-password': '/request-reset-password',
  'reset-password': '/reset-password/some-token',
  'account-activation': '/account-activation',
})
const staff = (orderId: string): Record<string, string> => ({
  orders: '/dashboard/orders',
  'orders-shipped': '/dashboard/orders?tab=shipped',
  'ordered-products': '/dashboard/ordered-products',
  'delivery-location': '/dashboard/delivery-location',
  'add-delivery-location': '/dashboard/add-delivery-location',
  product: '/dashboard/product',
  sales: '/dashboard/sales',
  users: '/dashboard/users',
  'add-users': '/dashboard/add-users',
  profile: '/dashboard/profile',
  'user-logs': '/dashboard/user-logs',
  audit: `/dashboard/audit/${orderId}`,
  mails: '/dashboard/mails',
})

const startSampleShop = async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'strand-screenshots-'))
  await chmod(data, 0o755)
  const port = await freePort()
  const shop = spawn(process.execPath, ['all-in-one/demo.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: path.join(data, 'data'), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    shop.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Sample staff')) resolve()
    })
    shop.once('exit', () => reject(new Error('The sample shop did not start')))
  })
  const stop = async () => {
    shop.kill('SIGINT')
    await once(shop, 'exit')
    await rm(data, { recursive: true, force: true })
  }
  return { address: `http://127.0.0.1:${port}`, stop }
}

/** What a list or a lookup answers in a state; signing in and the session stay as they are. */
const inState = (state: State) => async (route: Route) => {
  const { pathname } = new URL(route.request().url())
  // The live stream never ends, and a picture of a screen needs it to.
  if (pathname === '/api/admin/live') return route.abort()
  const isRead = route.request().method() === 'GET' && pathname !== '/api/shop'
  if (!isRead || state === 'filled') return route.fallback()
  if (state === 'loading') return // never answered
  if (state === 'failed') return route.fulfill({ status: 500, json: { message: 'It went wrong' } })
  const answer = await route.fetch()
  const body = await answer.json().catch(() => null)
  if (Array.isArray(body?.result)) body.result = []
  else if (Array.isArray(body?.result?.data)) Object.assign(body.result, { data: [], total: 0 })
  return route.fulfill({ response: answer, json: body })
}

const shoot = async (page: Page, name: string, url: string, state: State) => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/**', inState(state))
  await page.goto(url)
  // Some answers never come, and some calls come again and again: what a person sees after a moment.
  await page.waitForTimeout(1_200)
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 780 : 900 })
    await page.waitForTimeout(150)
    await page.screenshot({
      path: path.join(folder, `${name}.${state}.${width}.png`),
      fullPage: true,
    })
  }
}

await mkdir(folder, { recursive: true })
const shop = await startSampleShop()
const browser = await launchBrowser(false)
try {
  const signIn = await fetch(`${shop.address}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'owner@strand.example', password: samplePassword }),
  })
  const { accessToken } = (await signIn.json()) as { accessToken: string }
  const shipped = await fetch(`${shop.address}/api/admin/orders/delivery`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  })
  const list = (await shipped.json()) as { result: { data: { orderid: string }[] } }
  const orderId = list.result.data[0]?.orderid ?? ''

  const page = await browser.newPage({ baseURL: shop.address })
  for (const [name, url] of Object.entries(customers(orderId)))
    if (name.includes(only)) for (const state of states) await shoot(page, name, url, state)

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/admin')
  await page.getByLabel('Email').fill('owner@strand.example')
  await page.getByLabel('Password', { exact: true }).fill(samplePassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/**')
  for (const [name, url] of Object.entries(staff(orderId)))
    if (name.includes(only)) for (const state of states) await shoot(page, name, url, state)
  process.stdout.write(`\n  Screenshots are in ${folder}\n`)
} finally {
  await browser.close()
  await shop.stop()
}
