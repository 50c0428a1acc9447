import { someOf } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { expectSoundScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { chooseFrom } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()
const { call } = shop

test('S4.19 an order has a page with its facts, its proof, its history and every action', async () => {
  for (const width of someOf([360, 768, 1440])) {
    const id = await shop.placeOrder(`Page${width}`)
    await call('GET', `/api/admin/orders?search=${id}`)
    const screen = await openStaff(width, `/dashboard/orders?search=${id}`)
    const { page, close } = screen
    await page.getByRole('link', { name: id, exact: true }).press('Enter')
    await page.waitForURL(`**/dashboard/orders/${id}`)
    const facts = page.getByRole('region', { name: 'Order details', exact: true })
    await facts.getByText('5 Marina Road').waitFor()
    await facts.getByRole('link', { name: 'What the customer sees' }).waitFor()
    await page.getByRole('link', { name: /Open the PDF/ }).waitFor()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('Placed the order').waitFor()
    // The page opens at its top, not at the latest event of its history.
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await expectSoundScreen(screen, 'the page of an order')
    // On a phone the history is three screens below.
    await page.getByRole('link', { name: 'History', exact: true }).press('Enter')
    const heading = history.getByRole('heading', { name: 'History' })
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(700)

    await chooseFrom(page, 'Actions', 'Archive')
    const dialog = page.getByRole('dialog', { name: `Archive order ${id}` })
    await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/^Archived by Shop Owner, \d+ \w+: No payment came$/).waitFor()
    await history.getByText('Archived the order').waitFor()
    await expectSoundScreen(screen, 'the page of an archived order')

    await page.goto(`/dashboard/orders?tab=archived&search=${id}`)
    const archived = page.getByText(/^Archived by Shop Owner, \d+ \w+: No payment came$/)
    await archived.waitFor()
    await expectSoundScreen(screen, 'a row that says its last change')
    await page.getByRole('button', { name: `Details of order ${id}` }).click()
    await expect.poll(() => archived.count()).toBe(2)
    await close()
  }
})

test('S4.19 the page of an order shows what a colleague does, and a row names the waybill', async () => {
  const id = await shop.placeOrder('Watched')
  const screen = await openStaff(1440, `/dashboard/orders/${id}`)
  const { page, close } = screen
  await page.getByRole('heading', { name: `Order ${id}` }).waitFor()
  await call('PUT', `/api/admin/approve-order/${id}`)
  await page.getByText(/^Confirmed by Shop Owner/).waitFor()
  const orders = [{ orderId: id, carrier: 'GIG Logistics', waybill: 'GIG-2026-1000' }]
  await call('POST', '/api/admin/orders/ship', { orders, message: '' })
  await page.getByText(/^Shipped GIG-2026-1000 by Shop Owner, \d+ \w+$/).waitFor()
  await page.getByLabel(`Status of order ${id}`).waitFor()
  await page.goto(`/dashboard/orders?tab=shipped&search=${id}`)
  const row = page.getByRole('row').filter({ hasText: id })
  await row.getByText(/^Shipped GIG-2026-1000 by Shop Owner, \d+ \w+$/).waitFor()
  // Even the longest reason does not make the row higher.
  const height = async () => (await row.boundingBox())?.height ?? 0
  const before = await height()
  await row.locator('.row-change').evaluate((cell) => {
    cell.textContent = 'A long reason for the change '.repeat(20)
  })
  expect(await height()).toBe(before)
  // The column *Last change* replaces a default column, but not a column that the user chose.
  const payer = page.getByRole('columnheader', { name: 'Account name' })
  expect(await payer.count()).toBe(0)
  await page.goto(`/dashboard/orders?tab=shipped&search=${id}&columns=customer,accountname,total`)
  await payer.waitFor()
  await page.getByRole('columnheader', { name: 'Last change' }).waitFor()
  await close()
})

test('S4.19 the page of an order that cannot be loaded says so and can be loaded again; the palette finds the page', async () => {
  const id = await shop.placeOrder('Palette')
  const screen = await openStaff(1440, '/dashboard/product')
  const { page, close } = screen
  await page.getByText('Wig').first().waitFor()
  screen.provokes('/api/admin/orders/rows')
  await page.route('**/api/admin/orders/rows*', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(id)
  await page.getByRole('option', { name: id }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/dashboard/orders/${id}`)
  await page.getByText('The order could not be loaded').waitFor()
  await page.getByRole('heading', { name: `Order ${id}` }).waitFor()
  await page.unroute('**/api/admin/orders/rows*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('What the customer sees').waitFor()
  await close()
})
