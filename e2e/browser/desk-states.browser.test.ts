import { someOf } from '@strand/platform/testing/random'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { drawnTests } from './testing/drawn-tests.ts'
import { endSession } from './testing/end-session.ts'
import { runClockUntil } from './testing/notices.ts'
import { expectSoundScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { chooseFrom, followLink, moveTo } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()
const { drawn, draw } = drawnTests(5)

/** Makes the page believe that its tab was hidden or shown. */
const showTab = (page: Page, isShown: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isShown ? 'visible' : 'hidden',
  )

const hold = async (page: Page, path: string) => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await promise
    await route.continue()
  })
  return release
}

const shownChoice = (field: Locator) =>
  field.evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.textContent)

drawn(
  'a field whose choices are loading says so, and one whose choices failed to load offers a retry',
  async () => {
    const screen = await openStaff(360, '/dashboard/orders')
    const { page } = screen
    const release = await hold(page, '**/api/Countries')
    await page.route('**/api/admin/roles', (route) => route.fulfill({ status: 404, json: {} }))
    screen.provokes('/api/admin/roles')
    await moveTo(page, '/dashboard/add-users')
    const [country, role] = [page.getByLabel('Country code'), page.getByLabel('Role')]
    await expect.poll(() => shownChoice(country)).toBe('Loading the countries…')
    const failure = page.getByText('The roles could not be loaded.')
    await failure.waitFor()
    await expectSoundScreen(screen, 'a form with choices that are missing')
    release()
    await expect.poll(() => shownChoice(country)).toContain('Nigeria')
    await page.unroute('**/api/admin/roles')
    await failure.getByRole('button', { name: 'Try again' }).press('Enter')
    await role.selectOption('auditor')
    expect(await failure.count()).toBe(0)
    await screen.close()
  },
)

drawn(
  'the country list that the customers’ form loaded does not break the desk’s forms',
  async () => {
    const screen = await openStaff(1440, '/dashboard/orders')
    const { page } = screen
    await moveTo(page, '/confirm-payment')
    await page.getByLabel('Country code').focus()
    await page.getByLabel('Country code').selectOption('GH')
    await moveTo(page, '/dashboard/add-users')
    await page.getByLabel('Country code').selectOption('GH')
    expect(screen.complaints).toEqual([])
    await screen.close()
  },
)

drawn('the reason for signing in again is read out with the focused field', async () => {
  const screen = await openStaff(1440, '/dashboard/product')
  const { page } = screen
  screen.provokes('/api/')
  await endSession(screen)
  // The desk may have noticed the end of the session already, and show the sign-in.
  await followLink(page, '/dashboard/sales')
  const email = page.getByLabel('Email address')
  await email.waitFor()
  const description = await email.evaluate((field) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  )
  expect(description).toContain('Your session has ended')
  await screen.close()
})

drawn('the tabs stay where they are when their counts arrive', async () => {
  const screen = await openStaff(360, '/dashboard/product')
  const { page } = screen
  const release = await hold(page, '**/api/admin/orders/counts')
  await page.goto('/dashboard/orders')
  const tabs = page.getByRole('navigation', { name: 'Orders by status' }).getByRole('listitem')
  await tabs.first().waitFor()
  const places = () => tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
  const before = await places()
  release()
  await tabs.first().getByText('0', { exact: true }).waitFor()
  expect(await places()).toEqual(before)
  // The button beside the title takes no row of its own.
  const [title, refresh] = await Promise.all(
    [
      page.getByRole('heading', { name: 'Orders', level: 1 }),
      page.getByRole('button', { name: 'Refresh' }),
    ].map((part) => part.boundingBox()),
  )
  expect(refresh?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0))
  await expectSoundScreen(screen, 'the orders on a phone')
  await screen.close()
})

