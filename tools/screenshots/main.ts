import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BrowserContext, Route } from 'playwright-core'
import { samplePassword } from '../../all-in-one/demo/catalogue.ts'
import { launchOwnBrowser, type TestBrowser } from '../../e2e/testing/browser.ts'
import { ownerToken, shippedOrder, startSampleShop } from '../sample-shop.ts'
import { accountScreens } from './account-screens.ts'
import { customerScreens } from './customer-screens.ts'
import { writeDocsPictures } from './docs-pictures.ts'
import { shootMails } from './mails.ts'
import { importSampleMoney } from './sample-money.ts'
import { staffScreens } from './staff-screens.ts'
import type { Screen } from './steps.ts'

/**
 * `npm run screenshots`: captures every screen of a sample shop at three widths, in its states and
 * moments, light and dark, and every email at two widths. The PNG files are in `screenshots/`, for
 * people to look at. The first argument selects files by the beginning of their names; `mail`
 * selects the emails, which need no shop. The second argument is the address of a running sample
 * shop. `--docs` writes the documentation's pictures instead.
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = path.join(root, 'screenshots')
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { docs: { type: 'boolean', default: false } },
})
const [only = '', running] = positionals
const { docs } = values
const widths = [360, 768, 1440]
const states = ['filled', 'loading', 'empty', 'failed'] as const
type State = (typeof states)[number]

/** Answers lists and lookups as the state requires; sign-in and the session stay real. */
const inState = (state: State) => async (route: Route) => {
  const { pathname } = new URL(route.request().url())
  // The live stream never ends, and a screenshot waits for its end.
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

const shoot = async (context: BrowserContext, screen: Screen, state: State, width: number) => {
  const page = await context.newPage()
  page.setDefaultTimeout(5_000)
  await page.route('**/api/**', inState(state))
  await page.goto(screen.url)
  const isLoading = state === 'loading'
  await page
    .getByRole('heading')
    .first()
    .waitFor({ timeout: isLoading ? 5_000 : 20_000 })
    .catch(() => {})
  const outline = page.locator('.skeleton, .loading').first()
  if (!isLoading) await outline.waitFor({ state: 'detached' }).catch(() => {})
  if (state === 'failed')
    await page
      .locator('[aria-busy="true"]')
      .first()
      .waitFor({ state: 'detached', timeout: 15_000 })
      .catch(() => {})
  // Some calls repeat forever, so the program captures the screen after a moment.
  await page.waitForTimeout(600)
  const what = `${screen.name}.${state}.${width}`
  await screen.lead?.(page).catch((error: Error) => {
    process.stdout.write(`  ${what}: ${error.message.split('\n').slice(0, 4).join(' ')}\n`)
  })
  if (screen.lead) await page.waitForTimeout(500)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const file = colorScheme === 'dark' ? `${what}.dark.png` : `${what}.png`
    await page.screenshot({
      path: path.join(folder, file),
      fullPage: !screen.viewportOnly,
      animations: 'disabled',
    })
  }
  await page.close()
}

const signInWith = async (context: BrowserContext, by: NonNullable<Screen['by']>) => {
  const page = await context.newPage()
  await page.goto('/admin')
  await page.getByLabel('Email').fill(`${by}@strand.example`)
  await page.getByLabel('Password', { exact: true }).fill(samplePassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/**')
  await page.close()
}

/**
 * Captures all screens at one width. Each customer screen gets a new context; staff stay signed in.
 */
const shootAll = async (browser: TestBrowser, baseURL: string, wanted: Screen[], width: number) => {
  const isMobile = width < 500
  const open = () =>
    browser.newContext({
      baseURL,
      isMobile,
      hasTouch: isMobile,
      viewport: { width, height: isMobile ? 780 : 900 },
    })
  const signedIn = new Map<string, BrowserContext>()
  for (const screen of wanted) {
    const { by } = screen
    const context = (by && signedIn.get(by)) || (await open())
    if (by && !signedIn.has(by)) {
      await signInWith(context, by)
      signedIn.set(by, context)
    }
    for (const state of screen.lead ? (['filled'] as const) : states)
      await shoot(context, screen, state, width)
    if (!by) await context.close()
  }
}

/** A separate context for each of the documentation's pictures. */
const openFor =
  (baseURL: string) => async (screen: Screen, viewport: { width: number; height: number }) => {
    const isMobile = viewport.width < 500
    const context = await browser.newContext({ baseURL, isMobile, hasTouch: isMobile, viewport })
    if (screen.by) await signInWith(context, screen.by)
    return context
  }

await mkdir(folder, { recursive: true })
const browser = await launchOwnBrowser()
if (!docs) await shootMails(browser, folder, only)
if (only.startsWith('mail.') || only === 'mail') {
  await browser.close()
  process.exit()
}
const shop = running ? { address: running, stop: async () => {} } : await startSampleShop()
try {
  const orderId = await shippedOrder(shop.address)
  if (!running && !docs) await importSampleMoney(shop.address, await ownerToken(shop.address))
  const wanted = [...customerScreens, ...accountScreens, ...staffScreens]
    .filter(({ name }) => name.startsWith(only))
    .map((screen) => ({ ...screen, url: screen.url.replace('{order}', orderId) }))
  if (docs)
    await writeDocsPictures(
      browser,
      wanted,
      path.join(root, 'docs/pictures'),
      openFor(shop.address),
    )
  else {
    await Promise.all(widths.map((width) => shootAll(browser, shop.address, wanted, width)))
    process.stdout.write(`\n  Screenshots are in ${folder}\n`)
  }
} finally {
  await browser.close()
  await shop.stop()
}
