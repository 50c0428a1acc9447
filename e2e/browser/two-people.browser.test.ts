import { openApiSession } from '@strand/all-in-one/demo/seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { createCatalogue, placeOrder } from '../testing/fixtures.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'
import { owner } from '../testing/test-shop.ts'
import { deskOpener, expectSoundScreen } from './testing/screens.ts'

let staffed: StaffedShop
let browser: TestBrowser
let ids: string[]
let openDesk: ReturnType<typeof deskOpener>

beforeAll(async () => {
  staffed = await startStaffedShop()
  const goods = await createCatalogue(staffed.shop, staffed.owner)
  ids = []
  for (let n = 0; n < 5; n++) ids.push(await placeOrder(staffed.shop, goods))
  browser = await launchBrowser()
  openDesk = deskOpener(browser, staffed.shop.address)
})
afterAll(async () => {
  await browser?.close()
  await staffed?.shop.close()
})

const open = (who: { email: string; password: string }, url: string, width = 1440) =>
  openDesk({ width, url }, who)

test('S4.13 two people in the review queue see different orders, and one can take over the other’s', async () => {
  const [first = '', second = ''] = ids
  const own = await open(owner, '/dashboard/orders?view=review')
  const facts = (page: typeof own.page, id: string) =>
    page.getByRole('region', { name: `Order ${id}` })
  await facts(own.page, first).waitFor()

  const list = await open(staffed.administrator, '/dashboard/orders')
  await list.page.getByText('is looking at this').first().waitFor()
  await expectSoundScreen(list, 'the list, with an order that a colleague looks at')
  await list.page.goto('/dashboard/orders?view=review')
  await facts(list.page, second).waitFor()
  list.provokes('/api/admin/orders')
  await list.page.locator(`[data-order="${first}"] .review-look`).click()
  await list.page.getByText(/began to look at this \d+ s ago/).waitFor()
  const isWhole = (note: Element) => note.scrollWidth <= note.clientWidth
  for (const place of ['.review-note', `[data-order="${first}"]`])
    expect(await list.page.locator(place).locator('.row-note').evaluate(isWhole), place).toBe(true)
  const takeOver = list.page.getByRole('button', { name: 'Take over' })
  // The note covers nothing, and nothing moves when the note disappears.
  const places = () =>
    list.page
      .locator('.review-place, .review-order > .order-id, .review-large, .review-buttons')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  const parts = await places()
  expect(parts).toHaveLength(4)
  for (const note of [takeOver, list.page.locator('.review-note > .row-note')]) {
    const box = await note.boundingBox()
    if (!box) throw new Error('The note has no place')
    for (const part of parts)
      expect(
        box.y >= part.bottom ||
          box.y + box.height <= part.top ||
          box.x >= part.right ||
          box.x + box.width <= part.left,
        `${JSON.stringify(box)} covers ${JSON.stringify(part)}`,
      ).toBe(true)
  }
  await takeOver.click()
  await list.page.getByText(/began to look at this/).waitFor({ state: 'detached' })
  expect(await places()).toEqual(parts)
  // The note replaces the time, beside the id.
  const entry = own.page.locator(`[data-order="${first}"]`)
  await entry.getByText('Bola is looking', { exact: true }).waitFor()
  await entry.getByText(first).waitFor()
  // On a phone, the proof comes first, so the note about the colleague is above the buttons.
  own.provokes('/api/admin/orders')
  await own.page.setViewportSize({ width: 360, height: 740 })
  await own.page.goto(`/dashboard/orders?view=review&search=${first}`)
  const notice = own.page.getByRole('button', { name: 'Take over' })
  await notice.waitFor()
  const bar = own.page.locator('.review-buttons')
  const [told, buttons] = await Promise.all([notice.boundingBox(), bar.boundingBox()])
  const end = (told?.y ?? 0) + (told?.height ?? 0)
  expect(end).toBeLessThanOrEqual(buttons?.y ?? 0)
  expect(end).toBeGreaterThan((buttons?.y ?? 0) - 60)
  await expectSoundScreen(own, 'an order on a phone that a colleague has taken over')
  await list.page.keyboard.press('l')
  await expect
    .poll(() => list.page.locator('[data-order]').last().getAttribute('data-order'))
    .toBe(first)
  await expectSoundScreen(list, 'the review queue of two people')
  await list.page.reload()
  await list.page.locator('[data-order]').first().waitFor()
  expect(await list.page.locator('[data-order]').last().getAttribute('data-order')).toBe(first)
  await own.close()
  await list.close()
})

