import { eventually } from '@strand/platform/testing/eventually'
import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { importLine as importLineWith } from './testing/import-file.ts'
import { expectSoundScreen, onEach, type Screen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { chooseFrom } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()
const { call, placeOrder } = shop

const importLine = (day: string, naira: number, narration: string, reference: string) =>
  importLineWith(call, { day, naira, narration, reference })

/**
 * An order that was approved with money that the bank then took back. Each width has days of its
 * own.
 */
const bounced = async (width: number, month: string) => {
  const orderId = await placeOrder()
  const found = await call('GET', `/api/admin/orders/search?search=${orderId}`)
  const { total } = found.result.data[0]
  const text = `NIP TRF FROM CHIOMA OKAFOR ${width}`
  const lineId = await importLine(`2026-${month}-02`, total, text, `R${width}`)
  const evidence = { lines: [{ lineId, amountKobo: total * 100 }] }
  await call('PUT', `/api/admin/approve-order/${orderId}`, { evidence })
  await importLine(`2026-${month}-04`, -total, `RVSL ${text}`, `R${width}`)
  await eventually(
    () => call('GET', '/api/admin/orders/taken-back?results=100'),
    ({ result }) => JSON.stringify(result).includes(orderId),
  )
  return orderId
}

/** Opens each dialog that ships the order, and one that does not. */
const expectWarningBeforeShipping = async (screen: Screen, orderId: string) => {
  const { page, width } = screen
  await page.setViewportSize({ width, height: 800 })
  await page.goto(`/dashboard/orders?tab=confirmed&search=${orderId}`)
  const dialog = page.getByRole('dialog')
  const warning = dialog.getByText(
    /₦75,000 (was|may have been) taken back on .+\. Nobody has dealt with it yet\.$/,
  )
  const close = async () => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  const status = page.getByLabel(`Status of order ${orderId}`)
  await status.selectOption('shipped')
  await warning.waitFor()
  await dialog.getByText('This email names no carrier and no waybill.').waitFor()
  await expectSoundScreen(screen, 'a status that ships')
  await close()
  await status.selectOption('returned')
  await dialog.getByLabel('Message to the customer').waitFor()
  expect(await warning.count()).toBe(0)
  await close()
  await chooseFrom(page, `Actions for order ${orderId}`, 'Mark shipped')
  await warning.waitFor()
  await expectSoundScreen(screen, 'shipping one order')
  await close()
}

const widths = new Map([
  [360, '03'],
  [1440, '05'],
])

/** Makes polls too rare to happen, so that only the user's own steps reload anything. */
const withoutPolls = (page: Page) =>
  page.addInitScript(() => {
    const usual = window.setInterval
    Object.assign(window, {
      setInterval: (run: () => void, ms: number) => usual(run, ms * 1_000),
    })
  })

test('S14.26: money that the bank took back shows in its tab and the tab’s count, on its order, in the menu and before the order ships, until someone has dealt with it', async () => {
  const orders = new Map<number, string>()
  const chosen = someOf([...widths])
  const screens = await Promise.all(
    chosen.map(([width]) => openStaff(width, '/dashboard/money', undefined, withoutPolls)),
  )
  const tabOf = (page: Page, count: number) =>
    page.getByRole('link', { name: new RegExp(`^Taken back ?${count}$`) })
  for (const { page } of screens) await tabOf(page, 0).waitFor()
  for (const [width, month] of chosen) orders.set(width, await bounced(width, month))
  for (const { page } of screens) {
    await tabOf(page, 0).press('Enter')
    await tabOf(page, chosen.length).waitFor()
  }
  await onEach(screens, async (screen) => {
    const { page, width } = screen
    const orderId = orders.get(width) ?? ''
    const row = page.getByRole('row').filter({ hasText: orderId })
    await row.getByText(`RVSL NIP TRF FROM CHIOMA OKAFOR ${width}`).waitFor()
    await expectSoundScreen(screen, 'taken back')
    if (width === 1440)
      expect(
        await page
          .getByRole('link', { name: /^Money/ })
          .first()
          .textContent(),
      ).toMatch(/\d, \d+ waiting, \d of them taken back by the bank/)
    const details = await page.context().newPage()
    // A single hit opens by itself.
    await details.goto(`/dashboard/orders?tab=all&search=${orderId}`)
    const taken = details.getByRole('list', { name: 'Money that the bank took back' })
    await taken.getByText(/(was|may have been) taken back on/).waitFor()
    await taken.getByText('Nobody has dealt with it yet.').waitFor()
    await expectWarningBeforeShipping({ ...screen, page: details }, orderId)
    await row.getByRole('button', { name: /^Actions/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Deal with it…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What was done?').selectOption('paid-again')
    await dialog.getByLabel('Note (optional)').fill('By card, at the counter')
    await expectSoundScreen(screen, 'deal with it')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await row.waitFor({ state: 'detached' })
    const { result } = await call('GET', `/api/admin/orders/search?search=${orderId}`)
    expect(result.data[0]).toMatchObject({ takenBack: null })
    await details.goto(`/dashboard/orders?tab=all&search=${orderId}`)
    await taken.getByText('The customer paid again.').waitFor()
    await details.close()
  })
  const { result } = await call('GET', '/api/admin/bank-lines/counts')
  expect(result.takenback).toBe(0)
})