drawn('the tabs stay where they are, whatever the counts are', async () => {
  const screen = await openStaff(360, '/dashboard/product')
  const { page } = screen
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/admin/live', (route) => route.abort())
  await page.route('**/api/admin/orders/counts', async (route) => {
    await promise
    const answer = await route.fetch()
    const { result, ...rest } = await answer.json()
    const [many, more] = [66, 111]
    const counts = { ...result, pending: many, confirmed: many, shipped: more, returned: many }
    await route.fulfill({ response: answer, json: { ...rest, result: counts } })
  })
  screen.provokes('/api/admin/live')
  await page.goto('/dashboard/orders?tab=confirmed')
  const tabs = page.getByRole('navigation', { name: 'Orders by status' }).getByRole('listitem')
  await tabs.first().waitFor()
  const places = () => tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
  const before = await places()
  release()
  await tabs.getByText('111', { exact: true }).waitFor()
  expect(await places()).toEqual(before)
  // The icons of the collapsed menu do not move either.
  await page.setViewportSize({ width: 768, height: 800 })
  const icons = page.locator('.staff-side .side-menu-link')
  const heights = await icons.evaluateAll((all) => [
    ...new Set(all.map((link) => link.getBoundingClientRect().height)),
  ])
  expect(heights).toHaveLength(1)
  await screen.close()
})

drawn('a day field looks like a field while its calendar is loading', async () => {
  const screen = await openStaff(1440, '/dashboard/product')
  const { page } = screen
  await hold(page, '**/calendar-*.js')
  await page.goto('/dashboard/orders')
  const ground = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((field) => getComputedStyle(field).backgroundColor)
  await page.locator('span.input').waitFor()
  expect(await ground('span.input')).toBe(await ground('input[type=search]'))
  await screen.close()
})

drawn('the outline of the overview is as high as its figures', async () => {
  await shop.placeOrder('Outline')
  for (const width of someOf([360, 1440])) {
    const screen = await openStaff(width, '/dashboard/product')
    const { page } = screen
    const release = await hold(page, '**/api/admin/reports/overview*')
    await page.goto('/dashboard/overview')
    const heads = page.locator('.overview-head')
    const places = () =>
      heads.evaluateAll((all) =>
        all.slice(0, 2).map((one) => Math.round(one.getBoundingClientRect().top)),
      )
    await page.getByText('Loading the overview…').waitFor({ state: 'attached' })
    const before = await places()
    expect(before).toHaveLength(2)
    release()
    await page.getByRole('heading', { name: 'Last 30 days' }).waitFor()
    expect(await places(), `at ${width} px`).toEqual(before)
    await screen.close()
  }
})

drawn(
  'without a network the desk says so instead of loading forever, and continues once it is back',
  async () => {
    await shop.placeOrder('Offline')
    const screen = await openStaff(360, '/dashboard/orders?search=Offline')
    const { page } = screen
    screen.provokes('/api/')
    await page.locator('[data-row]').first().waitFor()
    await page.context().setOffline(true)
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('Offlin')
    const failure = page.getByRole('alert').filter({ hasText: 'The orders could not be loaded' })
    await failure.getByText('There was no answer. Please check your connection.').waitFor()
    await page.context().setOffline(false)
    await page.locator('[data-row]').first().waitFor()
    await failure.waitFor({ state: 'detached' })
    await screen.close()
  },
)

drawn('a failure stays, with the focus on its button, while the screen tries again', async () => {
  await shop.placeOrder('Counted')
  const screen = await openStaff(1440, '/dashboard/product')
  const { page } = screen
  screen.provokes('/api/admin/reports/')
  await page.clock.install()
  let asked = 0
  await page.route('**/api/admin/reports/overview*', (route) => {
    asked += 1
    return route.fulfill({ status: 503, json: {} })
  })
  await moveTo(page, '/dashboard/overview')
  const failure = page.getByRole('alert').filter({ hasText: 'The overview could not be loaded' })
  const again = failure.getByRole('button', { name: 'Try again' })
  await runClockUntil(screen, again)
  await again.focus()
  const before = asked
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return asked
    })
    .toBeGreaterThan(before + 2)
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true)
  // The failure stays when the network, the tab or the live stream comes back.
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await showTab(page, false)
  await showTab(page, true)
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true)
  await showTab(page, false)
  await page.clock.runFor(1_000)
  const last = asked
  for (let second = 0; second < 20; second++) await page.clock.runFor(1_000)
  expect(asked).toBe(last)
  await showTab(page, true)
  await page.unroute('**/api/admin/reports/overview*')
  await runClockUntil(screen, page.getByRole('heading', { name: 'Last 30 days' }))
  expect(await failure.count()).toBe(0)
  await screen.close()
})

