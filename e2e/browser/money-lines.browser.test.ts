import { dialects } from '@strand/command-api/money/testing/statement-files'
import {
  type MadeStatement,
  withoutReferences,
} from '@strand/command-api/money/testing/statement-lines'
import { someOf } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { importFile as importFileWith } from './testing/import-file.ts'
import { keyboardOf } from './testing/keyboard.ts'
import { expectSoundScreen, onEach } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()
const { call, placeOrder } = shop

/** The bank lines of one screen width, all in one month. The payers' names contain the width. */
const statementOf = (width: number, month: string): MadeStatement => {
  const line = (day: string, naira: number, narration: string, at: number) => ({
    bookedOn: `2026-${month}-${day}`,
    valueOn: `2026-${month}-${day}`,
    amountKobo: naira * 100,
    narration: `${narration} ${width}`,
    reference: `R${width}${at}`,
  })
  const lines = [
    line('02', 75_000, 'NIP TRF FROM ADA OKAFOR', 1),
    line('03', 150_000, 'NIP TRF FROM BOLA ADE FOR TWO ORDERS', 2),
    line('04', 20_000, 'REVERSAL OF POS', 3),
    line('05', 31_000, 'NIP TRF FROM CHI EZE', 4),
    line('06', 32_000, 'NIP TRF FROM DAYO BELLO', 5),
  ]
  return { accountNumber: '0123456789', currency: 'NGN', openingKobo: 0, lines }
}

const importFile = async (file: Uint8Array) => (await importFileWith(call, file)).imported

const write = (dialect: string, made: MadeStatement) =>
  dialects[dialect]?.(made) ?? new Uint8Array()

const months = new Map([
  [360, '03'],
  [1440, '05'],
])

