import { someOf } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { drawnTests } from './testing/drawn-tests.ts'
import { discard, sendInVain, signInAgain } from './testing/end-session.ts'
import { importLine as importLineWith } from './testing/import-file.ts'
import { expectSoundScreen, signIn } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { chooseFrom } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()
const { drawn, draw } = drawnTests(2)
const { call } = shop

const importLine = (day: string, naira: number, narration: string) =>
  importLineWith(call, { day, naira, narration, reference: narration.replaceAll(' ', '') })

const kept = 'She wrote that her sister paid'

test.each(
  someOf([360, 1440]),
)('after signing in again a line’s form is open again with its text (%i px)', async (width) => {
  const orderId = await shop.placeOrder(`Line${width}`)
  const text = `NIP TRF FROM A STRANGER ${width}`
  await importLine(width === 360 ? '2026-03-02' : '2026-04-02', width, text)
  const screen = await openStaff(width, '/dashboard/money')
  const { page, close } = screen
  const dialog = page.getByRole('dialog')
  const open = async (entry: string) => {
    const line = page.getByRole('row').filter({ hasText: text })
    await line.getByRole('button', { name: /^Actions/ }).press('Enter')
    await page.getByRole('menuitem', { name: entry }).click()
  }

  await open('Match to an order…')
  await dialog.getByRole('searchbox', { name: 'Find orders' }).fill(orderId)
  await dialog.getByRole('button', { name: `Choose order ${orderId}` }).press('Enter')
  const amount = dialog.getByLabel(`For order ${orderId}, Ada Line${width}`)
  await amount.fill('123')
  await signInAgain(screen, 'Match')
  await amount.waitFor()
  expect(await amount.inputValue()).toBe('123')
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
  expect(stored).toContain(orderId)
  expect(stored).not.toContain('Ada')
  await expectSoundScreen(screen, 'a line that is open again')
  await discard(screen)

  await page.getByRole('row').filter({ hasText: text }).getByRole('link').first().press('Enter')
  await dialog.getByRole('button', { name: 'Set aside' }).press('Enter')
  const note = dialog.getByLabel('Note (optional)')
  await note.fill(kept)
  await signInAgain(screen, 'Set aside')
  expect(await note.inputValue()).toBe(kept)
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await note.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Set aside' }).press('Enter')
  expect(await note.inputValue()).toBe('')
  await close()
})

drawn('owing money back and undoing an import keep their typed reasons', async () => {
  const orderId = await shop.placeOrder('Owed')
  const lineId = await importLine('2026-05-02', 5_000, 'NIP TRF FROM OWED TWICE')
  const owing = { orderId, amountKobo: 500_000, reason: 'Twice' }
  await call('POST', `/api/admin/bank-lines/${lineId}/owe`, owing)
  const screen = await openStaff(1440, '/dashboard/money?tab=owed')
  const { page, close } = screen
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('row').filter({ hasText: orderId })
  await row.getByRole('button', { name: /^Actions/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Not owed…' }).click()
  const why = dialog.getByLabel(/^Why/)
  await why.fill(kept)
  await signInAgain(screen, 'Not owed')
  expect(await why.inputValue()).toBe(kept)
  await discard(screen)

  await page.goto('/dashboard/money?tab=statements')
  const file = page.getByRole('table').getByRole('row').nth(1)
  await file.getByRole('button', { name: /^Actions/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Undo import…' }).click()
  const reason = dialog.getByLabel('Reason')
  await reason.fill(kept)
  await signInAgain(screen, 'Undo import')
  expect(await reason.inputValue()).toBe(kept)
  await discard(screen)
  await close()
})

drawn('text typed about a line stays when a colleague is faster', async () => {
  const lineId = await importLine('2026-06-02', 7_000, 'NIP TRF FROM FASTER')
  const screen = await openStaff(360, `/dashboard/money?line=${lineId}&on=2026-06-02&do=setaside`)
  const { page, close } = screen
  const dialog = page.getByRole('dialog')
  const note = dialog.getByLabel('Note (optional)')
  await note.fill(kept)
  screen.provokes('/api/admin/bank-lines')
  await call('POST', `/api/admin/bank-lines/${lineId}/set-aside`, { kind: 'own', note: '' })
  await dialog.getByRole('button', { name: 'Set aside' }).press('Enter')
  await dialog.getByText('This transaction has changed').waitFor()
  await dialog.getByText('This line is set aside: reopen it first.').waitFor()
  expect(await page.getByText('An error occured').count()).toBe(0)
  expect(await note.inputValue()).toBe(kept)
  expect(await dialog.getByRole('button', { name: 'Set aside' }).count()).toBe(0)
  await expectSoundScreen(screen, 'a text about a line that has changed')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().press('Enter')
  await note.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Reopen' }).waitFor()
  await close()
})

drawn('after signing in again, the screen says that an entry has left the list', async () => {
  const orderId = await shop.placeOrder('Gone')
  const lineId = await importLine('2026-06-05', 8_000, 'NIP TRF FROM GONE')
  const owing = { orderId, amountKobo: 800_000, reason: 'Twice' }
  await call('POST', `/api/admin/bank-lines/${lineId}/owe`, owing)
  const screen = await openStaff(1440, '/dashboard/money?tab=owed')
  const { page, close } = screen
  const row = page.getByRole('row').filter({ hasText: orderId })
  await row.getByRole('button', { name: /^Actions/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Not owed…' }).click()
  await page.getByRole('dialog').getByLabel(/^Why/).fill(kept)
  await sendInVain(screen, 'Not owed')
  const { result } = await call('GET', '/api/admin/bank-lines/owed?results=100')
  const { owedId } = result.data.find(({ orderid }: { orderid: string }) => orderid === orderId)
  await call('POST', `/api/admin/bank-lines/${lineId}/unowe`, { owedId, reason: 'Once only' })
  await signIn(page)
  await page.getByText('This entry is no longer in the list').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(kept)
  await close()
})

drawn('the shipping dialog reopens with its waybills', async () => {
  const ids: string[] = []
  for (const name of ['Againone', 'Againtwo']) {
    const id = await shop.placeOrder(name)
    await call('PUT', `/api/admin/approve-order/${id}`)
    ids.push(id)
  }
  await call('GET', '/api/admin/confirmed-orders?search=again')
  const screen = await openStaff(1440, '/dashboard/orders?tab=confirmed&search=again')
  const { page, close } = screen
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await chooseFrom(page, 'Bulk actions (2)', 'Mark selected shipped')
  const dialog = page.getByRole('dialog', { name: 'Ship 2 orders' })
  await dialog.getByLabel('Carrier for all').fill('DHL')
  const waybills = dialog.getByLabel(/^Waybill of/)
  await waybills.nth(0).fill('77 1')
  await waybills.nth(1).fill('77 2')
  await signInAgain(screen, 'Mark 2 orders shipped')
  await expect.poll(() => waybills.nth(1).inputValue()).toBe('77 2')
  expect(
    await dialog
      .getByLabel(/^Carrier of/)
      .nth(0)
      .inputValue(),
  ).toBe('DHL')
  // A reload while the list is loading does not open the dialog again.
  const lists = '**/api/admin/confirmed-orders?*'
  await page.route(lists, () => undefined)
  await dialog.getByRole('button', { name: 'Mark 2 orders shipped' }).press('Enter')
  await page.locator('.undo-bar', { hasText: 'Shipped 2 orders' }).waitFor()
  expect(await dialog.count()).toBe(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await page.locator('[data-row]').first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await close()
})

draw()
