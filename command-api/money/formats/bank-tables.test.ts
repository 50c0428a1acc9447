import { Rejected } from '@strand/event-sourcing/errors'
import { describe, expect, it } from 'vitest'
import { makeStatement } from '../testing/statement-lines.ts'
import { workbookParts, writeSpreadsheetXml, zipParts } from '../testing/write-tables.ts'
import { readStatement } from './read-statement.ts'

const read = (text: string) => readStatement(Buffer.from(text))
const csv = (...rows: string[]) => read(rows.join('\n'))
const refusal = (file: string | Uint8Array) => {
  try {
    readStatement(Buffer.from(file))
  } catch (error) {
    if (error instanceof Rejected) return error.message
    throw error
  }
  throw new Error('the file was read')
}

describe('the rows above a table', () => {
  const above = (...rows: string[]) => csv(...rows, 'Date,Narration,Credit', '2026-11-12,A,5.00')
  const currencies: [string, string[]][] = [
    ['Currency:Naira', ['NGN']],
    ['Currency,NAIRA', ['NGN']],
    ['Currency Code: 566', ['NGN']],
    ['Account Currency : ₦', ['NGN']],
    ['Currency: Nigerian Naira (NGN)', ['NGN']],
    ['Currency: N', ['NGN']],
    ['Currency: US Dollar', ['DOLLAR']],
    ['Currency,USD', ['USD']],
    ['Currency: ', []],
  ]
  for (const [row, found] of currencies)
    it(`“${row}” is ${found[0] ?? 'no currency'}`, () =>
      expect(above(row).currencies).toEqual(found))

  it('finds the account number if a branch or words follow it', () => {
    const rows = ['Account No: 0123456789 - (204/000001/1/59/0)', "A/C No,'0123456789 Current"]
    expect(rows.map((row) => above(row).account)).toEqual(rows.map(() => '0123456789'))
  })

  it('finds the balance before the first line, even if commas cut it', () => {
    const rows = [
      'Opening Balance: 14,500.00',
      '"Opening Balance","14,500.00"',
      'Balance b/f = 14500',
    ]
    for (const row of rows)
      expect(csv(row, 'Date,Details,Credit,Balance', '2026-11-12,A,5.00,14505.00')).toMatchObject({
        balanced: true,
        openingBalanceKobo: 1_450_000,
        refused: [],
      })
    expect(
      csv('Opening Balance: 1.00', 'Date,Details,Credit,Balance', '2026-11-12,A,5.00,9.00'),
    ).toMatchObject({
      balanced: false,
    })
  })
})

describe('rows that are not lines', () => {
  it('recognizes each page’s heading and the rows above it', () => {
    const page = ['First Example Bank,,', 'Date,Narration,Credit']
    const { lines, refused } = csv(
      ...page,
      '2026-11-12,OKAFOR,5.00',
      ...page,
      '2026-11-13,BELLO,6.00',
    )
    expect(refused).toEqual([])
    expect(lines.map(({ narration }) => narration)).toEqual(['OKAFOR', 'BELLO'])
  })

  it('recognizes opening and closing rows, sums, and a balance written as the amount', () => {
    const heading = 'Date,Narration,Debit,Credit,Balance'
    expect(
      csv(
        heading,
        '2026-11-01,Opening Balance,,100.00,100.00',
        '2026-11-12,A,,5.00,105.00',
        'Total,,0.00,5.00,',
        'Balance at end of period,,,105.00,',
      ),
    ).toMatchObject({
      refused: [],
      balanced: true,
      openingBalanceKobo: 10_000,
      closingBalanceKobo: 10_500,
      lines: [{ amountKobo: 500 }],
    })
    // A transfer whose text only mentions a balance is still money.
    expect(csv(heading, '2026-11-12,Opening balance of wigs,,5.00,105.00').lines).toHaveLength(1)
  })

  it('lists what a bank writes to its customer between the lines', () => {
    const heading = 'Date,Value Date,Narration,Credit,Balance'
    const line = '2026-11-12,2026-11-12,OKAFOR,5.00,105.00'
    expect(csv(heading, line, '2026-11-12,,Your new card is on its way,,')).toMatchObject({
      refused: [],
      lines: [{ narration: 'OKAFOR' }],
      notMoney: [{ row: 3, message: 'The row has a date and a text, but no transfer' }],
    })
    // Each row may be a transfer whose amount is missing: the first row has a value date, the
    // second a balance, and the third table has no column for either.
    for (const [head, row] of [
      [heading, '2026-11-12,2026-11-12,BELLO,,'],
      [heading, '2026-11-12,,BELLO,,205.00'],
      ['Date,Narration,Credit', '2026-11-12,BELLO,'],
    ] as const)
      expect(csv(head, row).refused).toEqual([
        { row: 2, message: 'The row has a date and no amount' },
      ])
  })

  it('continues a narration in the next row, but not with a footer', () => {
    const { lines, refused } = csv(
      'Date,Credit,Narration',
      '2026-11-12,5.00,NIP TRANSFER FROM OKAFOR',
      ',,CHIOMA ADA',
      ',,FOR HAIR',
      '2026-11-13,6.00,B',
      'Printed by the branch,,',
      ',,not of a line',
    )
    expect(refused).toEqual([])
    expect(lines.map(({ narration }) => narration)).toEqual([
      'NIP TRANSFER FROM OKAFOR CHIOMA ADA FOR HAIR',
      'B',
    ])
  })
})

