import { fastestOf } from '@strand/platform/testing/fastest-of'
import { someOf } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { owner } from '../testing/test-shop.ts'
import { keyboardOf } from './testing/keyboard.ts'
import { captureAnswer, expectNoNotice } from './testing/notices.ts'
import { onEach, openScreen, signIn, widths } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, browser, openStaff } = await openSeededSuite()

const approvals = repetitions({ usual: 4, long: 10 })

beforeAll(async () => {
  const { call, placeOrder } = shop
  const orderIds: string[] = []
  for (let number = 0; number < approvals + 2; number++)
    orderIds.push(await placeOrder(`Okafor ${number}`))
  await call('PUT', `/api/admin/approve-order/${orderIds.pop()}`)
})
const count = (page: Page, tab: string) =>
  page.getByRole('navigation', { name: 'Orders by status' }).getByRole('link', { name: tab })

test('signing in returns to the screen that asked for it, and a wrong password is reported', async () => {
  const url = '/dashboard/orders?tab=confirmed&search=ada'
  const { page, close } = await openScreen(browser, { address: shop.address, width: 1440, url })
  await page.waitForURL('**/admin')
  await signIn(page, { ...owner, password: 'wrong' })
  await page.getByText('Invalid Login Details').waitFor()
  await signIn(page)
  await page.waitForURL(`**${url}`)
  await close()
})

test('a column filter opens with its current value; Filter keeps it open, Search and Reset close it', async () => {
  const { page, close } = await openStaff(1440, '/dashboard/user-logs')
  const opener = page.getByRole('button', { name: /^Filter ACTIVITY/ })
  const box = page.getByRole('textbox', { name: 'Search ACTIVITY' })
  await opener.click()
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
  await box.fill('Approved')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.waitForURL('**process=Approved*')
  expect(await box.isVisible()).toBe(true)
  await box.fill('Created')
  await box.press('Enter')
  await page.waitForURL('**process=Created*')
  await box.waitFor({ state: 'detached' })
  await opener.click()
  expect(await box.inputValue()).toBe('Created')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => page.url()).not.toContain('process')
  await box.waitFor({ state: 'detached' })
  expect(await opener.getAttribute('aria-label')).toBe('Filter ACTIVITY')
  await close()
})

test('orders are approved in under six seconds each using only the keyboard, and one is undone', async () => {
  const address = shop.address
  const { page, close } = await openScreen(browser, { address, width: 1440, url: '/admin' })
  const { press, tabTo, type } = keyboardOf(page)
  await page.getByLabel('Email address').waitFor()
  await type(/^Email address/, owner.email)
  await type(/^Password/, owner.password)
  await press('Enter')
  await count(page, 'Pending')
    .getByText(`${approvals + 1}`, { exact: true })
    .waitFor()
  await tabTo(/^Review queue/)
  await press('Enter')
  const looked = page.getByRole('region', { name: /^Order / })
  const orderId = () => looked.locator('.order-id').innerText()
  const first = await orderId()
  await press('j')
  await expect.poll(orderId).not.toBe(first)
  await press('k')
  await expect.poll(orderId).toBe(first)
  await press('x')
  await page.getByText('1 selected').waitFor()
  await press('x')
  await page.getByText('1 selected').waitFor({ state: 'detached' })
  await press('Space')
  await looked.getByText('5 Marina Road').waitFor()
  await press('?')
  await page.getByRole('dialog').waitFor()
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const approval = async () => {
    const id = await orderId()
    await press('a')
    await page.getByRole('region', { name: `Order ${id}` }).waitFor({ state: 'detached' })
  }
  expect(await fastestOf(approvals, approval)).toBeLessThan(6_000)
  await count(page, 'Pending').getByText('1', { exact: true }).waitFor()
  await count(page, 'Confirmed')
    .getByText(`${approvals + 1}`, { exact: true })
    .waitFor()
  await press('z')
  await count(page, 'Pending').getByText('2', { exact: true }).waitFor()
  await press('e')
  await page.getByRole('dialog', { name: /^Archive order/ }).waitFor()
  await press('Enter')
  await count(page, 'Pending').getByText('1', { exact: true }).waitFor()
  await count(page, 'Archived').getByText('1', { exact: true }).waitFor()
  await close()
})

