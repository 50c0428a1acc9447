import { describe, expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const read = (...rows: string[]) => readStatement(Buffer.from(rows.join('\n')))

/** The rows that were refused for too many cells, and the amounts that were read. */
const partedIn = (...rows: string[]) => {
  const { lines, refused } = read(...rows)
  return {
    parted: refused.flatMap(({ row, message }) => (/more cells/.test(message) ? [row] : [])),
    amounts: lines.map(({ amountKobo }) => amountKobo / 100),
  }
}

describe('a text file whose cells the bank did not quote', () => {
  const files: [string, string[], number[], number[]][] = [
    [
      'credits with commas',
      [
        'Date,Narration,Debit,Credit',
        '13/08/2026,TRF FROM ADA,,50,000.00',
        '14/08/2026,TRF FROM BOLA,,7,500.00',
        '15/08/2026,POS,200.00,',
      ],
      [2, 3],
      [-200],
    ],
    [
      'amounts and balances with commas in each row',
      ['Date,Narration,Credit,Balance', '13/08/2026,TRF FROM ADA,50,000.00,150,000.00'],
      [2],
      [],
    ],
    [
      'whole thousands in each row',
      ['Date,Narration,Credit', '13/08/2026,TRF FROM ADA,50,000', '14/08/2026,TRF FROM OBI,7,500'],
      [2, 3],
      [],
    ],
    [
      'an amount before its direction',
      [
        'Date,Narration,Amount,Type',
        '13/08/2026,TRF FROM ADA,50,000.00,CR',
        '14/08/2026,POS,7,500.00,DR',
      ],
      [2, 3],
      [],
    ],
    [
      'an amount before the text',
      ['Date,Amount,Narration', '13/08/2026,50,000.00,TRF FROM ADA', '14/08/2026,900.00,BOLA'],
      [2],
      [900],
    ],
    [
      'kobo behind a comma',
      ['Date,Narration,Amount', '13/08/2026,TRF FROM ADA,50000,75', '14/08/2026,BOLA,900,00'],
      [2, 3],
      [],
    ],
    [
      'a number that a customer wrote before the amounts',
      [
        'Date,Narration,Debit,Credit',
        '13/08/2026,ORDER 7, 500,,50000.00',
        '14/08/2026,OBI,,900.00',
      ],
      [2],
      [900],
    ],
  ]
  for (const [name, rows, parted, amounts] of files)
    it(`refuses the rows with ${name}`, () =>
      expect(partedIn(...rows)).toEqual({ parted, amounts }))

  it('rejoins a text in the last column', () => {
    const { lines, refused, perhapsStates } = read(
      'Date,Debit,Credit,Narration',
      '13/08/2026,,50000.00,TRF FROM OKAFOR, CHIOMA A',
      '14/08/2026,200.00,,POS',
    )
    expect(lines.map(({ narration }) => narration)).toEqual(['TRF FROM OKAFOR, CHIOMA A', 'POS'])
    expect({ refused, perhapsStates }).toEqual({ refused: [], perhapsStates: [] })
  })

  it('reads columns without a heading as before', () => {
    const { lines, refused } = read(
      'Date,Narration,Credit',
      '13/08/2026,TRF FROM ADA,"50,000.00",successful',
      '14/08/2026,TRF FROM BOLA,"7,500.00",failed',
    )
    expect(refused).toEqual([])
    expect(lines.map(({ amountKobo }) => amountKobo)).toEqual([5_000_000])
  })

  it('reads a cell with commas in a workbook or in quotation marks', () =>
    expect(
      partedIn('Date;Narration;Credit', '13/08/2026;OBI, ADA;50,000.00', '14/08/2026;A;7,500.00;'),
    ).toEqual({ parted: [], amounts: [50_000, 7500] }))
})