describe('cells', () => {
  it('says why an amount cannot be read', () => {
    const message = (cell: string) =>
      csv('Date,Narration,Credit', `2026-11-12,A,"${cell}"`).refused[0]?.message
    expect(['29.000', '5..0'].map(message)).toEqual([
      'The amount “29.000” may or may not be in thousands',
      'The amount “5..0” cannot be read',
    ])
    expect(csv('Date,Narration,Credit,Debit', '2026-11-12,A,1.00,2.00').refused).toMatchObject([
      { message: 'The row has both a debit and a credit' },
    ])
  })

  it('reports a row with a date in an unknown notation, even without an amount', () => {
    expect(
      csv('Date,Narration,X,Credit', '2026:11:12,A,5.00', '2026-11-13,B,,6.00').refused,
    ).toEqual([{ row: 2, message: '“2026:11:12” is not a date' }])
  })

  it('reads unescaped quotation marks inside quoted cells', () => {
    const rows = [
      '"Date","Narration","Credit"',
      '"2026-11-12","EZE "HAIR" LTD","5.00",',
      '"2026-11-13","B, C","6.00",',
    ]
    expect(csv(...rows).lines).toMatchObject([
      { narration: 'EZE "HAIR" LTD' },
      { narration: 'B, C' },
    ])
    expect(refusal([...rows, 'x"y'].join('\n'))).toMatch(/not a row of a table/)
  })
})

describe('columns', () => {
  it('takes the payer from its own column, and appends a second text to the first', () => {
    const { lines, mapping } = csv(
      'Date,Sender Name,Narration,Remarks,Amount',
      '2026-11-12,BELLO AISHA,NIP,hair,5.00',
    )
    expect(mapping?.columns).toMatchObject({ payer: 1, narration: [2, 3] })
    expect(lines).toMatchObject([{ payer: 'BELLO AISHA', narration: 'NIP hair' }])
  })
})