test('an order that its reviewer has left is free, even if the shop hears late that they opened it', async () => {
  const [id = ''] = ids
  const own = await open(owner, '/dashboard/products')
  const { page } = own
  const methods: string[] = []
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/admin/orders/${id}/lease`, async (route) => {
    methods.push(route.request().method())
    if (methods.length === 1) await held.promise
    await route.continue()
  })
  await page.goto(`/dashboard/orders?view=review&search=${id}`)
  await page.getByRole('region', { name: `Order ${id}` }).waitFor()
  await expect.poll(() => methods).toEqual(['PUT'])
  const freed = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await page.getByRole('heading', { name: 'Products' }).waitFor()
  expect(methods).toEqual(['PUT'])
  held.resolve()
  await freed
  const { email, password } = staffed.administrator
  const { call } = await openApiSession(staffed.shop, email, password)
  const { result } = await call('POST', '/api/admin/orders/review/next', { skip: [] })
  expect(result).toMatchObject({ orderid: id })
  await own.close()
})

test('nobody is said to look at an order that is decided, though its lease has not ended', async () => {
  // The other tests review the orders before this order.
  const id = ids[4] ?? ''
  const { shop, owner: as } = staffed
  const own = await open(owner, `/dashboard/orders?view=review&search=${id}`)
  await own.page.getByRole('region', { name: `Order ${id}` }).waitFor()
  const list = await open(staffed.administrator, `/dashboard/orders?search=${id}`)
  await list.page.getByText('is looking at this').waitFor()
  await shop.put(`/api/admin/approve-order/${id}`, undefined, { as })
  await list.page.getByText('approved this').waitFor()
  await list.page.goto(`/dashboard/orders?tab=confirmed&search=${id}`)
  await list.page.getByLabel(`Status of order ${id}`).waitFor()
  // Once the list says "Live", the stream has reported the leases.
  await list.page.getByText('Live', { exact: true }).waitFor()
  expect(await list.page.getByText('is looking at this').count()).toBe(0)
  await own.close()
  await list.close()
})

test('S3.16 a dialog that reopens after a reload does not overwrite a change made since it was opened', async () => {
  const { shop, owner: as } = staffed
  const id = ids[2] ?? ''
  await shop.put(`/api/admin/approve-order/${id}`, undefined, { as })
  const screen = await open(staffed.administrator, '/dashboard/orders?tab=confirmed')
  const { page } = screen
  await page.getByRole('button', { name: `Actions for order ${id}` }).click()
  await page.getByRole('menuitem', { name: 'Update Order Message' }).click()
  await page.getByLabel('Message to the customer').fill('On Friday')
  await page.context().setOffline(true)
  await shop.put(`/api/order/${id}/status`, { orderStatus: 5, orderMessage: '' }, { as })
  await page.context().setOffline(false)
  await page.reload()
  screen.provokes(`/api/order/${id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Update' }).press('Enter')
  await dialog.getByText('This order has changed').waitFor()
  expect(await dialog.getByLabel('Message to the customer').inputValue()).toBe('On Friday')
  const { body } = await shop.call('GET', `/api/admin/orders/rows?ids=${id}`, { as })
  expect(body.result).toMatchObject([{ orderstatus: 'shipped' }])
  await screen.close()
})
