import type { Page } from 'playwright-core'
import { makeStatement } from '../../command-api/money/testing/statement-lines.ts'
import { csvDialects } from '../../command-api/money/testing/write-tables.ts'
import { on } from './desk-screens.ts'
import { press, type Screen } from './steps.ts'

const money = '/dashboard/money'
const importView = `${money}?view=import`

const openFirst = async (page: Page) => {
  await page.locator('[data-row] a').first().click()
  await page.getByRole('dialog').getByText('Narration').first().waitFor()
}
const choose = async (page: Page, name: string, content: Uint8Array) => {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.getByLabel('Choose the statement').setInputFiles(file)
}
const made = makeStatement(60, () => 0.4, { first: '2026-07-01', firstReference: 5000 })
const early = { ...made, lines: made.lines.slice(0, 14) }
const preview = async (page: Page) => {
  await choose(page, 'statement-july.csv', csvDialects.tabs(made))
  await page.getByRole('heading', { name: 'What the file says' }).waitFor()
}

/** The money screens. The sample shop imports statements for them first. */
export const moneyScreens: Screen[] = [
  on('money', money),
  ...['matched', 'setaside', 'probablysame', 'debit'].map((tab) =>
    on(`money.${tab}`, `${money}?tab=${tab}`, async () => {}),
  ),
  on('money-owed', `${money}?tab=owed`),
  on('money-statements', `${money}?tab=statements`),
  on('money.add-account', `${money}?tab=statements`, (page) => press(page, 'Add an account'), true),
  on('money.line', money, openFirst, true),
  on(
    'money.match',
    money,
    async (page) => {
      await openFirst(page)
      await press(page, 'Match to an order')
      await press(page, /^Choose order/)
    },
    true,
  ),
  on(
    'money.set-aside',
    money,
    async (page) => {
      await openFirst(page)
      await press(page, 'Set aside')
    },
    true,
  ),
  on('money.compare', `${money}?tab=probablysame`, openFirst, true),
  on('money-import', importView, async () => {}),
  on('money-import.preview', importView, preview),
  on('money-import.columns', importView, async (page) => {
    await preview(page)
    await page.getByText(/^Columns:/).click()
  }),
  on('money-import.strange', importView, async (page) => {
    const rows = [
      'Kontoauszug;;;',
      'Buchung;Vorgang;Betrag;Kunde',
      '13.07.2026;Haar 14 Zoll;85.500,00;Okafor',
    ]
    await choose(
      page,
      'auszug.csv',
      Buffer.from([...rows, '14.07.2026;Miete;-20.000,00;'].join('\n')),
    )
    await page.getByText('cannot be imported').first().waitFor()
  }),
  on('money-import.two-accounts', importView, async (page) => {
    const account = (number: string) =>
      `<STMTRS><CURDEF>NGN<BANKACCTFROM><ACCTID>${number}</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20260713<TRNAMT>85500.00<NAME>OKAFOR CHIOMA</STMTTRN></BANKTRANLIST></STMTRS>`
    const file = `<OFX>${account('0123456789')}${account('9990001112')}</OFX>`
    await choose(page, 'both.ofx', Buffer.from(file))
    await page.getByText('Which one do you mean?').waitFor()
  }),
  on('money-import.unclear', importView, async (page) => {
    await choose(page, 'statement-july.csv', csvDialects.commas(early))
    await page.getByRole('heading', { name: 'Which number of a date is the month?' }).waitFor()
  }),
  on('money-import.overlap', importView, async (page) => {
    const first = new Date(Date.now() - 27 * 86_400_000).toISOString().slice(0, 10)
    const other = makeStatement(60, () => 0.4, { first, firstReference: 9000 })
    await choose(page, 'statement-other.csv', csvDialects.tabs(other))
    await page.getByRole('heading', { name: 'Is this another account’s statement?' }).waitFor()
  }),
  on('money-import.refused', importView, async (page) => {
    const rows = csvDialects.commas(made).toString().split('\r\n')
    await choose(page, 'row-lost.csv', Buffer.from(rows.toSpliced(20, 1).join('\r\n')))
    await page.getByText('cannot be imported').first().waitFor()
  }),
  on('money-import.pdf', importView, async (page) => {
    await choose(page, 'statement.pdf', Buffer.from('%PDF-1.4'))
    await page.getByText(/Please ask the bank/).waitFor()
  }),
]
