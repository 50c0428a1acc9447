import { partOf } from '@strand/command-api/money/testing/import-statement'
import {
  closingOf,
  type MadeStatement,
  makeStatement,
} from '@strand/command-api/money/testing/statement-lines'
import { csvDialects } from '@strand/command-api/money/testing/write-tables'
import { random, someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { importFile } from './testing/import-file.ts'
import { keyboardOf } from './testing/keyboard.ts'
import { expectSoundScreen, onEach } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()
const importUrl = '/dashboard/money?view=import'

const csv = (name: string, content: Uint8Array) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})
const chooseFile = async (page: Page, file: ReturnType<typeof csv>) =>
  page.getByLabel('Choose the statement').setInputFiles(file)

/** Drops a file beside the drop zone, as can happen with a mouse. */
const dropFile = async (page: Page, { name, buffer }: ReturnType<typeof csv>) => {
  await page.getByText('Choose the statement').waitFor()
  await page.evaluate(
    ({ name, bytes }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(bytes)], name))
      document.querySelector('h1')?.dispatchEvent(
        new DragEvent('drop', {
          dataTransfer: transfer,
          bubbles: true,
          cancelable: true,
        }),
      )
    },
    { name, bytes: [...buffer] },
  )
}

const naira = (kobo: number) =>
  `${kobo < 0 ? '−' : ''}₦${(Math.abs(kobo) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const factOf = (page: Page, term: string) =>
  page
    .locator('.preview-facts > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd')

const months = new Map<number, MadeStatement>([
  [360, makeStatement(60, random, { first: '2026-03-01' })],
  [1440, makeStatement(60, random, { first: '2026-05-01', firstReference: 1000 })],
])
const monthOf = (width: number) => months.get(width) as MadeStatement
/** The widths whose month the first test imports. */
const imported = someOf([...months.keys()])

/**
 * Imports the first test's statements, each file twice, in case another test runs without the
 * first.
 */
const importMissing = async () => {
  const { result } = await shop.call('GET', '/api/admin/bank-statements')
  if (result.total > 0) return
  for (const width of [...imported, ...imported])
    await importFile(shop.call, csvDialects.tabs(monthOf(width)))
}

test('S14.25: a file is chosen or dropped, previewed, imported and then recognized', async () => {
  const screens = await Promise.all(imported.map((width) => openStaff(width, importUrl)))
  await onEach(screens, async (screen) => {
    const { page, width } = screen
    const made = monthOf(width)
    const file = csv(`march-${width}.csv`, csvDialects.tabs(made))
    await page.getByText('Choose the statement').waitFor()
    await expectSoundScreen(screen, 'the choice of a file')
    // The shop's only account is preselected.
    expect(await page.getByLabel('Bank account').inputValue()).not.toBe('')
    await (width === 360 ? chooseFile(page, file) : dropFile(page, file))
    await page.getByRole('heading', { name: 'What the file says' }).waitFor()
    expect(await factOf(page, 'Format').textContent()).toBe('CSV')
    expect(await factOf(page, 'New').textContent()).toBe('60')
    expect(await factOf(page, 'Closing balance').textContent()).toBe(naira(closingOf(made)))
    expect(await factOf(page, 'Does it add up?').textContent()).toMatch(/^Yes/)
    expect(await page.locator('.preview-lines [data-row]').count()).toBe(50)
    await page.getByText('The first 50 of 60 lines').waitFor()
    await expectSoundScreen(screen, 'what a file says')
    await page.getByText(/^Columns: Day is A: Posting Date/).click()
    await page.getByLabel('What A: Posting Date holds').waitFor()
    await expectSoundScreen(screen, 'the columns of a file')

    const keys = keyboardOf(page)
    await page.getByRole('heading', { level: 1 }).focus()
    await keys.tabTo(/^Import$/)
    await keys.press('Enter')
    await page.getByText('60 new lines').waitFor()
    await expectSoundScreen(screen, 'the outcome of an import')
    await page.getByRole('button', { name: 'Import another' }).press('Enter')
    await chooseFile(page, file)
    await page.getByRole('heading', { name: 'What the file says' }).waitFor()
    expect(await factOf(page, 'Already known').textContent()).toBe('60')
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await page.getByText('0 new lines, 60 known').waitFor()
    await page.getByRole('button', { name: 'Import another' }).press('Enter')

    // A file of another account for the same days.
    const first = made.lines[0]?.bookedOn ?? ''
    const foreign = {
      ...makeStatement(60, random, { first, firstReference: 50_000 }),
      openingKobo: 777_777,
    }
    await chooseFile(page, csv(`foreign-${width}.csv`, csvDialects.tabs(foreign)))
    await page.getByRole('heading', { name: 'Is this another account’s statement?' }).waitFor()
    await page
      .getByText('This file lacks 60 lines that other files have for the same days.')
      .waitFor()
    await page.getByText('On 28 days its balance differs from the known one.').waitFor()
    await page.getByText('up to 60 transfers may count twice').waitFor()
    expect(await factOf(page, 'Already imported').textContent()).toBe('28 days')
    const importButton = page.getByRole('button', { name: 'Import', exact: true })
    expect(await importButton.isDisabled()).toBe(true)
    await expectSoundScreen(screen, 'a file that may be another account’s')
    await keys.tabTo(/^No, it is this account’s/)
    await keys.press('Space')
    expect(await importButton.isDisabled()).toBe(false)
    await page.getByRole('link', { name: 'Back to Money' }).press('Enter')
    await page.getByRole('link', { name: /^Unmatched/ }).waitFor()
    await page.locator('[data-row]').first().waitFor()
    await expectSoundScreen(screen, 'the unmatched lines')
  })
  await Promise.all(screens.map(({ close }) => close()))
})

test('S14.25: a file that cannot be imported says why, and anything unclear is asked', async () => {
  const screens = await Promise.all(someOf([360, 1440]).map((width) => openStaff(width, importUrl)))
  await onEach(screens, async (screen) => {
    const { page } = screen
    screen.provokes('/api/admin/bank-statements/preview')
    await chooseFile(page, csv('statement.pdf', Buffer.from('%PDF-1.4\n1 0 obj')))
    await page.getByText(/Please ask the bank for the statement as CSV/).waitFor()
    // The account stays selected for the next try.
    expect(await page.getByLabel('Bank account').inputValue()).not.toBe('')
    await expectSoundScreen(screen, 'a PDF')

    // Only days up to the twelfth, so that either number can be the month.
    const early = partOf(makeStatement(60, random, { first: '2026-07-01' }), 0, 14)
    await chooseFile(page, csv('unclear.csv', csvDialects.commas(early)))
    await page.getByRole('heading', { name: 'Which number of a date is the month?' }).waitFor()
    const importButton = page.getByRole('button', { name: 'Import', exact: true })
    expect(await importButton.isDisabled()).toBe(true)
    await page.getByText('Please say which number of a date is the month.').waitFor()
    await expectSoundScreen(screen, 'an unclear date')
    // The answer stays in sight, and can be changed until the import.
    for (const [answer, days] of [
      [/the month comes first/, /^7 Jan 2026/],
      [/the day comes first/, /^1 Jul 2026/],
    ] as const) {
      await page.getByRole('button', { name: answer }).press('Enter')
      await page.getByRole('button', { name: answer, pressed: true }).waitFor()
      expect(await factOf(page, 'Days').textContent()).toMatch(days)
      await expectSoundScreen(screen, 'an answer about the dates')
    }
    await page.locator('button:enabled', { hasText: /^Import$/ }).waitFor()

    await page.getByRole('button', { name: 'Choose another file' }).press('Enter')
    const states = ['Zugestellt', 'Failed'].map((state) => `2026-08-01,Ada Obi,5.00,${state}`)
    const file = Buffer.from(['Date,Narration,Credit,Status', ...states].join('\n'))
    await chooseFile(page, csv('states.csv', file))
    const question = page.getByRole('region', { name: 'What do these words mean?' })
    await page.getByText('Please say what the status words mean.').waitFor()
    await expectSoundScreen(screen, 'words for states')
    await question.getByLabel('“zugestellt”, 1 row').selectOption('The money arrived')
    await question.getByRole('button', { name: 'Read the file again' }).press('Enter')
    await question.waitFor({ state: 'detached' })
    await page.getByText('1 row not imported: not money that arrived').click()
    await page.getByText('“Failed” says that the money did not arrive').waitFor()
    expect(await factOf(page, 'New').textContent()).toBe('1')
    await expectSoundScreen(screen, 'rows that are no money')

    await page.getByRole('button', { name: 'Choose another file' }).press('Enter')
    const rows = csvDialects.commas(makeStatement(40, random)).toString().split('\r\n')
    await chooseFile(page, csv('row-lost.csv', Buffer.from(rows.toSpliced(20, 1).join('\r\n'))))
    await page.getByRole('heading', { name: '1 row cannot be imported' }).waitFor()
    expect(await factOf(page, 'Does it add up?').textContent()).toMatch(/^No/)
    expect(await importButton.isDisabled()).toBe(true)
    await page.getByText('One row cannot be imported.').waitFor()
    await expectSoundScreen(screen, 'a row that is missing')

    await page.getByRole('button', { name: 'Choose another file' }).press('Enter')
    const strange = 'When,What,In,Out\n2026-07-01,One,100.00,\n2026-07-02,Two,,40.00\n'
    await chooseFile(page, csv('strange.csv', Buffer.from(strange)))
    await page.getByText('One row cannot be imported.').waitFor()
    // The columns show the file's own headings and values; guessed meanings are filled in.
    await page.getByLabel('What A: When holds').waitFor()
    expect(await page.getByLabel('What A: When holds').inputValue()).toBe('bookedOn')
    const heading = page.getByRole('button', { name: 'Row 1 is the heading' })
    expect(await heading.getAttribute('aria-pressed')).toBe('true')
    await heading.press('Enter')
    await page.getByLabel('What Column A holds').waitFor()
    await heading.press('Enter')
    for (const [name, label] of [
      ['B: What', 'Narration'],
      ['C: In', 'Money in'],
      ['D: Out', 'Money out'],
    ] as const)
      await page.getByLabel(`What ${name} holds`).selectOption({ label })
    await expectSoundScreen(screen, 'columns that are said')
    await page.getByRole('button', { name: 'Read the file again' }).press('Enter')
    await page.locator('button:enabled', { hasText: /^Import$/ }).waitFor()
    await page.locator('.preview-lines').getByText('Two', { exact: true }).waitFor()
    expect(await factOf(page, 'Does it add up?').textContent()).toMatch(/no balances/)
  })
  await Promise.all(screens.map(({ close }) => close()))
})

test('S14.24: lines are found, opened and left again; days without a statement are named', async () => {
  const screens = await Promise.all(
    someOf([360, 768, 1440]).map((width) => openStaff(width, '/dashboard/money')),
  )
  await importMissing()
  const [wanted] = monthOf(imported[0] ?? 360).lines.filter(({ amountKobo }) => amountKobo > 0)
  await onEach(screens, async (screen) => {
    const { page, width } = screen
    const keys = keyboardOf(page)
    await page.getByRole('searchbox', { name: 'Search lines' }).fill(String(wanted?.reference))
    const row = page.locator('[data-row]')
    await page.getByText('1–1 of 1').waitFor()
    await row.getByRole('link').first().press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(String(wanted?.reference)).waitFor()
    await dialog
      .getByText(naira(wanted?.amountKobo ?? 0))
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'Match to an order' }).waitFor()
    await expectSoundScreen(screen, 'a line')
    // The address alone opens the line again.
    await page.reload()
    await dialog.getByText(String(wanted?.reference)).waitFor()
    await keys.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/dashboard/money?tab=debit')
    await row.first().waitFor()
    await expectSoundScreen(screen, 'the debits')
    await page.goto('/dashboard/money?tab=matched')
    await page.getByRole('heading', { name: 'No line is matched' }).waitFor()
    await page.goto('/dashboard/money?tab=statements')
    await page.getByRole('heading', { name: 'Imported files' }).waitFor()
    await row.first().waitFor()
    await page.getByText('First Example Bank, 0123456789').first().waitFor()
    await expectSoundScreen(screen, 'the statements')
    expect(await page.locator('[data-row]').count(), `at ${width}`).toBe(2 * imported.length)
  })
  const [{ page }] = screens as [(typeof screens)[number]]
  const result = await shop.call('GET', '/api/admin/bank-accounts')
  expect(result.result.total).toBe(1)
  await page.getByRole('button', { name: 'Add an account' }).press('Enter')
  await page.getByLabel('Bank', { exact: true }).fill('Second Bank')
  await page.getByLabel('Name of the account').fill('Strand Hair Ltd')
  await page.getByLabel('Account number').fill('5556667778')
  await expectSoundScreen(screens[0] as (typeof screens)[number], 'a new account')
  await page.getByRole('button', { name: 'Add account' }).press('Enter')
  await page.getByRole('heading', { name: 'Second Bank, 5556667778' }).waitFor()
  await Promise.all(screens.map(({ close }) => close()))
})

test('S4.15, S4.20: the lines of a tab are saved as a view, exported and downloaded', async () => {
  await importMissing()
  const screen = await openStaff(1440, '/dashboard/money?tab=debit')
  const { page } = screen
  const lines = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).press('Enter'),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk)
    return Buffer.concat(chunks).toString().trim().split('\r\n').slice(1)
  }
  const { result } = await shop.call('GET', '/api/admin/bank-lines?status=debit&results=100')
  const { total } = result
  const { reference } = result.data[0]
  expect(await lines('Download CSV')).toHaveLength(total)
  await page.getByRole('searchbox', { name: 'Search lines' }).fill(reference)
  await page.getByText('1–1 of 1').waitFor()
  await page.getByRole('button', { name: 'Save as a view' }).press('Enter')
  await page.getByLabel('Name').fill('One debit')
  await expectSoundScreen(screen, 'a new view of lines')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.goto('/dashboard/money')
  await page.getByRole('link', { name: 'One debit' }).press('Enter')
  await page.getByText('1–1 of 1').waitFor()
  await page.locator('a[aria-current="page"]', { hasText: 'Debits' }).waitFor()
  await expectSoundScreen(screen, 'a view of lines')
  const exported = await lines('Export this view')
  expect(exported).toHaveLength(1)
  expect(exported[0]).toContain(reference)
  await screen.close()
})
