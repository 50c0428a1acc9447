import { addDays } from '@strand/contracts/days'
import { lagosDay } from '@strand/contracts/lagos-time'
import { eventually } from '@strand/platform/testing/eventually'
import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { importLine } from './testing/import-file.ts'
import { expectSoundScreen, onEach } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()
const { call } = shop

const importUrl = '/dashboard/money?view=import'
const today = lagosDay(new Date().toISOString())
const choose = (page: Page, name: string, text: string) =>
  page
    .getByLabel('Choose the statement')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('S14.25: an import says how many orders it settled, and links to them', async () => {
  for (const [width, day] of someOf([
    [360, '2026-03-05'],
    [1440, '2026-05-05'],
  ] as const)) {
    const orderId = await shop.placeOrder(`Outcome${width}`)
    const found = await call('GET', `/api/admin/orders/search?search=${orderId}`)
    const { total } = found.result.data[0]
    const screen = await openStaff(width, importUrl)
    const { page } = screen
    const narration = `NIP/GTB/ADA OUTCOME${width}`
    await choose(page, 'one.csv', `Date,Narration,Credit\n${day},${narration},${total}.00\n`)
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await page.getByText('It has settled no order yet.').waitFor()
    const wayBack = page.getByRole('link', { name: 'statements', exact: true })
    expect(await wayBack.getAttribute('href')).toBe('/dashboard/money?tab=statements')
    expect(await page.getByRole('link', { name: 'See what was paid' }).count()).toBe(0)

    const { result } = await eventually(
      () => call('GET', `/api/admin/bank-lines?search=outcome${width}`),
      (answer) => answer.result.data.length === 1,
    )
    const [{ lineId }] = result.data
    const evidence = { lines: [{ lineId, amountKobo: total * 100 }] }
    await call('PUT', `/api/admin/approve-order/${orderId}`, { evidence })
    await page.getByText('It settled 1 order.').waitFor()
    await expectSoundScreen(screen, 'the orders that an import settled')
    await page.getByRole('link', { name: 'See what was paid' }).press('Enter')
    await page.locator('[data-row]').filter({ hasText: narration }).waitFor()

    // A wrong import is undone on the screen that reports it.
    await page.goto(importUrl)
    const wrong = `wrong-${width}.csv`
    await choose(page, wrong, `Date,Narration,Credit\n${day},RENT ${width},1.00\n`)
    const question = page.getByRole('checkbox', { name: /^No, it is this account’s/ })
    await page.getByRole('heading', { name: 'What the file says' }).waitFor()
    if (await question.isVisible()) await question.check()
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Undo this import…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Undo an import' })
    await dialog.getByText(wrong).waitFor()
    await expectSoundScreen(screen, 'the undo of the import that has just finished')
    await dialog.getByLabel('Reason').fill('It is my own account’s')
    await dialog.getByRole('button', { name: 'Undo import' }).press('Enter')
    await page.getByRole('heading', { name: 'Import undone' }).waitFor()
    const outcome = page.getByRole('main')
    await outcome.getByText(`${wrong} is no longer imported`).waitFor()
    await outcome.getByText(/^Undone .* by .+: It is my own account’s$/).waitFor()
    await outcome.getByText('1 line withdrawn').waitFor()
    expect(await page.getByRole('button', { name: 'Undo this import…' }).count()).toBe(0)
    await expectSoundScreen(screen, 'an import that was undone')
    await page.getByRole('link', { name: 'To the statements' }).press('Enter')
    const row = page.locator('[data-row]').filter({ hasText: wrong })
    await row.getByText('1 line withdrawn').waitFor()
    await screen.close()
  }
}, 120_000)

test('S14.25 S14.26: an import counts the lines that its link opens with ticked, and names money that the bank took back', async () => {
  const [first, second, third] = await Promise.all(
    ['Waiting', 'Earlier', 'Regretful'].map((name) => shop.placeOrder(name)),
  )
  const found = await call('GET', `/api/admin/orders/search?search=${first}`)
  const { total } = found.result.data[0]
  const lineOf = (day: string, naira: number, narration: string, reference: string) =>
    importLine(call, { day, naira, narration, reference })
  await lineOf(addDays(today, -1), total, `NIP/GTB/ADA EARLIER/${second}`, 'E1')
  const [width = 1440] = someOf([360, 1440])
  const screen = await openStaff(width, importUrl)
  const { page } = screen
  const row = `${today},NIP/GTB/ADA WAITING/${first},${total}.00`
  await choose(page, 'today.csv', `Date,Narration,Credit\n${row}\n`)
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await page
    .getByText(
      '2 unmatched lines each fit only one order and are waiting for your approval, 1 of them from this file.',
    )
    .waitFor()

  const narration = `NIP TRF FROM ADA REGRETFUL/${third}`
  const lineId = await lineOf('2026-06-02', total, narration, 'B1')
  const evidence = { lines: [{ lineId, amountKobo: total * 100 }] }
  await call('PUT', `/api/admin/approve-order/${third}`, { evidence })
  await lineOf('2026-06-04', -total, `RVSL ${narration}`, 'B1')
  await page.getByText(/the bank took back 1 payment of an approved order/).waitFor()
  await expectSoundScreen(screen, 'an import after which the bank took money back')
  const toTakenBack = page.getByRole('link', { name: 'See what was taken back' })
  expect(await toTakenBack.getAttribute('href')).toBe('/dashboard/money?tab=takenback')
  await page.getByRole('link', { name: 'To the unmatched lines' }).press('Enter')
  await page.getByRole('button', { name: 'Match and approve 2', exact: true }).waitFor()
  await screen.close()
}, 120_000)