describe('web pages and workbooks', () => {
  const page = (...rows: string[]) =>
    `<html><body><table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table></body></html>`
  const heading = '<th>Date</th><th>Narration</th><th>Credit</th>'

  it('reads cells that span rows and columns, entities, and an old code page’s letters', () => {
    const rows = [
      heading,
      '<td rowspan="2">2026-11-12</td><td>EZE &amp; SONS<br>Lagos<script>x()</script></td><td>5.00',
      '<td>B&nbsp;C</td><td>&#8358;6.00</td>',
      '<td colspan="2">Total</td><td>11.00</td>',
    ]
    expect(read(page(...rows))).toMatchObject({
      format: 'xlsx',
      refused: [{ row: 3, message: 'The row has an amount and no date' }],
      lines: [{ narration: 'EZE & SONS Lagos', amountKobo: 500 }],
    })
    const old = page(heading, '<td>2026-11-12</td><td>ADÉ</td><td>5.00</td>')
    expect(readStatement(Buffer.from(old, 'latin1')).lines).toMatchObject([{ narration: 'ADÉ' }])
  })

  it('does not join digits that are separated in a cell', () => {
    const cell = (amount: string) =>
      read(page(heading, `<td>12-Nov-2026<br>10:15</td><td>A</td><td>${amount}</td>`))
    for (const amount of ['5<br>500.00', '12<sup>50</sup>', '3</x>735.28'])
      expect(cell(amount).refused[0]?.message).toMatch(/cannot be read/)
    for (const amount of ['<b>5</b>.50', '5&#46;50', '₦<span>5.50</span>'])
      expect(cell(amount).lines).toMatchObject([{ bookedOn: '2026-11-12', amountKobo: 550 }])
  })

  it('says what to ask for instead of a page without a table', () => {
    expect(refusal('<html><p>Please sign in</p></html>')).toMatch(/web page without a table.*ask/)
  })

  it('finds the sheet with the table, joins monthly sheets, and refuses two different tables', () => {
    const made = makeStatement(3, () => 0.1)
    const own = workbookParts(made)
    const sheets = (count: number, last: string) => {
      const parts = { ...own }
      const names = Array.from({ length: count }, (_, at) => at + 1)
      const book = names.map((n) => `<sheet name="S${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')
      const relations = names
        .map((n) => `<Relationship Id="rId${n}" Target="worksheets/sheet${n}.xml"/>`)
        .join('')
      parts['xl/workbook.xml'] = (own['xl/workbook.xml'] ?? '').replace(
        /<sheets>.*<\/sheets>/,
        `<sheets>${book}</sheets>`,
      )
      parts['xl/_rels/workbook.xml.rels'] = `<Relationships>${relations}</Relationships>`
      parts[`xl/worksheets/sheet${count}.xml`] = last
      return zipParts(parts)
    }
    const sheet = own['xl/worksheets/sheet1.xml'] ?? ''
    const cover =
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>Cover</t></is></c></row></sheetData></worksheet>'
    expect(readStatement(sheets(2, cover)).lines).toHaveLength(3)
    expect(readStatement(sheets(2, sheet)).lines.length).toBeGreaterThan(3)
    const other = sheet.replace(
      '<c t="s"><v>3</v></c>',
      '<c t="inlineStr"><is><t>Branch</t></is></c>',
    )
    expect(refusal(sheets(2, other))).toMatch(/tables on several sheets: S1, S2/)
  })

  it('refuses a number or text in a workbook that another element interrupts', () => {
    const made = makeStatement(3, () => 0.1)
    const book = (cell: string) => {
      const parts = workbookParts(made)
      const sheet = 'xl/worksheets/sheet1.xml'
      parts[sheet] = (parts[sheet] ?? '').replace(/<c><v>[^<]*<\/v><\/c>/, cell)
      return zipParts(parts)
    }
    const interrupted = '<c t="inlineStr"><is><t>3<t>73</t>5</t></is></c>'
    expect(refusal(book(interrupted))).toMatch(/t holds another element/)
    expect(readStatement(book('<c><v>499978.e3</v></c>')).refused[0]?.message).toMatch(
      /cannot be read/,
    )
    const old = Buffer.from(writeSpreadsheetXml(made)).toString()
    const broken = old.replace(/(ss:Type="Number">\d)(\d)/, '$1<B/>$2')
    expect(refusal(broken)).toMatch(/Data holds another element/)
  })

  it('reads no formula results in an Excel 2003 workbook', () => {
    const office = 'urn:schemas-microsoft-com:office:spreadsheet'
    const cells = (formula: string) =>
      ['2026-11-12', 'A', '5']
        .map(
          (text, at) =>
            `<Cell${at === 2 ? formula : ''}><Data ss:Type="String">${text}</Data></Cell>`,
        )
        .join('')
    const book = (formula: string) =>
      `<?xml version="1.0"?><Workbook xmlns="${office}" xmlns:ss="${office}"><Worksheet ss:Name="A"><Table><Row>${['Date', 'Narration', 'Amount'].map((text) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`).join('')}</Row><Row>${cells(formula)}</Row></Table></Worksheet></Workbook>`
    expect(read(book('')).lines).toMatchObject([{ amountKobo: 500 }])
    expect(read(book(' ss:Formula="=1+4"')).refused).toHaveLength(1)
  })
})

it('refuses files that are made to use up memory', () => {
  const made = makeStatement(3, () => 0.1)
  const parts = workbookParts(made)
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
  const last = sheet.slice(sheet.lastIndexOf('<row'), sheet.indexOf('</sheetData>'))
  const far = '<row r="200000"><c r="BL200000"><v>1</v></c></row>'
  const workbook = (rows: string) =>
    zipParts({
      ...parts,
      'xl/worksheets/sheet1.xml': sheet.replace('</sheetData>', `${rows}</sheetData>`),
    })
  // A row far below costs nothing; filling the cells above it would.
  const started = process.memoryUsage().rss
  expect(readStatement(workbook(far)).lines.length).toBe(3)
  expect(process.memoryUsage().rss - started).toBeLessThan(150_000_000)
  expect(last).toContain('<row')
  const many = '<row><c r="BL1"><v>1</v></c></row>'.repeat(190_000)
  expect(refusal(workbook(many))).toMatch(/more cells/)
  const attributes = Array.from({ length: 1_000 }, (_, at) => `a${at}="" `).join('')
  expect(refusal(workbook(`<row><c ${attributes}/></row>`))).toMatch(/attributes/)
  expect(refusal(`<html><table><tr><td ${attributes}>`)).toMatch(/attributes/)
  expect(refusal(`<html>${'<table><tr><td>'.repeat(100_000)}`)).toMatch(/nested/)
  const wide = `<table><tr><td rowspan="999999" colspan="999999">a</td></tr>${'<tr><td>b</td></tr>'.repeat(190_000)}`
  expect(refusal(`<html>${wide}`)).toMatch(/more cells|no table/)
})