test('a status change asks for its message, which a return must have', async () => {
  const { page, close } = await openStaff(1440, '/dashboard/orders?tab=confirmed')
  const status = page.getByLabel(/^Status of order/).first()
  await status.selectOption({ label: 'returned' })
  const window = page.getByRole('dialog', { name: 'Update Order Message' })
  await window.getByRole('button', { name: 'Update' }).click()
  await window.getByText('Please enter comment!').waitFor()
  await window.getByLabel('Message to the customer').fill('Torn on the way')
  await window.getByRole('button', { name: 'Update' }).click()
  await page.getByText('Order Message Updated').waitFor()
  await count(page, 'Returned').getByText('1', { exact: true }).waitFor()
  await close()
})

const staySignedIn = (page: Page) => page.getByRole('button', { name: 'Stay signed in' }).click()

/** Makes the server's reported time follow the page's clock, which a test moves. */
const serverTimeMovesAlong = () => {
  const { get } = Headers.prototype
  Headers.prototype.get = function (name) {
    return name.toLowerCase() === 'date' ? new Date().toUTCString() : get.call(this, name)
  }
}

const openIdle = async () => {
  const screen = await openScreen(browser, { address: shop.address, width: 1440, url: '/admin' })
  const { page } = screen
  await page.addInitScript(serverTimeMovesAlong)
  await page.clock.install()
  await page.goto('/dashboard/product')
  await signIn(page)
  await page.getByText('Wig').waitFor()
  await page.clock.fastForward('16:05')
  const notice = page.getByRole('alertdialog', { name: 'Are you still there?' })
  await notice.waitFor()
  return { ...screen, notice }
}

test('a notice appears after 16 idle minutes, and the user is signed out after 18', async () => {
  const { page, notice, close } = await openIdle()
  const refreshed = page.waitForResponse('**/api/refresh-token')
  await staySignedIn(page)
  await page.clock.runFor(2_000)
  await notice.waitFor({ state: 'detached' })
  expect((await refreshed).status()).toBe(200)
  await page.clock.fastForward('18:05')
  await page.clock.runFor(2_000)
  await page.waitForURL('**/admin')
  await page.getByText('There was no activity for 18 minutes').waitFor()
  await signIn(page)
  await page.waitForURL('**/dashboard/product')
  await close()
})

test('an answer that arrives after signing out does not sign the user in again', async () => {
  const { page, close } = await openIdle()
  const asked = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  await page.route('**/api/refresh-token', async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await late.promise
    await route.fulfill({ response })
  })
  await staySignedIn(page)
  await page.clock.runFor(2_000)
  await asked.promise
  await page.getByRole('button', { name: /Shop Owner|Owner|superadmin/i }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  const heading = page.getByRole('heading', { name: 'Staff sign-in' })
  await heading.waitFor()
  const refreshed = page.waitForResponse('**/api/refresh-token')
  late.resolve()
  expect((await refreshed).status()).toBe(200)
  await (await refreshed).finished()
  await page.clock.runFor(2_000)
  expect(await heading.count()).toBe(1)
  await close()
})

