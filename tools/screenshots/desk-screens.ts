import type { Page } from 'playwright-core'
import { choose, press, type Screen } from './steps.ts'

export const orders = '/dashboard/orders'
export const on = (name: string, url: string, lead?: Screen['lead'], inSight = false): Screen => ({
  name,
  url,
  by: 'owner',
  ...(lead && { lead }),
  viewportOnly: inSight,
})
export const order = /^Actions for order/
/** On a phone, a view's actions are behind *Filters*. */
const pressOfView = async (page: Page, name: string) => {
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  if (await filters.isVisible()) await filters.click()
  await press(page, name)
}

/** Screens of the desk beyond the plain lists, such as dialogs. */
export const deskScreens: Screen[] = [
  on('orders.archive', orders, (page) => choose(page, order, 'Archive'), true),
  on(
    'orders.archive-told',
    orders,
    async (page) => {
      await choose(page, order, 'Archive')
      await page.getByLabel('Tell the customer').check()
    },
    true,
  ),
  on('orders.ask', orders, (page) => choose(page, order, 'Ask the customer'), true),
  on('orders.whatsapp', orders, (page) => choose(page, order, 'Write on WhatsApp'), true),
  on('orders.note', orders, (page) => choose(page, order, 'Add note'), true),
  on('orders.assign', orders, (page) => choose(page, order, 'Assign'), true),
  on(
    'orders.days',
    orders,
    async (page) => {
      const filters = page.getByRole('button', { name: 'Filters', exact: true })
      if (await filters.isVisible()) await filters.click()
      await page.getByRole('button', { name: 'Days: calendar' }).click()
      await page.getByRole('dialog', { name: 'Choose days' }).waitFor()
    },
    true,
  ),
  on('orders.columns', orders, (page) => pressOfView(page, 'Columns and rows'), true),
  on('orders.save-view', orders, (page) => pressOfView(page, 'Save as a view'), true),
  on('orders.palette', orders, (page) => page.keyboard.press('Control+k'), true),
  on('orders.found', `${orders}?tab=all&search=Lagos`, async () => {}),
  on('orders-confirmed.ship', `${orders}?tab=confirmed`, async (page) => {
    for (const index of [0, 1])
      await page
        .getByLabel(/^Select order/)
        .nth(index)
        .check()
    await choose(page, /^Bulk actions/, 'Mark selected shipped')
  }),
  on('orders-confirmed.slips', `${orders}?tab=confirmed`, async (page) => {
    await page
      .getByLabel(/^Select order/)
      .first()
      .check()
    await choose(page, /^Bulk actions/, 'Print packing slips')
  }),
]