test('S14.24: lines are matched, unmatched, set aside, reopened, merged and kept apart', async () => {
  const orders = new Map<number, string[]>()
  const chosen = someOf([...months])
  for (const [width, month] of chosen) {
    const made = statementOf(width, month)
    await importFile(write('tabs', made))
    // The last two lines come again in another format, and nothing proves that they are the same.
    const last = { ...made, openingKobo: 24_500_000, lines: made.lines.slice(3) }
    const again = withoutReferences(last)
    expect(await importFile(write('ofx1', again))).toMatchObject({ new: 0, probablySame: 2 })
    const placed = [await placeOrder(), await placeOrder(), await placeOrder()]
    orders.set(width, placed)
  }
  const screens = await Promise.all(chosen.map(([width]) => openStaff(width, '/dashboard/money')))
  await onEach(screens, async (screen) => {
    const { page, width } = screen
    const [one = '', two = '', three = ''] = orders.get(width) ?? []
    const keys = keyboardOf(page)
    const dialog = page.getByRole('dialog')
    const gone = () => dialog.waitFor({ state: 'detached' })
    const open = async (tab: string, text: string) => {
      await page.goto(`/dashboard/money?tab=${tab}&search=${encodeURIComponent(text)}`)
      const link = page.locator('[data-row]').getByRole('link', { name: text })
      await link.press('Enter')
      await dialog.waitFor()
    }
    const choose = async (orderId: string) => {
      await dialog.getByRole('searchbox', { name: 'Find orders' }).fill(orderId)
      await dialog.getByRole('button', { name: `Choose order ${orderId}` }).press('Enter')
    }
    const focused = (button: string) =>
      dialog.getByRole('button', { name: button }).and(page.locator(':focus')).waitFor()

    const ada = `NIP TRF FROM ADA OKAFOR ${width}`
    await open('unmatched', ada)
    await dialog.getByRole('button', { name: 'Match to an order' }).press('Enter')
    // Orders of the line's amount are listed at once, and typing replaces the amount.
    await dialog.getByRole('button', { name: `Choose order ${one}` }).waitFor()
    const finder = dialog.getByRole('searchbox', { name: 'Find orders' })
    await finder.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Ada')
    expect(await finder.inputValue()).toBe('Ada')
    await choose(one)
    await dialog.getByLabel(`For order ${one}`).waitFor()
    expect(await dialog.getByLabel(`For order ${one}`).inputValue()).toBe('75,000')
    await expectSoundScreen(screen, 'a match')
    await dialog.getByLabel(`For order ${one}`).fill('75,000.01')
    await dialog.getByText('₦0.01 more than the line has').waitFor()
    await dialog.getByLabel(`For order ${one}`).fill('75000')
    await keys.press('Enter')
    await gone()
    await page.getByText('Matched', { exact: true }).first().waitFor()

    await open('matched', ada)
    const paid = dialog.getByRole('link', { name: one })
    expect(await paid.getAttribute('href')).toBe(`/dashboard/orders/${encodeURIComponent(one)}`)
    await expectSoundScreen(screen, 'a matched line')
    await dialog.getByRole('button', { name: 'Unmatch' }).press('Enter')
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
    await focused('Unmatch')
    await keys.press('Enter')
    await dialog.getByLabel('Reason').fill('It was her sister’s')
    await expectSoundScreen(screen, 'an unmatch')
    await dialog.getByRole('button', { name: 'Unmatch' }).press('Enter')
    await focused('Match to an order')

    const bola = `NIP TRF FROM BOLA ADE FOR TWO ORDERS ${width}`
    await open('unmatched', bola)
    await dialog.getByRole('button', { name: 'Match to an order' }).press('Enter')
    await choose(two)
    await choose(three)
    await dialog.getByText('₦0 of ₦150,000 is left').waitFor()
    await expectSoundScreen(screen, 'a match with two orders')
    await dialog.getByRole('button', { name: 'Match 2 orders' }).press('Enter')
    await gone()
    await page.goto(`/dashboard/money?tab=matched&search=${encodeURIComponent(bola)}`)
    for (const orderId of [two, three])
      await page.locator('[data-row]').getByRole('link', { name: orderId }).waitFor()
    await expectSoundScreen(screen, 'the matched lines')

    const reversal = `REVERSAL OF POS ${width}`
    await open('unmatched', reversal)
    for (const form of ['Match to an order', 'Set aside']) {
      await dialog.getByRole('button', { name: form }).press('Enter')
      await dialog.getByRole('heading').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
      await focused(form)
    }
    await keys.press('Enter')
    await dialog.getByLabel('What is it?').selectOption('own')
    await dialog.getByLabel(/^Note/).fill('Moved between accounts')
    await expectSoundScreen(screen, 'a line to set aside')
    await dialog.getByRole('button', { name: 'Set aside' }).press('Enter')
    await gone()
    await page.goto(`/dashboard/money?tab=setaside&search=${encodeURIComponent(reversal)}`)
    await page.getByText('Our own money: Moved between accounts').waitFor()
    await expectSoundScreen(screen, 'the lines set aside')
    await open('setaside', reversal)
    await dialog.getByRole('button', { name: 'Reopen' }).press('Enter')
    await focused('Match to an order')
    await keys.press('Escape')
    await gone()
    await page.getByRole('heading', { name: 'No line matches' }).waitFor()

    await open('probablysame', `NIP TRF FROM CHI EZE ${width}`)
    const row = (term: string) => dialog.getByRole('row', { name: new RegExp(`^${term}`) })
    await row('Balance afterwards differs').waitFor()
    expect(await row('Narration').textContent()).not.toContain('differs')
    await expectSoundScreen(screen, 'two lines beside each other')
    await dialog.getByRole('button', { name: 'Merge: one transfer' }).press('Enter')
    await gone()
    await open('probablysame', `NIP TRF FROM DAYO BELLO ${width}`)
    await dialog.getByRole('button', { name: 'Keep apart: two transfers' }).press('Enter')
    await gone()
    const rowsOf = async (text: string) => {
      await page.goto(`/dashboard/money?search=${encodeURIComponent(text)}`)
      await page.locator('[data-row]').first().waitFor()
      return page.locator('[data-row]').count()
    }
    expect(await rowsOf(`CHI EZE ${width}`)).toBe(1)
    expect(await rowsOf(`DAYO BELLO ${width}`)).toBe(2)
  })
  await Promise.all(screens.map(({ close }) => close()))
  // Merged lines count in no tab.
  const { result } = await call('GET', '/api/admin/bank-lines/counts')
  expect(result).toEqual({
    unmatched: 5 * chosen.length,
    matched: chosen.length,
    setaside: 0,
    debit: 0,
    probablysame: 0,
    statements: 2 * chosen.length,
    takenback: 0,
    owed: 0,
    owedKobo: 0,
  })
})

