import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { createCatalogue, placeOrder } from '../testing/fixtures.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'
import { owner } from '../testing/test-shop.ts'
import { deskOpener, expectSoundScreen } from './testing/screens.ts'

let staffed: StaffedShop
let browser: TestBrowser
let goods: Awaited<ReturnType<typeof createCatalogue>>
let ids: string[]
let openDesk: ReturnType<typeof deskOpener>

beforeAll(async () => {
  staffed = await startStaffedShop()
  goods = await createCatalogue(staffed.shop, staffed.owner)
  ids = await Promise.all(Array.from({ length: 14 }, () => placeOrder(staffed.shop, goods)))
  browser = await launchBrowser()
  openDesk = deskOpener(browser, staffed.shop.address)
})
afterAll(async () => {
  await browser?.close()
  await staffed?.shop.close()
})

const open = async (who: { email: string; password: string }, url: string, width = 1440) => {
  const screen = await openDesk({ width, height: 900, url }, who)
  await screen.page.locator('[data-row]').first().waitFor()
  return screen
}
const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const rows = (page: Page) => page.locator('[data-row]')

test('S4.15 a list is saved as a view, which colleagues see as a tab with its count', async () => {
  const id = ids[0] ?? ''
  const own = await open(staffed.administrator, `/dashboard/orders?search=${id}`)
  await own.page.getByRole('button', { name: 'Save as a view' }).click()
  await own.page.getByLabel('Name').fill('The one')
  await own.page.getByLabel('Share this view with everyone').check()
  await expectSoundScreen(own, 'the dialog of a new view')
  await own.page.getByRole('button', { name: 'Save', exact: true }).click()
  await views(own.page).getByRole('link', { name: 'The one 1' }).waitFor()

  const widths = someOf([360, 768, 1440])
  for (const width of widths) {
    const screen = await open(staffed.auditor, '/dashboard/orders', width)
    const { page } = screen
    await views(page).getByRole('link', { name: 'The one 1' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(await page.getByLabel('Search orders').inputValue()).toBe(id)
    expect(await page.getByRole('button', { name: 'Change this view' }).count()).toBe(0)
    await expectSoundScreen(screen, `a view at ${width} px`)
    if (width === widths.at(-1)) {
      await staffed.shop.put(`/api/admin/approve-order/${id}`, undefined, { as: staffed.owner })
      await views(page).getByRole('link', { name: 'The one 0' }).waitFor()
    }
    await screen.close()
  }

  await own.page.getByRole('button', { name: 'Change this view' }).click()
  await own.page.getByRole('button', { name: 'Delete this view' }).click()
  await views(own.page).waitFor({ state: 'detached' })
  await expect.poll(() => rows(own.page).count()).toBe(10)
  await own.close()
})

test('another page of a list is shown from its first row', async () => {
  const { page, close } = await open(staffed.auditor, '/dashboard/orders', 360)
  await page.setViewportSize({ width: 360, height: 400 })
  const last = page.getByRole('link', { name: 'Page 2' })
  await last.click()
  await expect.poll(() => rows(page).count()).toBeLessThan(10)
  const top = () =>
    rows(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().top)
  await expect.poll(top).toBeGreaterThan(0)
  expect(await top()).toBeLessThan(200)
  await close()
})

test('S4.16 chosen columns and compact rows are remembered, and 12 orders fit on a screen of 900 px', async () => {
  const screen = await open(staffed.administrator, '/dashboard/orders')
  const { page } = screen
  await page.getByRole('button', { name: 'Columns and rows' }).click()
  await page.getByRole('dialog').getByLabel('Phone').check()
  await page.getByRole('dialog').getByLabel('Quantity').uncheck()
  await page.getByLabel('Compact rows, 25 per page').check()
  await expectSoundScreen(screen, 'the dialog of columns')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await page.getByRole('columnheader', { name: 'Phone' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Quantity' }).count()).toBe(0)
  await expect.poll(() => rows(page).count()).toBe(13)
  const inSight = await rows(page).evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
  )
  expect(inSight).toBeGreaterThanOrEqual(12)
  await expectSoundScreen(screen, 'compact rows')
  await screen.close()
})

test('S4.16 the dialog of columns shows what the tab shows, and a choice applies to every tab', async () => {
  const id = ids[1] ?? ''
  await staffed.shop.put(`/api/admin/approve-order/${id}`, undefined, { as: staffed.owner })
  const confirmed = '/dashboard/orders?tab=confirmed'
  for (const width of [360, 768, 1440]) {
    const screen = await open(staffed.administrator, confirmed, width)
    const { page } = screen
    const dialog = page.getByRole('dialog')
    const items = dialog.getByLabel('Items')
    const account = dialog.getByLabel('Account name')
    const row = rows(page).first()
    const shown = async () => [await items.isChecked(), await account.isChecked()]
    const openDialog = async () => {
      // On a phone, the button is among the filters.
      if (width === 360) await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('button', { name: 'Columns and rows' }).click()
    }
    await openDialog()
    expect(await shown()).toEqual([true, false])
    await items.uncheck()
    await account.check()
    await expectSoundScreen(screen, 'the dialog of columns on the confirmed tab')
    await page.getByRole('button', { name: 'Done' }).click()
    await row.getByText('Ada N. Obi').waitFor()
    expect(await row.locator('.row-items').count()).toBe(0)
    await page.goto('/dashboard/orders')
    await openDialog()
    expect(await shown()).toEqual([false, true])
    await items.check()
    await dialog.getByRole('button', { name: 'Use each list’s usual columns' }).click()
    expect(await shown()).toEqual([false, true])
    await page.goto(confirmed)
    await row.locator('.row-items').waitFor()
    expect(await row.getByText('Ada N. Obi').count()).toBe(0)
    await screen.close()
  }
})

test('S4.15 users and the user log have their own views, and a view’s download has exactly its rows', async () => {
  for (const width of someOf([360, 768, 1440])) {
    const screen = await open(owner, '/dashboard/users?name=owner', width)
    const { page } = screen
    const name = `Owners ${width}`
    await page.getByRole('button', { name: 'Save as a view' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await expectSoundScreen(screen, 'the dialog of a view of users')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await views(page).getByRole('link', { name }).waitFor()
    await page.goto('/dashboard/users')
    await views(page).getByRole('link', { name }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    await expectSoundScreen(screen, `a view of users at ${width} px`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export this view' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^view.*[.]csv$/)

    await page.goto('/dashboard/user-logs?process=signed+in')
    await rows(page).first().waitFor()
    await page.getByRole('button', { name: 'Save as a view' }).click()
    await page.getByLabel('Name', { exact: true }).fill(`Sign-ins ${width}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await views(page)
      .getByRole('link', { name: `Sign-ins ${width}` })
      .waitFor()
    expect(await views(page).getByRole('link', { name }).count()).toBe(0)
    await expectSoundScreen(screen, `a view of the user log at ${width} px`)
    await screen.close()
  }
})

test('S4.16 compact rows of confirmed orders have one line, however many items they have', async () => {
  const { shop, owner: as } = staffed
  const item = (productid: string, productname: string, price: number) => ({
    productid,
    productname,
    price,
    quantity: 1,
    amount: price,
  })
  const products = [
    item(goods.wave, 'Body wave', 72_000),
    item(goods.closure, 'Lace closure', 42_500),
  ]
  const many = await placeOrder(shop, goods, { products, amount: 117_000 })
  for (const id of [many, ids[1]])
    await shop.put(`/api/admin/approve-order/${id}`, undefined, { as })
  const { page, close } = await open(owner, '/dashboard/orders')
  await page.getByRole('button', { name: 'Columns and rows' }).click()
  await page.getByLabel('Compact rows, 25 per page').check()
  await page.getByRole('button', { name: 'Done' }).click()
  /** The last row has no line below it. */
  const heights = () =>
    rows(page).evaluateAll((all) => [...new Set(all.slice(0, -1).map((row) => row.clientHeight))])
  const pending = await heights()
  expect(pending).toHaveLength(1)
  await page.goto('/dashboard/orders?tab=confirmed')
  const items = page.locator(`[data-row="${many}"] td li`)
  await expect.poll(() => items.count()).toBe(2)
  expect(await heights()).toEqual(pending)
  await close()
})