test('S14.25: with two accounts, the chosen one stays chosen after a file is refused', async () => {
  const added = await call('POST', '/api/admin/bank-accounts', {
    bankName: 'Second Example Bank',
    accountName: 'Strand Savings',
    accountNumber: '5556667778',
    currency: 'NGN',
  })
  const { bankAccountId } = added.result
  const screens = await Promise.all(someOf([360, 1440]).map((width) => openStaff(width, importUrl)))
  await onEach(screens, async (screen) => {
    const { page } = screen
    screen.provokes('/api/admin/bank-statements/preview')
    const account = page.getByLabel('Bank account')
    await account.waitFor()
    expect(await account.inputValue()).toBe('')
    await account.selectOption(bankAccountId)
    const refusals: [name: string, text: string, message: RegExp][] = [
      ['statement.pdf', '%PDF-1.4\n1 0 obj', /Please ask the bank for the statement as CSV/],
      // The message names the other account.
      [
        'other.csv',
        `Account Number:,0123456789\nDate,Narration,Credit\n${today},A,5.00\n`,
        /The file is for account 0123456789, not 5556667778/,
      ],
    ]
    for (const [name, text, message] of refusals) {
      await choose(page, name, text)
      await page.getByText(message).waitFor()
      await page.getByText('This file cannot be imported').waitFor()
      expect(await page.getByText('An error occured').count()).toBe(0)
      expect(await account.inputValue()).toBe(bankAccountId)
    }
    await expectSoundScreen(screen, 'a refused file of the second account')
    // Several columns of unknown words can each get a meaning; only the same meaning twice is an
    // error.
    const several = ['glatt,rein,ja', 'krumm,raus,nein'].map(
      (words) => `${today},Ada,5.00,${words}`,
    )
    const headings = 'Date,Narration,Credit,Ablauf,Weg,Marke'
    await choose(page, 'several.csv', [headings, ...several].join('\n'))
    const questions = page.getByRole('region', { name: 'What do these columns say?' })
    await questions.getByLabel(/^D: Ablauf/).selectOption('Whether the money arrived')
    await questions.getByLabel(/^E: Weg/).selectOption('Whether it came in or went out')
    await questions.getByLabel(/^F: Marke/).selectOption('Whether the money arrived')
    const twice = questions.getByText('Only one column can say this')
    await expect.poll(() => twice.count()).toBe(2)
    await questions.getByLabel(/^F: Marke/).selectOption('Please choose')
    await expect.poll(() => twice.count()).toBe(0)
    await page.getByRole('button', { name: 'Choose another file' }).press('Enter')
    // The import asks about a column of unknown words before it imports any line.
    const rows = ['glatt', 'krumm', 'glatt'].map((word) => `${today},Ada,5.00,${word}`)
    await choose(page, 'columns.csv', ['Date,Narration,Credit,Ablauf', ...rows].join('\n'))
    const question = page.getByRole('region', { name: 'What does this column say?' })
    await page
      .getByText('Please say which column shows whether the money arrived, or that none does.')
      .waitFor()
    await expectSoundScreen(screen, 'a column that may hold states')
    const label = 'D: Ablauf, with “glatt” (2 rows), “krumm” (1 row)'
    await question.getByLabel(label).selectOption('Whether the money arrived')
    await question.getByRole('button', { name: 'Read the file again' }).press('Enter')
    await page.getByRole('region', { name: 'What do these words mean?' }).waitFor()
    await page.getByRole('button', { name: 'Choose another file' }).press('Enter')
    expect(await account.inputValue()).toBe(bankAccountId)
  })
  await Promise.all(screens.map(({ close }) => close()))
}, 120_000)