test('a 401 that arrives after logging out does not claim that the session has ended', async () => {
  const { page, close } = await openStaff(1440, '/dashboard/orders')
  let refuse = () => {}
  const late = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route('**/api/admin/approve-order/*', async (route) => {
    await late
    await route.fulfill({ status: 401, json: { isSuccessful: false, message: 'Please sign in' } })
  })
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Approve' }).click()
  await page.getByRole('button', { name: /Shop Owner|Owner|superadmin/i }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Staff sign-in' }).waitFor()
  const refused = page.waitForResponse('**/api/admin/approve-order/*')
  refuse()
  expect((await refused).status()).toBe(401)
  await signIn(page, { ...owner, password: 'wrong' })
  await page.getByText('Invalid Login Details').waitFor()
  expect(await page.getByText('Your session has ended').count()).toBe(0)
  await close()
})

test('signing out in one tab signs out the others, which return to their place and text', async () => {
  const { page, close } = await openStaff(1440, '/dashboard/orders')
  const other = await page.context().newPage()
  const place = '/dashboard/orders?tab=all&search=okafor'
  await other.goto(place)
  await other
    .getByRole('button', { name: /^Actions for order/ })
    .first()
    .click()
  await other.getByRole('menuitem', { name: 'Add note' }).click()
  await other.getByRole('dialog').getByRole('textbox').fill('She calls back at four')
  await page.getByRole('button', { name: /Shop Owner|Owner|superadmin/i }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/admin')
  await other.waitForURL('**/admin')
  // A cookie, which signs nobody in, keeps the browser known.
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toEqual(['strand_device'])
  await other.getByText('After signing in you are back where you were.').waitFor()
  await signIn(other)
  await other.waitForURL(`**${place}`)
  await other.getByText('We kept what you wrote.').waitFor()
  expect(await other.getByRole('dialog').getByRole('textbox').inputValue()).toBe(
    'She calls back at four',
  )
  await close()
})

test('a row is edited in place; Escape cancels and returns the focus to its menu', async () => {
  const { page, close } = await openStaff(1440, '/dashboard/product')
  const menu = page.getByRole('button', { name: 'Actions for Wig' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Price').fill('75000')
  expect(await page.getByLabel('Price').inputValue()).toBe('75,000')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Price').fill('75000')
  await page.keyboard.press('Enter')
  await page.getByText('Updated', { exact: true }).waitFor()
  await page.getByRole('cell', { name: '₦75,000' }).waitFor()
  await close()
})

test('once a row is archived, the focus moves to the menu of the row that takes its place', async () => {
  for (const productname of ['Comb', 'Net'])
    await shop.call('POST', '/api/admin/create-product', { productname, price: 500 })
  const { page, close } = await openStaff(1440, '/dashboard/product?sortField=productname')
  await page.getByRole('button', { name: 'Actions for Comb' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  for (const key of ['ArrowDown', 'End', 'Enter']) await page.keyboard.press(key)
  await page.getByText('Archived', { exact: true }).nth(1).waitFor()
  const next = page.getByRole('button', { name: 'Actions for Net' })
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true)
  await close()
})

test('a closing dialog returns the focus to the button that opened it', async () => {
  const { page, close } = await openStaff(1440, '/dashboard/orders')
  const opener = page.getByRole('button', { name: 'Generate Order IDs' })
  await opener.press('Enter')
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  await close()
})

/** Ends the browser's session on the server. The page notices with its next call. */
const endSession = async (page: Page) => {
  const cookies = await page.context().cookies()
  const [access, refreshToken] =
    cookies.find(({ name }) => name === 'strand_session')?.value.split('~') ?? []
  const answer = await fetch(`${shop.address}/api/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify({ refreshToken }),
  })
  expect(answer.status).toBe(204)
}

test('a 401 on a list load, or on any call, redirects to /admin, and signing in returns to the screen', async () => {
  const screens = await Promise.all(
    someOf(widths).map((width) => openStaff(width, '/dashboard/product')),
  )
  await onEach(screens, async (screen) => {
    const { page } = screen
    const meanwhile = () => endSession(page)
    await page.getByText('Wig').waitFor()
    const list = await captureAnswer(screen, 'GET /api/admin/archived-products', {
      work: () => page.getByRole('link', { name: 'Archived' }).click(),
      meanwhile,
    })
    expect(list.status).toBe(401)
    screen.provokes('/api/')
    await page.getByText('Your session has ended').waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin')
    await expectNoNotice(screen)
    await signIn(page)
    await page.waitForURL('**/dashboard/product?tab=archived')

    await page.goto('/dashboard/add-delivery-location')
    await page.getByLabel('Location name').fill(`Kano ${screen.width}`)
    await page.getByLabel('Price').fill('4000')
    const calls = 'POST /api/admin/create-delivery-location'
    const work = () => page.getByRole('button', { name: 'Add Location' }).click()
    expect((await captureAnswer(screen, calls, { work, meanwhile })).status).toBe(401)
    screen.provokes('/api/')
    await page.waitForURL('**/admin')
    await page.getByText('Your session has ended').waitFor()
    await signIn(page)
    await page.waitForURL('**/dashboard/add-delivery-location')
    const kept = page.getByLabel('Location name')
    await expect.poll(() => kept.inputValue()).toBe(`Kano ${screen.width}`)
  })
  for (const { close } of screens) await close()
})

test('the menu’s width is remembered between visits', async () => {
  const { page, close } = await openStaff(1440, '/dashboard/product')
  const label = page.getByRole('complementary', { name: 'Menu' }).getByText('User Logs')
  const width = async () => Math.round((await label.boundingBox())?.width ?? 0)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect.poll(width).toBeLessThan(2)
  await page.reload()
  await page.getByRole('table').waitFor()
  expect(await width()).toBeLessThan(2)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect.poll(width).toBeGreaterThan(40)
  await page.reload()
  await page.getByRole('table').waitFor()
  expect(await width()).toBeGreaterThan(40)
  await close()
})