drawn('a poll leaves a failure and the focus on its button on the screen', async () => {
  const screen = await openStaff(1440, '/dashboard/product')
  const { page } = screen
  screen.provokes('/api/audit/log/status')
  await page.clock.install()
  let asked = 0
  await page.route('**/api/audit/log/status', (route) => {
    asked += 1
    return route.fulfill({ status: 503, json: {} })
  })
  await moveTo(page, '/dashboard/audit/log')
  const failure = page.getByRole('alert').filter({ hasText: 'The proof of the log' })
  const again = failure.getByRole('button', { name: 'Try again' })
  await runClockUntil(screen, again)
  await again.focus()
  const before = asked
  await page.clock.fastForward(31_000)
  await expect.poll(() => asked).toBeGreaterThan(before)
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true)
  await screen.close()
})

drawn('a failure looks the same in a list and on any other screen', async () => {
  const screen = await openStaff(1440, '/dashboard/product')
  const { page } = screen
  screen.provokes('/api/admin/')
  for (const path of ['orders/delivery*', 'reports/overview*'])
    await page.route(`**/api/admin/${path}`, (route) => route.fulfill({ status: 404, json: {} }))
  const looks: (string | null)[] = []
  for (const url of ['/dashboard/orders?tab=shipped', '/dashboard/overview']) {
    await moveTo(page, url)
    const failure = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await failure.getByRole('button', { name: 'Try again' }).waitFor()
    looks.push(await failure.getAttribute('class'))
  }
  expect(looks[0]).toBe(looks[1])
  await screen.close()
})

drawn('opening the archived tab closes the row being edited', async () => {
  await shop.call('POST', '/api/admin/create-product', { productname: 'Old cap', price: 900 })
  const products = (await shop.call('GET', '/api/products')).result
  const { productid } = products.find(
    (one: { productname: string }) => one.productname === 'Old cap',
  )
  await shop.call('DELETE', `/api/admin/delete-product/${productid}`)
  const screen = await openStaff(1440, '/dashboard/product')
  const { page } = screen
  await chooseFrom(page, 'Actions for Wig', 'Edit')
  await page.getByRole('textbox', { name: /name/i }).first().waitFor()
  await page.getByRole('link', { name: 'Archived' }).press('Enter')
  await page.locator('[data-row]').filter({ hasText: 'Old cap' }).waitFor()
  expect(await page.locator('[data-row]').count()).toBe(1)
  await screen.close()
})

drawn('on a phone, where rows are cards, two presses select a page of orders', async () => {
  await shop.placeOrder('Page')
  await shop.placeOrder('Page')
  const screen = await openStaff(360, '/dashboard/orders?search=Page')
  const { page } = screen
  await page
    .getByLabel(/^Select order/)
    .first()
    .check()
  await page.getByRole('button', { name: 'Select this page' }).press('Enter')
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Bulk actions (2)' }).waitFor()
  await expectSoundScreen(screen, 'a page of selected orders')
  await screen.close()
})

drawn('on a phone the head of the review queue has one line, even while it loads', async () => {
  await shop.placeOrder('Head')
  const screen = await openStaff(360, '/dashboard/product')
  const { page } = screen
  const release = await hold(page, '**/api/admin/orders?*')
  await page.goto('/dashboard/orders?view=review')
  await page.getByText('Loading the pending orders…').waitFor({ state: 'attached' })
  const head = page.locator('.page-head')
  const heightOf = async () => Math.round((await head.boundingBox())?.height ?? 0)
  const before = await heightOf()
  expect(before).toBeLessThan(64)
  release()
  await page.locator('.review-large').waitFor()
  expect(await heightOf()).toBe(before)
  await screen.close()
})

