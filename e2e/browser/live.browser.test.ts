import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { createCatalogue, placeOrder } from '../testing/fixtures.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'
import { deskOpener, expectSoundScreen } from './testing/screens.ts'
import { moveTo } from './testing/staff-actions.ts'

let staffed: StaffedShop
let browser: TestBrowser
let ids: string[]
let place: () => Promise<string>
let openDesk: ReturnType<typeof deskOpener>

beforeAll(async () => {
  staffed = await startStaffedShop()
  const goods = await createCatalogue(staffed.shop, staffed.owner)
  place = () => placeOrder(staffed.shop, goods)
  ids = []
  for (let n = 0; n < 6; n++) ids.push(await place())
  browser = await launchBrowser()
  openDesk = deskOpener(browser, staffed.shop.address)
})
afterAll(async () => {
  await browser?.close()
  await staffed?.shop.close()
})

const open = async (url: string, width: number) => {
  const screen = await openDesk({ width, url }, staffed.administrator)
  await screen.page.getByText('Live', { exact: true }).waitFor()
  return screen
}
const approve = (id: string) =>
  staffed.shop.put(`/api/admin/approve-order/${id}`, undefined, { as: staffed.owner })
const rowOf = (page: Page, id: string) => page.locator(`[data-row="${id}"]`)

const stillness = (page: Page) =>
  page.evaluate(() => ({
    rows: [...document.querySelectorAll('[data-row], [data-order]')].map((row) => {
      const { top, left, width, height } = row.getBoundingClientRect()
      return [row.getAttribute('data-row'), top, left, width, height]
    }),
    scrolled: window.scrollY,
    focus: document.activeElement?.getAttribute('aria-label'),
  }))

test.for(
  someOf([360, 768, 1440]),
)('S4.10 at %i px, a colleague’s approval greys the row where it is, and a new order waits, but counts', async (width) => {
  const screen = await open('/dashboard/orders', width)
  const { page } = screen
  const id = ids.pop() ?? ''
  await rowOf(page, id).waitFor()
  await page.getByRole('button', { name: `Actions for order ${id}` }).focus()
  const before = await stillness(page)
  const tabs = page.getByRole('navigation', { name: 'Orders by status' })
  const pending = tabs.getByRole('link', { name: 'Pending' }).locator('.tab-count')
  const count = Number(await pending.innerText())
  await approve(id)
  await rowOf(page, id).getByText('approved this').waitFor()
  await expect.poll(() => pending.innerText()).toBe(String(count - 1))
  const fresh = await place()
  await page.getByRole('button', { name: '1 new order: show' }).waitFor()
  await expect.poll(() => pending.innerText()).toBe(String(count))
  expect(await rowOf(page, fresh).count()).toBe(0)
  expect(await stillness(page)).toEqual(before)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectSoundScreen(screen, `a list with a row that left it at ${width} px`)

  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('approved this').waitFor()
  const archive = dialog.getByRole('button', { name: 'Archive', exact: true })
  await archive.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await rowOf(page, id).waitFor({ state: 'detached' })
  await rowOf(page, fresh).waitFor()
  await screen.close()
})

test('S4.10 an open row shows a colleague’s message without a reload', async () => {
  const id = ids.pop() ?? ''
  const { shop, owner: as } = staffed
  await approve(id)
  const { page, close } = await open('/dashboard/orders?tab=confirmed', 1440)
  await page.getByRole('button', { name: `Details of order ${id}` }).click()
  const facts = page.locator('.order-details')
  await facts.getByText('Marina').first().waitFor()
  await shop.put(`/api/order/${id}/status`, { orderStatus: 4, orderMessage: 'Packed' }, { as })
  await facts.getByText('Packed').waitFor()
  expect(await rowOf(page, id).getByText('changed the message').count()).toBe(0)
  await close()
})

test('S4.10 an order’s full history shows a colleague’s approval without a reload', async () => {
  const id = ids.pop() ?? ''
  const { page, close } = await open('/dashboard/orders', 1440)
  await moveTo(page, `/dashboard/audit/${id}`)
  const state = page.getByRole('region', { name: 'The order at that time' })
  await state.getByText('pending').waitFor()
  await approve(id)
  await state.getByText('confirmed').waitFor()
  await close()
})

test('S4.10 the review queue skips orders that a colleague decided, and says so if one is on the screen', async () => {
  const screen = await open('/dashboard/orders?view=review', 1440)
  const { page } = screen
  const [first = '', second = ''] = ids
  await page.getByRole('region', { name: `Order ${first}` }).waitFor()
  const before = await stillness(page)
  await approve(first)
  await approve(second)
  const entry = (id: string) => page.locator(`[data-order="${id}"]`)
  await entry(second).getByText('approved this').waitFor()
  await page.locator('.review-note').getByText('approved this').waitFor()
  expect(await stillness(page)).toEqual(before)
  for (const name of ['Approve', 'Archive', 'Ask'])
    expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true)
  await expectSoundScreen(screen, 'the review queue after a colleague got there first')
  await page.locator('.review-note').getByRole('button', { name: 'Next' }).click()
  await page.getByRole('region', { name: `Order ${first}` }).waitFor({ state: 'detached' })
  expect(await page.getByRole('region', { name: `Order ${second}` }).count()).toBe(0)
  await screen.close()
})
