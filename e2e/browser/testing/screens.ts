import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { openApiSession } from '@strand/all-in-one/demo/seed'
import type { ShopOptions } from '@strand/all-in-one/shop-options'
import { eventually } from '@strand/platform/testing/eventually'
import { limit } from '@strand/platform/testing/limits'
import { random, someOf } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { TestBrowser } from '../../testing/browser.ts'
import { owner, startTestShop } from '../../testing/test-shop.ts'

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'

/** A phone and a desktop, in pixels. */
export const widths = [360, 1440]

export type SeededShop = Awaited<ReturnType<typeof startSeededShop>>

/** A whole shop with a product and a delivery location; `call` calls its API as the owner. */
export const startSeededShop = async (changes: Partial<ShopOptions> = {}) => {
  const shop = await startTestShop(changes)
  const staff = await openApiSession(shop, owner.email, owner.password)
  const catalogue = ['/api/products', '/api/delivery-location', '/api/admin/sales']
  /**
   * Calls the API as the owner. A change of the catalogue waits until visitors see it, because
   * they, and the orders that they place, know nothing of this write and would not wait for it.
   */
  const call: typeof staff.call = async (method, url, body) => {
    const answer = await staff.call(method, url, body)
    if (method !== 'GET' && /product|location|sales/.test(url))
      await Promise.all(catalogue.map((list) => staff.call('GET', list)))
    return answer
  }
  await call('POST', '/api/admin/create-product', { productname: 'Wig', price: 72_000 })
  await call('POST', '/api/admin/create-delivery-location', { location: 'Lagos', price: 3_000 })
  const [product] = (await call('GET', '/api/products')).result
  const [location] = (await call('GET', '/api/delivery-location')).result
  let customers = 0
  /**
   * Orders a wig. `name` is the customer's last name. Each customer has another email and proof.
   */
  const placeOrder = async (
    name = 'Okafor',
    salesid = '',
    phone = '08031234567',
  ): Promise<string> => {
    customers++
    const answer = await call('POST', '/api/create-order', {
      firstname: 'Ada',
      lastname: name,
      email: `ada${customers}@mail.example`,
      countrycode: 'NG',
      phone,
      instagramusername: 'ada.hair',
      location: location.locationid,
      deliveryaddress: '5 Marina Road',
      accountname: `Ada ${name}`,
      tandc: true,
      products: [{ ...product, quantity: 1, amount: 72_000 }],
      files: [
        {
          fileType: 'application/pdf',
          fileName: 'proof.pdf',
          fileUid: '1',
          base64Image: Buffer.from(pdf.replace('%%EOF', `% ${customers}\n%%EOF`)).toString(
            'base64',
          ),
        },
      ],
      amount: 75_000,
      salesid,
    })
    const { orderId } = answer
    // Waits, because a browser that opens now knows nothing of this write and would not wait for
    // it.
    await eventually(() => call('GET', `/api/admin/orders/rows?ids=${orderId}`), {
      result: [{ orderid: orderId }],
    })
    await eventually(() => call('GET', `/api/orders/${orderId}/history`).catch(() => null))
    return orderId
  }
  /**
   * Waits, because a browser that opens now knows nothing of this write and would not wait for it.
   */
  const listsFollow = () =>
    Promise.all(
      ['orders', 'products', 'users', 'bank-lines'].map((list) =>
        call('GET', `/api/admin/${list}?results=1`),
      ),
    )
  return { ...shop, ...staff, call, placeOrder, listsFollow }
}

export type Screen = Awaited<ReturnType<typeof openScreen>>

type Opened = {
  width: number
  height?: number
  url: string
  /** Prepares the page before its first request, for example with stubs. */
  prepare?: (page: Page) => Promise<unknown>
}

const newContext = (browser: TestBrowser, address: string) =>
  browser.newContext({ baseURL: address, reducedMotion: 'reduce' })

/** Opens a screen in a browser that knows nothing of the shop. */
export const openScreen = async (
  browser: TestBrowser,
  { address, ...opened }: Opened & { address: string },
) => openIn(await newContext(browser, address), opened)

/**
 * Opens a screen. `complaints` collects broken policies, failed scripts, a focus that is lost and console
 * errors, except the browser's own line about a call that the test made fail: see `provokes`.
 */