drawn('while a dialog or a screen is loading, its outline is visible', async () => {
  const id = await shop.placeOrder('Outline of a dialog')
  const screen = await openStaff(360, `/dashboard/orders?search=${id}`)
  const { page } = screen
  const menu = page.getByRole('button', { name: `Actions for order ${id}` })
  await menu.waitFor()
  const releaseDialog = await hold(page, '**/assets/note-dialog-*.js')
  await chooseFrom(page, `Actions for order ${id}`, 'Add note')
  const outline = page.getByRole('status').filter({ hasText: 'Loading the dialog…' })
  await outline.locator('.skeleton').first().waitFor()
  const place = await outline.boundingBox()
  expect(place?.y).toBeGreaterThan(0)
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThan(740)
  await expectSoundScreen(screen, 'a dialog that is loading')
  releaseDialog()
  await page.getByRole('dialog').getByLabel(/^Note/).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await menu.and(page.locator(':focus')).waitFor()

  const releaseScreen = await hold(page, '**/assets/products-page-*.js')
  await moveTo(page, '/dashboard/product')
  await page.getByText('Loading the screen…').waitFor({ state: 'attached' })
  await page.locator('main .outline .skeleton').first().waitFor()
  expect(await page.locator('.spinner').count()).toBe(0)
  releaseScreen()
  await page.getByRole('heading', { name: 'Products' }).waitFor()
  await screen.close()
})

drawn('nothing moves when the bank accounts’ newest days arrive', async () => {
  const screen = await openStaff(1440, '/dashboard/product')
  const { page } = screen
  const coverage = '**/api/admin/bank-accounts/*/coverage'
  const holdDays = async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(coverage, async (route) => {
      await promise
      const answer = await route.fetch()
      const body = await answer.json()
      body.result.newestLineOn = '2026-01-05'
      await route.fulfill({ response: answer, json: body })
    })
    return resolve
  }
  const releaseFirst = await holdDays()
  await page.goto('/dashboard/money')
  const search = page.getByRole('searchbox')
  await search.waitFor()
  const before = await search.boundingBox()
  releaseFirst()
  await page.getByText('Newest line').waitFor()
  expect((await search.boundingBox())?.y).toBe(before?.y)

  await page.unroute(coverage)
  const releaseSecond = await holdDays()
  await page.goto('/dashboard/money?tab=statements')
  await page.getByText('Loading the bank accounts and statements…').waitFor({ state: 'attached' })
  const files = page.getByRole('heading', { name: 'Imported files' })
  expect(await files.count()).toBe(0)
  releaseSecond()
  await page.getByText('Newest line').waitFor()
  await files.waitFor()
  await screen.close()
})

drawn('nothing moves when a screen stops following the shop live', async () => {
  await shop.call('PUT', `/api/admin/approve-order/${await shop.placeOrder('Live')}`)
  const screen = await openStaff(768, '/dashboard/product')
  const { page } = screen
  await page.route('**/api/admin/live', (route) => route.abort())
  const release = await hold(page, '**/api/admin/confirmed-orders*')
  await page.goto('/dashboard/orders?tab=confirmed')
  const tabs = page.getByRole('navigation', { name: 'Orders by status' })
  await tabs.waitFor()
  const before = await tabs.boundingBox()
  release()
  await page.getByText(/^Updated \d/).waitFor()
  expect((await tabs.boundingBox())?.y).toBe(before?.y)
  await screen.close()
})

drawn('a dialog with kept text reopens only on the tab where it was written', async () => {
  const id = await shop.placeOrder('Kept')
  await shop.call('PUT', `/api/admin/approve-order/${id}`)
  const list = `/dashboard/orders?tab=confirmed&search=${id}`
  const screen = await openStaff(1440, list)
  const { page } = screen
  await chooseFrom(page, `Actions for order ${id}`, 'Add note')
  await page.getByRole('dialog').getByLabel(/^Note/).fill('Paid by her sister')
  await page.goto('/dashboard/orders')
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await page.locator('[data-row], .list-empty').first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.goto(list)
  const note = page.getByRole('dialog').getByLabel(/^Note/)
  await note.waitFor()
  expect(await note.inputValue()).toBe('Paid by her sister')
  await screen.close()
})

drawn('the reports’ tabs are as large as those of the orders', async () => {
  const screen = await openStaff(1440, '/dashboard/orders')
  const { page } = screen
  const tab = page.locator('.tab-link').first()
  const size = () => tab.evaluate((one) => getComputedStyle(one).fontSize)
  await tab.waitFor()
  const before = await size()
  await moveTo(page, '/dashboard/reports')
  await page.getByRole('navigation', { name: 'Reports' }).waitFor()
  expect(await size()).toBe(before)
  await screen.close()
})

draw()
