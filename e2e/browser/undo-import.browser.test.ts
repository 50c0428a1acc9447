import { makeStatement } from '@strand/command-api/money/testing/statement-lines'
import { csvDialects } from '@strand/command-api/money/testing/write-tables'
import { random, someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectSoundScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()
const { call } = shop

const importUrl = '/dashboard/money?view=import'
const statementsUrl = '/dashboard/money?tab=statements'
const months = new Map([
  [360, '2026-03'],
  [1440, '2026-05'],
])

/** Imports a file as staff do, and confirms that it belongs to this account. */
const importFile = async (page: Page, name: string, content: Uint8Array) => {
  await page.goto(importUrl)
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.getByLabel('Choose the statement').setInputFiles(file)
  await page.getByRole('heading', { name: 'What the file says' }).waitFor()
  const question = page.getByRole('checkbox', { name: /^No, it is this account’s/ })
  if (await question.isVisible()) await question.check()
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await page.getByText(/^\d+ new lines/).waitFor()
}

/**
 * The texts of the account, the report, the day close and the month close, without their times of
 * creation.
 */
const readAll = async (page: Page, month: string, day: string) => {
  const text = async (url: string, selector: string, sign: string) => {
    await page.goto(url)
    await page.getByText(sign).first().waitFor()
    const words = await page.locator(selector).first().innerText()
    return words.replace(/\b[Aa]s at .*/, '').replace(/Counted up to event\s+[\d,]+/, '')
  }
  const period = `from=${month}-01&to=${month}-28&by=day`
  return [
    await text(statementsUrl, '.statement-account', 'Newest line'),
    await text(`/dashboard/reports?report=money&${period}`, '.report', 'SHA-256 of the rows'),
    await text(`/dashboard/reports/day/${day}`, '.day-sheet', 'Money that the bank booked'),
    await text(`/dashboard/reports/month/${month}`, '.day-sheet', 'Money that the bank booked'),
  ]
}

test('S14.29: a wrong file is imported, noticed and undone, and everything is as it was before', async () => {
  // The widths take turns, because the account's card has the days of both.
  for (const [width, month] of someOf([...months])) {
    const screen = await openStaff(width, statementsUrl)
    const { page } = screen
    const first = `${month}-01`
    const made = makeStatement(30, random, { first, firstReference: width * 1_000 })
    const day = made.lines[10]?.bookedOn ?? ''
    const names = { right: `right-${width}.csv`, wrong: `savings-${width}.csv` }
    await importFile(page, names.right, csvDialects.tabs(made))
    const before = await readAll(page, month, day)

    const wrong = { ...makeStatement(30, random, { first, firstReference: width * 9_000 }) }
    wrong.openingKobo = 777_777
    const amountKobo = 7_500_000
    wrong.lines = wrong.lines.map((line, at) => (at === 9 ? { ...line, amountKobo } : line))
    await importFile(page, names.wrong, csvDialects.tabs(wrong))
    const noticed = await readAll(page, month, day)
    for (const [at, text] of noticed.entries()) {
      expect(text).not.toBe(before[at])
      expect(text).toContain(names.right)
      expect(text).toContain(names.wrong)
    }
    await page.goto(`/dashboard/reports/day/${day}`)
    await page.getByRole('heading', { name: 'The bank’s money does not add up' }).waitFor()
    await expectSoundScreen(screen, 'the close of a day that does not add up')
    await page.goto(`/dashboard/reports?report=money&from=${first}&to=${month}-28`)
    await page.getByRole('heading', { name: 'The bank’s money does not add up' }).waitFor()
    // On a phone, this report's cards are a few pixels too wide, with or without a notice above
    // them.
    if (width > 360) await expectSoundScreen(screen, 'a report that does not add up')
    await page.getByRole('link', { name: 'See the accounts and their files' }).press('Enter')
    await page.getByRole('heading', { name: 'This account’s files disagree' }).waitFor()
    await expectSoundScreen(screen, 'an account that does not add up')

    // One of the file's lines pays for an order, so that money has to be freed first.
    const orderId = await shop.placeOrder()
    const listed = await call('GET', '/api/admin/bank-lines?search=75000&status=unmatched')
    const [line] = listed.result.data
    const allocations = [{ orderId, amountKobo }]
    await call('POST', `/api/admin/bank-lines/${line.lineId}/match`, { allocations })
    const row = page.locator('[data-row]').filter({ hasText: names.wrong })
    await row.getByText('0123456789').waitFor()
    await row.getByText('First Example Bank').waitFor()
    await row.getByText('30 new lines').waitFor()
    await row.getByRole('button', { name: /^Actions for/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Undo import…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Undo an import' })
    await dialog.getByText(names.wrong).waitFor()
    await dialog.getByRole('button', { name: 'Undo import' }).press('Enter')
    await dialog.getByText('Please give the reason').waitFor()
    await dialog.getByLabel('Reason').fill('It is the savings account’s')
    screen.provokes('/api/admin/bank-statements')
    await dialog.getByRole('button', { name: 'Undo import' }).press('Enter')
    await dialog.getByText('Please free their money first').waitFor()
    const named = dialog.getByRole('link', { name: orderId })
    expect(await named.getAttribute('href')).toContain(orderId)
    await expectSoundScreen(screen, 'a statement that cannot be taken back yet')
    await call('POST', `/api/admin/bank-lines/${line.lineId}/unmatch`, { reason: 'Wrong file' })
    await dialog.getByRole('button', { name: 'Undo import' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await row.getByText('It is the savings account’s').waitFor()
    await row.getByText('30 lines withdrawn').waitFor()
    await row
      .getByText(/by .*\w/)
      .first()
      .waitFor()
    expect(await row.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
    await page
      .getByRole('heading', { name: 'This account’s files disagree' })
      .waitFor({ state: 'detached' })
    await expectSoundScreen(screen, 'an import that was undone')
    expect(await readAll(page, month, day)).toEqual(before)
    await screen.close()
  }
}, 300_000)

test('the undo of a long import is requested again until it is done', async () => {
  const screen = await openStaff(1440, statementsUrl)
  const { page } = screen
  const made = makeStatement(20, random, { first: '2026-07-01', firstReference: 77_000 })
  await importFile(page, 'long.csv', csvDialects.tabs(made))
  await page.goto(statementsUrl)
  const sent: string[] = []
  await page.route(/take-back$/, async (route) => {
    sent.push(route.request().headers()['idempotency-key'] ?? '')
    if (sent.length > 2) return route.fallback()
    const [, statementId] = /bank-statements\/([^/]+)/.exec(route.request().url()) ?? []
    const message = 'The import is being undone'
    const answer = { isSuccessful: true, message, responseMessage: message }
    await route.fulfill({ status: 202, json: { ...answer, result: { statementId } } })
  })
  const row = page.locator('[data-row]').filter({ hasText: 'long.csv' })
  await row.getByRole('button', { name: /^Actions for/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Undo import…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Undo an import' })
  await dialog.getByLabel('Reason').fill('Twice')
  await dialog.getByRole('button', { name: 'Undo import' }).press('Enter')
  await dialog.getByText('The undo continues if you close this window').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('20 lines withdrawn').waitFor()
  // The menu that would have got the focus back is gone.
  await page.getByRole('heading', { name: 'Imported files' }).and(page.locator(':focus')).waitFor()
  expect([sent.length, new Set(sent).size]).toEqual([3, 1])
  await screen.close()
}, 120_000)
