import { describe, expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const csv = (...rows: string[]) => readStatement(Buffer.from(rows.join('\n')))
const heading = 'Buchung;Wertstellung;Konto;Vorgang;Ausgang;Eingang;Stand'
const rows = [
  '12.11.2026;13.11.2026;0123;Miete Nov;500,00;;1.500,00',
  '14.11.2026;14.11.2026;0123;Okafor Haar;;85.500,00;87.000,00',
  '15.11.2026;16.11.2026;0123;Bello;;1,50;87.001,50',
]
const kobo = [-50_000, 8_550_000, 150]

it('finds columns with unknown headings by their values, if the balances prove them', () => {
  const statement = csv('Kontoauszug', heading, ...rows)
  expect(statement.mapping).toEqual({
    headerRow: 1,
    columns: {
      bookedOn: 0,
      valueOn: 1,
      narration: [3],
      payer: null,
      reference: null,
      debit: 4,
      credit: 5,
      amount: null,
      balance: 6,
      state: null,
      currency: null,
      direction: null,
    },
    dateOrder: 'DMY',
    states: {},
    directions: {},
    creditsOnly: false,
  })
  expect(statement).toMatchObject({ balanced: true, refused: [] })
  expect(statement.lines.map(({ amountKobo }) => amountKobo)).toEqual(kobo)
  const signed = [
    '15.11.2026;Bello;1,50;87.001,50',
    '14.11.2026;Okafor;85.500,00;87.000,00',
    '12.11.2026;Miete;-500,00;1.500,00',
  ]
  expect(csv('Tag;Text;Betrag;Stand', ...signed)).toMatchObject({ balanced: true, refused: [] })
})

it('asks a person to check a guess that nothing proves, and shows the lines it gives', () => {
  const statement = csv(
    'Tag;Wer;Betrag',
    '12.11.2026;Miete Nov;-500,00',
    '14.11.2026;Okafor;85.500,00',
  )
  expect(statement).toMatchObject({
    lines: [],
    refused: [{ message: expect.stringMatching(/say what each column/) }],
  })
  expect(statement.mapping).toMatchObject({
    headerRow: 0,
    columns: { bookedOn: 0, narration: [1], amount: 2 },
  })
  const mapping = statement.mapping ?? undefined
  const text = [
    'Tag;Wer;Betrag',
    '12.11.2026;Miete Nov;-500,00',
    '14.11.2026;Okafor;85.500,00',
  ].join('\n')
  expect(readStatement(Buffer.from(text), { mapping }).lines).toHaveLength(2)
  // Balances that do not add up prove nothing.
  expect(
    csv(heading, ...rows.slice(0, 2), '15.11.2026;16.11.2026;0123;Bello;;1,50;87.002,50').lines,
  ).toEqual([])
})

it('shows the file’s first rows, its heading and some lines', () => {
  const preamble = Array.from({ length: 14 }, (_, at) => `Line ${at},,`)
  const { sample } = csv(
    ...preamble,
    'Date,Narration,Credit',
    '2026-11-12,A,5.00',
    '2026-11-13,B,6.00',
  )
  expect(sample?.headerRow).toBe(14)
  expect(sample?.rows.map(({ row }) => row)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17,
  ])
  expect(sample?.rows.at(-2)).toEqual({ row: 16, cells: ['2026-11-12', 'A', '5.00'] })
})

it('tells whether a file’s lines have any texts', () => {
  expect(csv('Date,Remarks,Credit', '2026-11-12,,5.00').hasNoTexts).toBe(true)
  expect(csv('Date,Payer,Credit', '2026-11-12,,5.00', '2026-11-12,EZE,5.00').hasNoTexts).toBe(false)
})

it('keeps a table’s texts if no heading, or the wrong one, names their column', () => {
  const said = (...table: string[]) =>
    csv(...table).lines.map(({ narration, payer }) => [narration, payer])
  expect(
    said(
      'Date,Type,What for,Sender,Status,Amount',
      '2026-11-12,TRANSFER,Wig,OKAFOR CHIOMA,Successful,100.00',
      '2026-11-13,CARD,Bundles,BELLO AISHA,Successful,200.00',
      '2026-11-14,CARD,,EZE TOLU,Successful,300.00',
    ),
  ).toEqual([
    ['TRANSFER Wig', 'OKAFOR CHIOMA'],
    ['CARD Bundles', 'BELLO AISHA'],
    ['CARD', 'EZE TOLU'],
  ])
  expect(
    said(
      'Value date,,Transaction description,Debits,Credits,Balance',
      '2026-11-12,TRF FROM OKAFOR CHIOMA,,,"100,00","300,00"',
      '2026-11-13,BANK CHARGES,,"50,00",,"250,00"',
    ),
  ).toEqual([
    ['TRF FROM OKAFOR CHIOMA', ''],
    ['BANK CHARGES', ''],
  ])
})

it('does not take a status column for texts, whatever the other headings are', () => {
  const { lines, notMoney } = csv(
    'Started,What,Who,Status,Gross,Left',
    '2026-11-12,Wig,,Completed,100.00,100.00',
    '2026-11-13,Bundles,OKAFOR,Pending,200.00,300.00',
    '2026-11-14,Frontal,,Completed,-50.00,250.00',
  )
  expect(lines.map(({ narration }) => narration)).toEqual(['Wig', 'Frontal'])
  expect(notMoney).toMatchObject([{ row: 3 }])
})

describe('a column that is only called Name', () => {
  const payersOf = (...table: string[]) =>
    csv(...table).lines.map(({ payer, narration }) => [payer, narration])

  it('is the payer’s, beside a column of account numbers', () => {
    const file = csv(
      'Date,Amount,Counterparty,Name,Description',
      '2026-09-13,8000.00,0022334455,ADA OBI,hair',
      '2026-09-14,7500.00,0022334456,ADA OBI,wig',
      '2026-09-15,900.00,,EZE BOLA,POS',
    )
    expect(file.perhapsStates).toEqual([])
    expect(file.lines.map(({ payer, narration }) => [payer, narration])).toEqual([
      ['ADA OBI', 'hair 0022334455'],
      ['ADA OBI', 'wig 0022334456'],
      ['EZE BOLA', 'POS'],
    ])
  })

  it('is not the payer’s if it never changes, or if another column names the payer', () => {
    const days = [13, 14, 15]
    const own = days.map((day) => `2026-09-${day},8000.00,GLAM HAIR LTD,hair ${day}`)
    expect(payersOf('Date,Amount,Name,Description', ...own)).toEqual(
      days.map((day) => ['', `hair ${day}`]),
    )
    expect(
      payersOf(
        'Date,Amount,Name,Sender,Description',
        '2026-09-13,8000.00,GLAM,ADA OBI,hair',
        '2026-09-14,8000.00,GLAM HAIR,EZE BOLA,wig',
      ),
    ).toEqual([
      ['ADA OBI', 'hair'],
      ['EZE BOLA', 'wig'],
    ])
  })
})
