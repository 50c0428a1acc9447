import { someOf } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { importLine as importLineWith } from './testing/import-file.ts'
import { expectSoundScreen, onEach } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()
const { call, placeOrder } = shop

const importLine = (day: string, naira: number, narration: string) =>
  importLineWith(call, { day, naira, narration, reference: narration.replaceAll(' ', '') })

/** Prepares an order for one width, with days and amounts of its own. */
const prepared = async (width: number, month: string) => {
  const orderId = await placeOrder()
  const text = `NIP TRF FROM ADA OKAFOR ${width}`
  const lineId = await importLine(`2026-${month}-02`, width * 100, text)
  await importLine(`2026-${month}-04`, -width * 30, `NIP TRF TO ADA OKAFOR ${width} PART`)
  await importLine(`2026-${month}-05`, -width * 70, `NIP TRF TO ADA OKAFOR ${width} REST`)
  return { orderId, lineId, text, month }
}

const widths = new Map([
  [360, '03'],
  [1440, '05'],
])

test('S15.10: money is owed back from its line, a tab shows its age and the sum, and debits pay it back part by part', async () => {
  const made = new Map<number, Awaited<ReturnType<typeof prepared>>>()
  const chosen = someOf([...widths])
  for (const [width, month] of chosen) made.set(width, await prepared(width, month))
  const screens = await Promise.all(chosen.map(([width]) => openStaff(width, '/dashboard/money')))
  await onEach(screens, async (screen) => {
    const { page, width } = screen
    const { orderId, text } = made.get(width) ?? { orderId: '', text: '' }
    const line = page.getByRole('row').filter({ hasText: text })
    await line.getByRole('button', { name: /^Actions/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Mark as owed back…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
    await dialog
      .getByRole('button', { name: 'Mark as owed back' })
      .and(page.locator(':focus'))
      .press('Enter')
    await dialog.getByRole('searchbox', { name: 'Find orders' }).waitFor()
    await dialog.getByRole('button', { name: 'Mark as owed back' }).press('Enter')
    await dialog.getByText('Please choose the order').waitFor()
    await dialog.getByRole('searchbox', { name: 'Find orders' }).fill(orderId)
    await dialog.getByRole('button', { name: `Choose order ${orderId}` }).press('Enter')
    // The pressed button is gone, so the focus is where the form continues.
    await dialog.getByLabel(/^Why/).and(page.locator(':focus')).waitFor()
    await dialog.getByRole('button', { name: 'Another order' }).press('Enter')
    await dialog
      .getByRole('searchbox', { name: 'Find orders' })
      .and(page.locator(':focus'))
      .fill(orderId)
    await dialog.getByRole('button', { name: `Choose order ${orderId}` }).press('Enter')
    await dialog.getByLabel('Amount').fill(`${width * 100 + 1}`)
    await dialog.getByLabel(/^Why/).fill('You paid twice')
    await dialog.getByText(/^The line has ₦.* left$/).waitFor()
    await dialog.getByLabel('Amount').fill(`${width * 100}`)
    await expectSoundScreen(screen, 'owe back')
    await dialog.getByRole('button', { name: 'Mark as owed back' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await line.waitFor({ state: 'detached' })

    await page.getByRole('link', { name: /^Owed back/ }).press('Enter')
    const row = page.getByRole('row').filter({ hasText: orderId })
    await row.getByText('You paid twice').waitFor()
    await row.getByText('today').waitFor()
    await page
      .locator('.owed-tools')
      .getByText(/ is owed back/)
      .waitFor()
    await expectSoundScreen(screen, 'owed back')
    const show = page.getByLabel('Show')
    const placeOfShow = () =>
      show.evaluate((field) => {
        const { top = 0 } = field.closest('.owed-tools')?.getBoundingClientRect() ?? {}
        return field.getBoundingClientRect().top - top
      })
    const place = await placeOfShow()

    const payBack = async (which: string) => {
      await row.getByRole('button', { name: /^Actions/ }).press('Enter')
      await page.getByRole('menuitem', { name: 'Paid back…' }).click()
      await dialog.getByRole('radio', { name: which }).press(' ')
    }
    await payBack(`ADA OKAFOR ${width} PART`)
    await expectSoundScreen(screen, 'paid back')
    await dialog.getByRole('button', { name: 'Paid back' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await row.getByText(/^of ₦/).waitFor()

    await row.getByRole('button', { name: /^Actions/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'WhatsApp…' }).click()
    await dialog.getByLabel('Your message').waitFor()
    expect(await dialog.getByLabel('Your message').inputValue()).toContain('You paid twice')
    expect(
      await dialog.getByRole('link', { name: 'Open WhatsApp' }).getAttribute('href'),
    ).toContain('https://wa.me/2348031234567?text=')
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')

    await payBack(`ADA OKAFOR ${width} REST`)
    await dialog.getByRole('button', { name: 'Paid back' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await row.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null))
      .toBe(true)

    // The sum disappears with the last debt, and the field beside it does not move.
    expect(await placeOfShow()).toBe(place)
    await show.selectOption('settled')
    await row.getByText('You paid twice').waitFor()
    await row.getByRole('button', { name: /^Actions/ }).press('Enter')
    await page
      .getByRole('menuitem', { name: /^Undo: / })
      .first()
      .click()
    await row.waitFor({ state: 'detached' })
    await show.selectOption('')
    await row.waitFor()
  })
  const { result } = await call('GET', '/api/admin/bank-lines/counts')
  expect(result.owed).toBe(chosen.length)
})

test('the payer’s own order is offered above a newer pending one of the same amount', async () => {
  const own = await placeOrder('Bakare')
  await call('PUT', `/api/admin/approve-order/${own}`)
  const other = await placeOrder('Stranger')
  const text = 'NIP TRF FROM BAKARE'
  await importLine('2026-07-02', 75_000, text)
  const screen = await openStaff(1440, '/dashboard/money')
  const { page } = screen
  const line = page.getByRole('row').filter({ hasText: text })
  await line.getByRole('button', { name: /^Actions/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Mark as owed back…' }).click()
  const found = page.getByRole('list', { name: 'Orders found' }).getByRole('listitem')
  await found.filter({ hasText: other }).waitFor()
  await expect.poll(() => found.first().textContent()).toContain(own)
  await screen.close()
})

test('what a colleague owes back is listed as soon as the sum above the list names it', async () => {
  const { orderId, lineId } = await prepared(768, '09')
  const screen = await openStaff(1440, '/dashboard/orders')
  const { page } = screen
  await page.clock.install()
  await page.goto('/dashboard/money?tab=owed')
  await page.locator('.owed-tools').waitFor()
  await page.getByRole('row').or(page.getByText('Nothing is owed back')).first().waitFor()
  const owed = { orderId, amountKobo: 7_680_000, reason: 'You paid twice' }
  await call('POST', `/api/admin/bank-lines/${lineId}/owe`, owed)
  await page.clock.runFor(31_000)
  await page.getByRole('row').filter({ hasText: orderId }).waitFor()
  await screen.close()
})
