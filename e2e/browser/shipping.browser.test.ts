import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectSoundScreen, onEach, openScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { chooseFrom } from './testing/staff-actions.ts'

const { shop, browser, openStaff } = await openSeededSuite()

/**
 * Creates approved orders of customers with these last names. The first name's order is the newest,
 * as in the list.
 */
const confirmedOrders = async (...names: string[]) => {
  const ids: string[] = []
  for (const name of names) {
    const id = await shop.placeOrder(name)
    await shop.call('PUT', `/api/admin/approve-order/${id}`)
    ids.unshift(id)
  }
  await shop.call('GET', '/api/admin/orders/counts')
  return ids
}
const openDesk = async (search: string, width = 1440) => {
  const screen = await openStaff(width, `/dashboard/orders?tab=confirmed&search=${search}`)
  await screen.page
    .getByRole('checkbox', { name: /^Select order/ })
    .first()
    .waitFor()
  return screen
}
const selectAll = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all on this page' }).click()

/** Counts the user's actions from now on: clicks and keys, where each key of a shortcut counts. */
const countActions = async (page: Page) => {
  await page.evaluate(() => {
    Object.assign(window, { actions: 0 })
    for (const kind of ['pointerdown', 'keydown'])
      window.addEventListener(
        kind,
        () => (window as unknown as { actions: number }).actions++,
        true,
      )
  })
  return () => page.evaluate(() => (window as unknown as { actions: number }).actions)
}

