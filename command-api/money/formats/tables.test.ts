import type { StatementMapping } from '@strand/contracts/money/statement'
import { Rejected } from '@strand/event-sourcing/errors'
import { describe, expect, it } from 'vitest'
import { makeStatement } from '../testing/statement-lines.ts'
import { workbookParts, zipParts } from '../testing/write-tables.ts'
import { parseAmount } from './amounts.ts'
import { readStatement } from './read-statement.ts'

const read = (text: string, mapping?: StatementMapping) =>
  readStatement(Buffer.from(text), { mapping })

const refusal = (file: string | Uint8Array) => {
  try {
    readStatement(Buffer.from(file))
  } catch (error) {
    if (error instanceof Rejected) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('the file was read')
}

/** How many rows were refused, or the error for the file. */
const resultOf = (file: string) => {
  try {
    return { refused: read(file).refused.length }
  } catch (error) {
    if (error instanceof Rejected) return { refused: error.message }
    throw error
  }
}

describe('amounts', () => {
  const amounts: [string, number | null][] = [
    ['2\u202f375.78', 237_578],
    ['2\t375.78', null],
    ['2\n375.78', null],
    ['₦85,500.00', 8_550_000],
    ['NGN 85,500', 8_550_000],
    ['N500.5', 50_050],
    ['500 NGN CR', 50_000],
    ['-₦500', -50_000],
    ['4N9,978.62', null],
    ['499978.n3', null],
    ['1₦85,500.00', null],
    ['(1,234.56)', -123_456],
    ['500.00 DR', -50_000],
    ['500.00CR', 50_000],
    ['1.234,56', 123_456],
    ['1 234.56', 123_456],
    ['-0.01', -1],
    ['-,01', -1],
    ['.5', 50],
    ['500-', -50_000],
    ['1.234', null],
    ['1,23,456', null],
    ['-500 CR', null],
    ['12.345', null],
    ['=1+1', null],
    ['1e9', null],
    ['', null],
    ['9999999999999999', null],
  ]
  for (const [text, kobo] of amounts)
    it(`“${text}” is ${kobo}`, () => expect(parseAmount(text)).toBe(kobo))
})

it('reads a file that ends as files of DOS did, or with a block of zeros', () => {
  const table = 'Date,Label,Amount,RunningBalance\r\n2026-11-12,OKAFOR,100.00,100.00\r\n'
  for (const end of ['\u001a', '\0', '\0'.repeat(500)])
    expect(read(table + end)).toMatchObject({
      refused: [],
      lines: [{ narration: 'OKAFOR', amountKobo: 10_000, balanceKobo: 10_000 }],
    })
  expect(refusal(`${table}\u0001`)).toMatchObject({
    message: expect.stringMatching(/^This isn’t a bank statement/),
  })
})

it('refuses letters that it would misread', () => {
  const table = (narration: string, encoding: 'latin1' | 'utf8') =>
    Buffer.from(`Date,Narration,Amount\n2026-11-12,${narration},100.00\n`, encoding)
  // A name in Cyrillic letters, as bytes of windows-1251.
  const name = '\xce\xea\xe0\xf4\xee\xf0 \xd7\xe8\xee\xec\xe0'
  expect(refusal(table(name, 'latin1'))).toEqual({
    code: 'unsupported-media-type',
    message: expect.stringMatching(/which character encoding it uses. Please .* save it as \.xlsx/),
  })
  for (const [text, encoding] of [
    ['Окафор Чиома', 'utf8'],
    ['CAFÉ ÉÀ Müller Ngozi', 'latin1'],
  ] as const)
    expect(readStatement(table(text, encoding)).lines).toHaveLength(1)
})

describe('days', () => {
  const table = (...days: string[]) =>
    ['Date,Narration,Amount', ...days.map((day) => `${day},A,100.00`)].join('\n')
  const days = (text: string, mapping?: StatementMapping) =>
    read(text, mapping).lines.map(({ bookedOn }) => bookedOn)

  it('asks whether 03/04 is April or March if no other day in the file tells', () => {
    const statement = read(table('03/04/2026', '05/04/2026'))
    expect(statement.dateOrderUnclear).toBe(true)
    const { mapping } = statement
    if (!mapping) throw new Error('a table has a mapping')
    const answered = read(table('03/04/2026'), { ...mapping, dateOrder: 'MDY' })
    expect(answered).toMatchObject({ dateOrderUnclear: false, from: '2026-03-04' })
  })
  it('asks nothing if one day of the file fits only one order', () => {
    expect(days(table('03/04/2026', '13/04/2026'))).toEqual(['2026-04-03', '2026-04-13'])
    expect(days(table('03/04/2026', '04/13/2026'))).toEqual(['2026-03-04', '2026-04-13'])
  })
  it('takes the order of most days, and refuses the rows that do not fit it', () => {
    const impossible = read(table('03/04/2026', '13/04/2026', '31/02/2026'))
    expect(impossible).toMatchObject({ dateOrderUnclear: false, refused: [{ row: 4 }] })
    const mixed = read(table('03/04/2026', '13/04/2026', '14/04/2026', '04/15/2026'))
    expect(mixed).toMatchObject({ dateOrderUnclear: false, refused: [{ row: 5 }] })
  })
  it('asks for the order if days contradict each other, or if only an impossible day would tell', () => {
    expect(read(table('03/04/2026', '13/04/2026', '04/15/2026')).dateOrderUnclear).toBe(true)
    expect(read(table('03/04/2026', '31/02/2026')).dateOrderUnclear).toBe(true)
  })
  it('reads other notations of a day', () => {
    const written = ['4-Mar-2026', '04 March 26', 'Mar 4, 2026', '2026-03-04 23:10', '20260304']
    expect(days(table(...written.map((day) => `"${day}"`)))).toEqual(
      written.map(() => '2026-03-04'),
    )
    expect(days(table('2026-03-04T23:30:00Z'))).toEqual(['2026-03-05'])
  })
  it('reads days with a weekday, with an ordinal, and with the year before a named month', () => {
    const written = [
      ...['2026 Mar 04 00:30:15', 'Wed, 04 Mar 2026', 'Wednesday 4 March 2026 10:15'],
      ...['4th Mar 2026', 'March 4th, 2026', 'Wed Mar 4 2026'],
    ]
    expect(days(table(...written.map((day) => `"${day}"`)))).toEqual(
      written.map(() => '2026-03-04'),
    )
  })
  it('reads an offset after a space, which can make it the next day in Lagos', () => {
    const written = ['2026-03-04 23:30:00 +0000', '2026-03-04 23:30 +00:00']
    expect(days(table(...written))).toEqual(['2026-03-05', '2026-03-05'])
    expect(days(table('2026-03-04 23:30:00 +0100'))).toEqual(['2026-03-04'])
  })
  it('refuses a column in which Excel has swapped some days and months', () => {
    // 01/11 and 02/11 as Excel with American settings stores them, and 13/11, which Excel left as
    // text.
    for (const turned of [
      table('2026-01-11', '2026-02-11', '13/11/2026'),
      table('13/11/2026', '2026-01-11 10:15'),
    ])
      expect(refusal(turned)).toEqual({
        code: 'invalid',
        message: expect.stringMatching(
          /Excel may have swapped.*import the file as the bank made it/,
        ),
      })
    // Each of two date columns may have its own order of day and month.
    const two = 'Date,Value Date,Narration,Amount\n13/11/2026,2026-11-13,A,100.00'
    expect(days(two)).toEqual(['2026-11-13'])
  })
  it('refuses a day that does not exist, and names its row', () => {
    const { refused } = read(table('2026-02-28', '2026-02-30'))
    expect(refused).toEqual([{ row: 3, message: '“2026-02-30” is not a date' }])
  })
})

describe('columns', () => {
  it('prefers a given mapping to its guess', () => {
    const text = 'Tag;Was;Soll;Haben\n01.03.2026;Miete;500,00;\n15.03.2026;Haar;;85.500,00\n'
    const guessed = read(text)
    expect(guessed.refused).toHaveLength(1)
    const columns = { bookedOn: 0, narration: [1], debit: 2, credit: 3 }
    const none = { valueOn: null, payer: null, reference: null, amount: null, balance: null }
    const mapping = {
      headerRow: 0,
      columns: { ...columns, ...none },
      dateOrder: null,
      states: {},
      directions: {},
      creditsOnly: false,
    }
    expect(read(text, mapping).lines.map(({ amountKobo }) => amountKobo)).toEqual([
      -50_000, 8_550_000,
    ])
  })
  it('names the first row whose balance does not follow', () => {
    const rows = [
      '2026-03-01,A,100.00,1100.00',
      '2026-03-02,B,200.00,1300.01',
      '2026-03-03,C,1,1301.01',
    ]
    const statement = read(['Date,Narration,Amount,Balance', ...rows].join('\n'))
    expect(statement).toMatchObject({ balanced: false, refused: [{ row: 3 }] })
    expect(statement.lines).toHaveLength(2)
  })
  it('reads a formula as text and never as an amount', () => {
    expect(read('Date,Narration,Amount\n2026-03-01,A,=1+1\n').refused).toHaveLength(1)
    const parts = workbookParts(makeStatement(3, () => 0.1))
    const sheet = 'xl/worksheets/sheet1.xml'
    parts[sheet] = (parts[sheet] ?? '').replace(
      /<v>[^<]*<\/v><\/c><\/row><\/sheetData>/,
      '<f>1+1</f>$&',
    )
    expect(readStatement(zipParts(parts)).refused).toMatchObject([
      { message: 'The balance cannot be read' },
    ])
  })
})

describe('files that are refused', () => {
  const ask = 'CSV, Excel (.xlsx), OFX, CAMT.053 or MT940'
  it('says what to ask the bank for instead of a PDF, an old or a protected workbook', () => {
    const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    const locked = Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')])
    for (const file of ['%PDF-1.7\n', ole, locked, '<!DOCTYPE html><html>', '\u0001\u0002'])
      expect(refusal(file)).toMatchObject({
        code: 'unsupported-media-type',
        message: expect.stringContaining(ask),
      })
    expect(refusal(locked).message).toContain('password')
  })
  it('refuses a DOCTYPE, an empty file and one that unpacks to too much', () => {
    const declaring = (size: number) => {
      const zip = Buffer.from(zipParts({ 'xl/workbook.xml': 'a'.repeat(100_000) }))
      zip.writeUInt32LE(size, zip.lastIndexOf('PK\u0001\u0002') + 24)
      return zip
    }
    const camt = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>'
    const bombs = [declaring(2 ** 31), declaring(10)]
    for (const file of ['', ...bombs, camt, '<OFX><!DOCTYPE a></OFX>', 'Date,Narration,Amount\n'])
      expect(refusal(file)).toMatchObject({ code: 'invalid' })
  })
  it('finishes with files that are made to take long', () => {
    const long = (part: string) => part.repeat(15_000 / part.length)
    const table = (cell: string) => `Date,Narration,Amount\n${`"${cell}",A,${cell}\n`.repeat(300)}`
    const hostile = [
      table(`1${long(' ')}1`),
      table(long('1,000')),
      table(long('(')),
      table(long('-')),
      `<OFX>${'<![CDATA['.repeat(500_000)}</OFX>`,
      `<OFX>${'<A '.repeat(2_000_000)}</OFX>`,
      '<a>'.repeat(1_000_000),
      `:20:${'{4:'.repeat(1_000_000)}`,
      `${'('.repeat(1_000_000)},,`,
    ]
    for (const file of hostile) {
      const { refused } = resultOf(file)
      expect(refused).not.toBe(0)
    }
  })
  it('refuses more than 20 MB and more than 200,000 rows', () => {
    expect(refusal(Buffer.alloc(20 * 1024 * 1024 + 1, 'a')).code).toBe('too-large')
    expect(refusal(`Date,Narration,Amount\n${'2026-03-13,A,1\n'.repeat(200_001)}`).code).toBe(
      'too-large',
    )
    const parts = workbookParts(makeStatement(3, () => 0.1))
    const sheet = 'xl/worksheets/sheet1.xml'
    parts[sheet] = (parts[sheet] ?? '').replace('<row r="2">', '<row r="1048576">')
    expect(refusal(zipParts(parts)).code).toBe('too-large')
  })
})