test('S14.24: a refusal is shown beside the form, and the list shows the current state', async () => {
  const { statementId } = await importFile(write('tabs', statementOf(768, '07')))
  const screen = await openStaff(1440, '/dashboard/money')
  const { page } = screen
  const text = 'NIP TRF FROM ADA OKAFOR 768'
  await page.goto(`/dashboard/money?search=${encodeURIComponent(text)}`)
  await page.locator('[data-row]').getByRole('link', { name: text }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Set aside' }).press('Enter')
  await dialog.getByLabel(/^Note/).fill('Too late')
  const { result } = await call('GET', `/api/admin/bank-lines?search=${encodeURIComponent(text)}`)
  const [{ lineId }] = result.data
  const path = `/api/admin/bank-lines/${lineId}`
  await call('POST', `${path}/set-aside`, { kind: 'other', note: 'First' })
  screen.provokes(path)
  await dialog.getByRole('button', { name: 'Set aside' }).press('Enter')
  await page.getByText('This line is set aside: reopen it first').first().waitFor()
  // The typed text stays until the user closes its form; then the dialog offers the actions that
  // are possible now.
  await dialog.getByText('This transaction has changed').waitFor()
  expect(await dialog.getByLabel(/^Note/).inputValue()).toBe('Too late')
  await dialog.locator('.line-form').getByRole('button', { name: 'Close' }).press('Enter')
  await dialog.getByRole('button', { name: 'Reopen' }).and(page.locator(':focus')).waitFor()
  await dialog.getByText('Something else: First').waitFor()
  const log = await call('GET', '/api/admin/users-logs?process=aside')
  const [entry] = log.result.data
  expect(entry.process).toMatch(/^Set the transaction of ₦75,000 on \d+ \w+ \d{4} aside as /)
  expect(entry.lines).toMatchObject([{ lineid: lineId }])
  await expectSoundScreen(screen, 'a line that a colleague set aside')
  await page.keyboard.press('Escape')

  // Without a button or field that could take the focus, the dialog's title takes it.
  await page.goto('/dashboard/money?search=BOLA')
  await page.locator('[data-row]').getByRole('link', { name: / 768$/ }).press('Enter')
  await dialog.getByRole('button', { name: 'Set aside' }).press('Enter')
  await call('POST', `/api/admin/bank-statements/${statementId}/take-back`, { reason: 'Not ours' })
  screen.provokes('/api/admin/bank-lines')
  await dialog.getByRole('button', { name: 'Set aside' }).press('Enter')
  await dialog.getByText('This line no longer exists').waitFor()
  await dialog.getByText('Bank transaction', { exact: true }).and(page.locator(':focus')).waitFor()
  await screen.close()
})

test('S14.24: if a colleague reopened, merged or kept apart a line first, the screen says so', async () => {
  const made = statementOf(1024, '09')
  await importFile(write('tabs', made))
  await importFile(
    write(
      'ofx1',
      withoutReferences({ ...made, openingKobo: 24_500_000, lines: made.lines.slice(3) }),
    ),
  )
  const reversal = 'REVERSAL OF POS 1024'
  const { result } = await call(
    'GET',
    `/api/admin/bank-lines?search=${encodeURIComponent(reversal)}`,
  )
  await call('POST', `/api/admin/bank-lines/${result.data[0].lineId}/set-aside`, {
    kind: 'own',
    note: '',
  })
  const screen = await openStaff(1440, '/dashboard/money')
  const { page } = screen
  screen.provokes('/api/admin/bank-lines')
  // A colleague sends the same commands just before this screen does.
  let refusal = ''
  await page.route('**/api/admin/bank-lines/**', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    await call('POST', new URL(request.url()).pathname, request.postDataJSON())
    const answer = await route.fetch()
    expect(answer.status()).toBe(409)
    refusal = (await answer.json()).message
    await route.fulfill({ response: answer })
  })
  for (const [tab, text, button] of [
    ['setaside', reversal, 'Reopen'],
    ['probablysame', 'NIP TRF FROM CHI EZE 1024', 'Merge: one transfer'],
    ['probablysame', 'NIP TRF FROM DAYO BELLO 1024', 'Keep apart: two transfers'],
  ] as const) {
    await page.goto(`/dashboard/money?tab=${tab}&search=${encodeURIComponent(text)}`)
    await page.locator('[data-row]').getByRole('link', { name: text }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: button }).press('Enter')
    await expect
      .poll(() => page.locator('.toast').innerText(), { message: button })
      .toContain(refusal)
    expect(refusal).not.toBe('')
    refusal = ''
  }
  await screen.close()
})