const openIn = async (context: BrowserContext, { width, height = 800, url, prepare }: Opened) => {
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  explainFailure(page)
  const complaints: string[] = []
  let allowedPaths: string[] = []
  let latestPaths: string[] = []
  const isAllowed = (message: ConsoleMessage) =>
    message.text().startsWith('Failed to load resource') &&
    // An unknown address is answered with 404, which the browser reports.
    ['/nowhere', ...allowedPaths].some((path) =>
      new URL(message.location().url).pathname.startsWith(path),
    )
  page.on('console', (message) => {
    if (message.type() === 'error' && !isAllowed(message))
      complaints.push(`${message.text()} ${message.location().url}`.trim())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`security policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
    // Before the next frame, the browser takes the focus from what is disabled.
    new MutationObserver(() => {
      const focused = document.activeElement
      if (focused?.matches(':disabled'))
        console.error(`disabled while it has the focus: ${focused.outerHTML.slice(0, 200)}`)
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['disabled'] })
  })
  await prepare?.(page)
  await page.goto(url)
  return {
    page,
    width,
    complaints,
    /** Whether axe checks this screen: see `onEach`. */
    isExamined: true,
    /**
     * Allows calls to these paths, and to longer ones, to fail. The permission ends two calls of
     * `provokes` later, because the browser may report a failure only after the failed call has
     * ended.
     */
    provokes: (...paths: string[]) => {
      allowedPaths = [...latestPaths, ...paths]
      latestPaths = paths
    },
    close: () => context.close(),
  }
}

/** Adds to a test's failure what the page shows, and which requests the page is waiting for. */
const explainFailure = (page: Page) => {
  const waiting = new Map<Request, number>()
  const failed: string[] = []
  page.on('request', (request) => waiting.set(request, Date.now()))
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => {
    waiting.delete(request)
    failed.push(`${request.url()} (${request.failure()?.errorText})`)
  })
  // A page that is opened for all tests of a file belongs to none of them.
  if (!expect.getState().currentTestName) return
  onTestFinished(async ({ task }) => {
    const [error] = task.result?.errors ?? []
    if (!error || page.isClosed()) return
    const text = await page
      .locator('body')
      .innerText({ timeout: limit(5_000) })
      .catch((problem) => `unknown: ${problem}`)
    const open = [...waiting].map(([one, at]) => `${one.url()} (for ${Date.now() - at} ms)`)
    error.message += `\n  Page: ${page.url()}\n  Waits for: ${open.join(', ') || 'nothing'}\n  Failed: ${failed.join(', ') || 'nothing'}\n  Text: ${text.slice(0, 1_000)}`
  })
}

/**
 * Does the same on all screens at the same time; a failure names the screen's width. axe, which takes most of
 * the time, checks one screen in turn, and all of them in `npm run test:long`.
 */
export const onEach = async (
  screens: Screen[],
  work: (screen: Screen) => Promise<unknown>,
): Promise<void> => {
  const examined = someOf(screens)
  for (const screen of screens) screen.isExamined = examined.includes(screen)
  const ends = await Promise.allSettled(screens.map(work))
  for (const [index, end] of ends.entries())
    if (end.status === 'rejected') {
      const error = end.reason as Error
      error.message = `On the screen of ${screens[index]?.width} px: ${error.message}`
      throw error
    }
}

export const signIn = async (page: Page, { email, password } = owner) => {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/**
 * Empties the local storage, and returns whether another screen can open in this one's context, as
 * if someone had only signed in there.
 */
const isLeftClean = ({ page }: Screen): Promise<boolean> =>
  page
    .evaluate(() => {
      localStorage.clear()
      // Playwright's clock, once installed, stays with the context.
      return document.querySelector('.staff-header') !== null && !('__pwClock' in window)
    })
    .catch(() => false)

/**
 * Opens screens of the desk, and signs in the owner or another person on the way. The first screen
 * of a browser context takes three times as much CPU time as later ones, because it signs in, and
 * loads and compiles all scripts. So a closed screen leaves its context to the next one of the same
 * person.
 */
export const deskOpener = (browser: TestBrowser, address: string) => {
  const left = new Map<string, BrowserContext[]>()
  return async (opened: Opened, as = owner): Promise<Screen> => {
    const ofPerson = left.get(as.email) ?? []
    left.set(as.email, ofPerson)
    const signedIn = ofPerson.pop()
    const context = signedIn ?? (await newContext(browser, address))
    const screen = await openIn(context, opened)
    if (!signedIn) await signIn(screen.page, as)
    await screen.page.locator('.staff-header').waitFor()
    const close = async () => {
      if (!(await isLeftClean(screen))) return context.close()
      await context.setOffline(false)
      await Promise.all(context.pages().map((page) => page.close()))
      ofPerson.push(context)
    }
    return { ...screen, close }
  }
}

const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The violations of WCAG 2.2 AA, or of the given rules, that axe finds on the page. */
const axeViolations = async (page: Page, runOnly = wcag22aa): Promise<string[]> => {
  const script = await axe
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    // An element under a notice, a dialog or a bar is no target until that is closed or scrolled
    // away.
    const covers = [
      ...document.querySelectorAll(
        '.staff-header, .toast, .p-dialog-mask, .undo-bar-inside, .bulk-bar, .live-bar button, .step-actions-sticky, .review-decision',
      ),
    ]
    const isCovered = (selector: string) => {
      const target = document.querySelector(selector)
      const box = target?.getBoundingClientRect()
      const meets = ({ left, right, top, bottom }: DOMRect) =>
        box && left < box.right && right > box.left && top < box.bottom && bottom > box.top
      return covers.some((cover) => !cover.contains(target) && meets(cover.getBoundingClientRect()))
    }
    const found = await axe.run({ runOnly, resultTypes: ['violations'] })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ target }) => id !== 'target-size' || !isCovered(String(target[0])))
        .map(({ target }) => `${id}: ${target.join(' ')}`),
    )
  }, runOnly)
}

/** By how many pixels the page is wider than its window, or a table wider than its space. */
export const overflowPixels = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const over = ({ scrollWidth, clientWidth }: Element) => Math.max(0, scrollWidth - clientWidth)
    const frames = [...document.querySelectorAll('.list-table-frame')]
    return Math.max(over(document.body), ...frames.map(over))
  })

/**
 * Obstacles for readers of tables, cards and lists of facts: an amount, a date, a span of days or a
 * duration over two lines, and a card's label without a value.
 */
const stumblingBlocks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const date = String.raw`\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?: \d{4})?(?:, \d{1,2}:\d\d(?::\d\d)? [ap]m)?`
    const duration = String.raw`less than a day|\d+(?:\.\d+)? (?:minute|hour|day)s?(?: ago)?`
    const value = new RegExp(`[−-]?₦[\\d,.]+|${date}(?: to ${date})?|≤? ?\\b(?:${duration})`, 'g')
    const isBroken = (range: Range) => {
      const [first, ...others] = range.getClientRects()
      return first !== undefined && others.some(({ top }) => top >= first.bottom - 1)
    }
    const textsOf = (cell: Element): Text[] => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      return texts
    }
    const brokenIn = (text: Text): string[] =>
      [...text.data.matchAll(value)].flatMap((found) => {
        const range = document.createRange()
        range.setStart(text, found.index)
        range.setEnd(text, found.index + found[0].length)
        return isBroken(range) ? [`broken: ${found[0]}`] : []
      })
    const wholes = [...document.querySelectorAll('.amount, .whole, time')].flatMap((whole) => {
      const range = document.createRange()
      range.selectNodeContents(whole)
      return isBroken(range) ? [`broken: ${whole.textContent}`] : []
    })
    const cells = [...document.querySelectorAll('td, th, dd')].flatMap(textsOf).flatMap(brokenIn)
    const labels = [...document.querySelectorAll<HTMLElement>('td[data-label]')]
      .filter(
        (cell) =>
          cell.offsetParent !== null &&
          getComputedStyle(cell, '::before').content !== 'none' &&
          cell.innerText.trim() === '' &&
          !cell.querySelector('img, svg, input, select, button'),
      )
      .map((cell) => `no value: ${cell.dataset.label}`)
    return [...new Set([...wholes, ...cells, ...labels])]
  })

/** A list is dimmed while it reloads. */
const isNothingDimmed = () =>
  [...document.querySelectorAll('.order-state, .list-table')].every(
    (part) => getComputedStyle(part).opacity === '1',
  )

/**
 * The violations that axe finds twice in a row while nothing is dimmed, because a list may be
 * dimmed for a moment during axe's check.
 */
const lastingViolations = async (
  page: Page,
  runOnly?: string[],
  before: string[] = [],
): Promise<string[]> => {
  await page.waitForFunction(isNothingDimmed)
  const found = await axeViolations(page, runOnly)
  return found.length === 0 || found.join() === before.join()
    ? found
    : lastingViolations(page, runOnly, found)
}

/** One colour scheme, which the seed chooses, or both in `npm run test:long`. */
const someSchemes = (): ('light' | 'dark')[] => {
  const schemes = repetitions({ usual: 1, long: 2 })
  const drawn = random() < 0.5 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  return drawn.slice(0, schemes)
}

/**
 * Checks the rules for every screen in every state: the screen is accessible, within its width, and
 * without broken values and complaints. axe checks one state in three, which the seed chooses, and
 * all of them in `npm run test:long`.
 */
export const expectSoundScreen = async (
  { page, width, complaints, isExamined }: Screen,
  what: string,
  examined = random() < repetitions({ usual: 1, long: 3 }) / 3,
) => {
  if (isExamined && examined)
    for (const colorScheme of someSchemes()) {
      await page.emulateMedia({ colorScheme })
      expect(await lastingViolations(page), `${what}, ${colorScheme}`).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
  expect(await overflowPixels(page), `${what} is wider than ${width} px`).toBe(0)
  expect(await stumblingBlocks(page), `${what} at ${width} px`).toEqual([])
  expect(complaints.splice(0), what).toEqual([])
}