test('20 orders ship in at most 25 actions, each with its own waybill, which the customer can follow', async () => {
  const names = Array.from({ length: 20 }, (_, nth) => `Twenty${String.fromCharCode(65 + nth)}`)
  const ids = await confirmedOrders(...names)
  const { page, close } = await openDesk('twenty')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const list = ids.map((_, nth) => `10/${nth}`).join('\n')
  await page.evaluate((text) => navigator.clipboard.writeText(text), list)
  expect(await page.getByRole('row').nth(1).innerText()).toContain('1 × Wig')

  const actions = await countActions(page)
  await selectAll(page)
  await page.getByRole('button', { name: 'Select all that match' }).click()
  await chooseFrom(page, 'Bulk actions (20)', 'Mark selected shipped')
  await page.getByRole('dialog', { name: 'Ship 20 orders' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  const mark = page.getByRole('button', { name: 'Mark 20 orders shipped' })
  const { y = 0, height = 0 } = (await mark.boundingBox()) ?? {}
  expect(y + height, 'the button is in sight').toBeLessThan(page.viewportSize()?.height ?? 0)
  await page.keyboard.type('gigl')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+V')
  await mark.click()
  await page.locator('.undo-bar', { hasText: 'Shipped 20 orders' }).waitFor()
  expect(await actions()).toBeLessThanOrEqual(25)

  const shipments = async () =>
    (await shop.call('GET', `/api/admin/orders/rows?ids=${ids}`)).result.map(
      ({ shipment }: { shipment: unknown }) => shipment,
    )
  await expect.poll(shipments).toEqual(
    ids.map((_, nth) => ({
      carrier: 'GIG Logistics',
      waybill: `10/${nth}`,
      link: `https://giglogistics.com/track?waybill=10%2F${nth}`,
    })),
  )
  await close()
})

test('pasted lines are shown beside their orders, and orders shipped together are undone together', async () => {
  const [second = '', first = ''] = await confirmedOrders('Togetherone', 'Togethertwo')
  const screen = await openDesk('together')
  const { page, close } = screen
  await selectAll(page)
  await chooseFrom(page, 'Bulk actions (2)', 'Mark selected shipped')
  await page.getByRole('dialog', { name: 'Ship 2 orders' }).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const paste = async (list: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), list)
    await page
      .getByLabel(/^Waybill of/)
      .first()
      .focus()
    await page.keyboard.press('ControlOrMeta+V')
  }
  const lineOf = (id: string) => page.getByRole('dialog').getByRole('row').filter({ hasText: id })
  await paste('\n77 3')
  await lineOf(second).getByText('Empty line').waitFor()
  expect(await page.getByLabel(`Waybill of Ada Togetherone, ${first}`).inputValue()).toBe('77 3')
  await paste(`${first}, DHL, 77 2\n77 1`)
  expect(await lineOf(first).innerText()).toContain(`${first}, DHL, 77 2`)
  expect(await lineOf(second).innerText()).toContain('77 1')
  expect(await page.getByLabel(`Waybill of Ada Togetherone, ${first}`).inputValue()).toBe('77 2')
  await page.getByLabel(`Carrier of Ada Togethertwo, ${second}`).fill('Kwik')
  await expectSoundScreen(screen, 'a pasted list')
  await page.getByRole('button', { name: 'Mark 2 orders shipped' }).click()
  await page.locator('.undo-bar', { hasText: 'Shipped 2 orders' }).waitFor()
  // The bar reports the outcome, so there is no toast.
  expect(await page.locator('.toast').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Undone: 2 of 2 orders are as they were before').waitFor()
  await expect
    .poll(async () => {
      const { result } = await shop.call('GET', `/api/admin/orders/rows?ids=${first},${second}`)
      return result.map((row: { orderstatus: string; shipment: unknown }) => [
        row.orderstatus,
        row.shipment,
      ])
    })
    .toEqual([
      ['confirmed', null],
      ['confirmed', null],
    ])
  await page.getByRole('checkbox', { name: `Select order ${first}` }).waitFor()

  // A second dialog for the same orders shows their current state, not the state in the first
  // dialog.
  await selectAll(page)
  await chooseFrom(page, 'Bulk actions (2)', 'Mark selected shipped')
  const again = page.getByRole('dialog', { name: 'Ship 2 orders' })
  await again.getByLabel('Carrier for all').fill('DHL')
  for (const nth of [0, 1])
    await again
      .getByLabel(/^Waybill of/)
      .nth(nth)
      .fill(`99 ${nth}`)
  await again.getByRole('button', { name: 'Mark 2 orders shipped' }).press('Enter')
  await page.locator('.undo-bar', { hasText: 'Shipped 2 orders' }).waitFor()
  await close()
})

test('using only the keyboard, the palette ships the selected orders, and the focus returns to the list', async () => {
  const ids = await confirmedOrders('Paletteone', 'Palettetwo', 'Palettethree')
  const { page, close } = await openDesk('palette')
  for (const id of ids.slice(1)) {
    await page.getByRole('checkbox', { name: `Select order ${id}` }).focus()
    await page.keyboard.press('Space')
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('group', { name: '2 orders selected' }).waitFor()
  await page.keyboard.type('shipped')
  await page.getByRole('option', { name: 'Mark selected shipped', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ship 2 orders' })
  await dialog.getByLabel('Carrier for all').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('DHL')
  for (const nth of [0, 1])
    await dialog
      .getByLabel(/^Waybill of/)
      .nth(nth)
      .fill(`88 ${nth}`)
  await dialog.getByRole('button', { name: 'Mark 2 orders shipped' }).press('Enter')
  await page.locator('.undo-bar', { hasText: 'Shipped 2 orders' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('checkbox', { name: 'Select all on this page' })
    .and(page.locator(':focus'))
    .waitFor()
  await close()
})

test('using only the keyboard, the palette selects a page, then all pages, and opens the shipping dialog', async () => {
  await confirmedOrders(...Array.from({ length: 12 }, (_, nth) => `Pages${'abcdefghijkl'[nth]}`))
  const { page, close } = await openDesk('pages')
  const type = async (typed: string, option: string) => {
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: option, selected: true }).waitFor()
    await page.keyboard.press('Enter')
  }
  const openPalette = async () => {
    await page.keyboard.press('Control+k')
    await page.locator('.palette input:focus').waitFor()
  }
  await openPalette()
  await type('select this', 'Select this page')
  await page.getByText('10 selected').waitFor()
  await openPalette()
  await type('select all', 'Select all that match')
  await page.getByText('12 selected').waitFor()
  await openPalette()
  await page.getByRole('group', { name: '12 orders selected' }).waitFor()
  expect(await page.getByRole('group', { name: 'This list' }).count()).toBe(0)
  await type('shipped', 'Mark selected shipped')
  await page.getByRole('dialog', { name: 'Ship 12 orders' }).waitFor()
  await close()
})

test('S5.12: anyone who tracks a shipped order sees its parcel, with a link to a known carrier', async () => {
  const [known = '', other = ''] = await confirmedOrders('Known', 'Other')
  await shop.call('POST', '/api/admin/orders/ship', {
    orders: [
      { orderId: known, carrier: 'DHL', waybill: '77 1' },
      { orderId: other, carrier: 'Musa', waybill: '0803' },
    ],
  })
  const url = `/order-history/${known}`
  const screen = await openScreen(browser, { address: shop.address, width: 360, url })
  const { page } = screen
  const current = page.locator('[aria-current=step]', { hasText: 'shipped' })
  const link = current.getByRole('link', { name: '77 1' })
  expect(await link.getAttribute('href')).toBe(
    'https://www.dhl.com/ng-en/home/tracking.html?tracking-id=77%201',
  )
  expect(await current.innerText()).toContain('DHL 77 1')
  await expectSoundScreen(screen, 'a shipped order')
  await page.goto(`/track-order?id=${other}`)
  await current.getByText('Musa 0803').waitFor()
  expect(await current.getByRole('link').count()).toBe(0)
  await screen.close()
})

test('an order that cannot be shipped is named with its customer, and the others are shipped', async () => {
  const [second = '', first = ''] = await confirmedOrders('Halfone', 'Halftwo')
  const { page, close } = await openDesk('half')
  await selectAll(page)
  await chooseFrom(page, 'Bulk actions (2)', 'Mark selected shipped')
  await page.getByLabel('Carrier for all').fill('DHL')
  const waybills = page.getByLabel('Waybill')
  await waybills.first().fill('1')
  await page.getByRole('button', { name: 'Mark 2 orders shipped' }).click()
  await page.getByText('Please enter the waybill').first().waitFor()
  await waybills.nth(1).fill('2')
  await shop.call('PUT', `/api/order/${first}/status`, { orderStatus: 7, orderMessage: 'Torn' })
  await page.getByRole('button', { name: 'Mark 2 orders shipped' }).click()
  const outcome = page.getByRole('dialog', { name: 'Not everything worked' })
  await outcome.getByText(`Ada Halfone · ${first}`).waitFor()
  await outcome.getByText(/set this to returned/).waitFor()
  const { result } = await shop.call('GET', `/api/admin/orders/rows?ids=${first},${second}`)
  expect(result.map(({ orderstatus }: { orderstatus: string }) => orderstatus)).toEqual([
    'returned',
    'shipped',
  ])
  await close()
})

test('the dialog fits every screen, for one order and for several', async () => {
  await confirmedOrders('Soundone', 'Soundtwo', 'Soundthree')
  const screens = await Promise.all(
    someOf([360, 768, 1440]).map((width) => openDesk('sound', width)),
  )
  await onEach(screens, async (screen) => {
    const { page } = screen
    await expectSoundScreen(screen, 'the confirmed orders')
    for (const box of await page.getByRole('checkbox', { name: /^Select order/ }).all())
      await box.check()
    await chooseFrom(page, 'Bulk actions (3)', 'Mark selected shipped')
    await page.getByRole('dialog', { name: 'Ship 3 orders' }).waitFor()
    await page.getByRole('button', { name: 'Mark 3 orders shipped' }).click()
    await page.getByText('Please enter the carrier').first().waitFor()
    await expectSoundScreen(screen, 'the dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /^Actions for order/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Mark shipped', exact: true }).click()
    await page.getByRole('dialog', { name: 'Ship 1 order' }).waitFor()
    expect(await page.getByLabel('Carrier for all').count()).toBe(0)
    await screen.close()
  })
})
