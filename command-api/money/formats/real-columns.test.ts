import { expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const read = (...rows: string[]) => {
  const file = readStatement(Buffer.from(rows.join('\n')))
  return {
    lines: file.lines.map(({ amountKobo, narration }) => [amountKobo / 100, narration]),
    refused: file.refused,
    notMoney: file.notMoney.map(({ row }) => row),
    balanced: file.balanced,
    file,
  }
}

it('reads debits as debits if the file also has an amount column', () => {
  for (const heading of ['Amount,Debit,Credit', 'Transaction Amount (NGN),Withdrawal,Deposit'])
    expect(
      read(
        `Date,Narration,${heading}`,
        '13/11/2026,To BOLA,5000.00,5000.00,',
        '13/11/2026,NIP FROM ADA OBI,45000.00,,45000.00',
      ),
    ).toMatchObject({
      lines: [
        [-5000, 'To BOLA'],
        [45000, 'NIP FROM ADA OBI'],
      ],
      refused: [],
    })
})

it('reads settlements, whose amount differs from the transaction’s', () => {
  const { lines, balanced, file } = read(
    'Date,Transaction Amount (NGN),Settlement Debit (NGN),Settlement Credit (NGN),Balance Before (NGN),Balance After (NGN),Narration,Reversal Status',
    '2026-11-13T09:00:00,10000,,9950,1000,10950,POS ADA OBI,NOT_REVERSED',
    '2026-11-13T10:00:00,5000,5020,,10950,5930,TRF TO BOLA,NOT_REVERSED',
    '2026-11-13T10:00:01,,50,,5930,5880,LEVY,NOT_REVERSED',
  )
  expect(lines.map(([amount]) => amount)).toEqual([9950, -5020, -50])
  expect(balanced).toBe(true)
  expect(file.lines.map(({ isMarked }) => isMarked)).toEqual([false, false, false])
})

it('keeps the payer of Kuda’s column To / From', () => {
  const { file } = read(
    'Date/Time,Money In,Money out,Category,To / From,Description,Balance',
    '13/11/2026 09:00:00,"45,000.00",,inward transfer,ADA OBI/0123456789/GTBANK,shoes,"45,000.00"',
    '13/11/2026 10:00:00,,"5,000.00",outward transfer,BOLA ADE/0123456788/UBA,rent,"40,000.00"',
  )
  expect(file.lines.map(({ payer }) => payer)).toEqual([
    'ADA OBI/0123456789/GTBANK',
    'BOLA ADE/0123456788/UBA',
  ])
})

it('reads a transfer as one, even if its customer wrote about balances and totals', () => {
  const remarks = [
    'NIP FROM ADA OBI/shoes final balance',
    'MAYOWA/opening balance',
    'previous balance wig',
    'AUGUSTINE/closing balance',
  ]
  for (const remark of remarks) {
    const { lines, refused, notMoney, balanced } = read(
      'Transaction Date,Transaction Detail,Money In,Money Out',
      `13/11/2026,${remark},45000.00,`,
      '14/11/2026,NIP FROM BOLA,1000.00,',
    )
    expect([lines.length, refused, notMoney, balanced], remark).toEqual([2, [], [], null])
  }
  expect(
    read(
      'Date,Reference,Narration,Debit,Credit',
      '13/11/2026,1,NIP FROM BOLA,,1000.00',
      ',2,TOTAL ENERGIES PAYMENT FRM JOHN,,3000.00',
    ),
  ).toMatchObject({ lines: [[1000, 'NIP FROM BOLA']], refused: [{ row: 3 }] })
})

it('recognizes rows of balances and sums by the banks’ words', () => {
  const balances = [
    'Opening Balance',
    'BALANCE B/F',
    'Opening Balance B/F',
    'OPENING BALANCE BROUGHT FORWARD',
    'Opening balance as at 01-Nov-2026',
    'Opening balance as at 1st November 2026',
    'Balance B/F CR',
  ]
  for (const words of balances)
    expect(
      read(
        'Date,Narration,Debit,Credit,Balance',
        `01/11/2026,${words},,5000.00,5000.00`,
        '13/11/2026,NIP FROM BOLA,,1000.00,6000.00',
      ),
      words,
    ).toMatchObject({ lines: [[1000, 'NIP FROM BOLA']], balanced: true, refused: [] })
  const sums = [
    'Total',
    'GRAND TOTAL:',
    'Total Credits',
    'Page total',
    'Total for May 2026',
    'Total c/f',
  ]
  for (const words of sums)
    expect(
      read('Date,Narration,Debit,Credit', '13/11/2026,A,,1000.00', `,${words},,1000.00`),
      words,
    ).toMatchObject({ lines: [[1000, 'A']], refused: [] })
})

it('takes the direction from words, and lists the rows whose kind does not tell it', () => {
  for (const [came, went] of [
    ['Transfer In', 'Transfer Out'],
    ['Money received', 'Money sent'],
  ])
    expect(
      read(
        'Date,Description,Type,Amount',
        `13/11/2026,BOLA,${went},5000.00`,
        `13/11/2026,ADA OBI,${came},45000.00`,
        '14/11/2026,08030000000,Airtime,500.00',
        '14/11/2026,IKEDC/shoes final balance,Bills,700.00',
      ),
    ).toMatchObject({
      lines: [
        [-5000, 'BOLA'],
        [45000, 'ADA OBI'],
      ],
      refused: [],
      notMoney: [4, 5],
    })
  // An amount with a sign needs no word for its direction.
  expect(
    read(
      'Date,Description,Type,Amount',
      '13/11/2026,BOLA,Transfer Out,-5000.00',
      '13/11/2026,ADA OBI,Transfer In,45000.00',
      ...['Airtime', 'Bills', 'Betting'].map((kind) => `14/11/2026,X,${kind},-500.00`),
    ).lines.map(([amount]) => amount),
  ).toEqual([-5000, 45000, -500, -500, -500])
})

it('takes a transfer’s state from its own column, not from the column of reversals', () => {
  const { lines, notMoney, file } = read(
    'Date,Narration,Credit,Reversal Status,Transaction Status',
    '13/11/2026,ADA,1000.00,NOT_REVERSED,SUCCESSFUL',
    '13/11/2026,BOLA,2000.00,NOT_REVERSED,PENDING_REVIEW',
    '13/11/2026,CHI,3000.00,REVERSED,SUCCESSFUL',
  )
  expect(file.unknownStates).toEqual([{ word: 'pending review', rows: 1 }])
  expect(lines).toEqual([
    [1000, 'ADA'],
    [3000, 'CHI'],
  ])
  expect(notMoney).toEqual([3])
  expect(file.lines.map(({ isMarked }) => isMarked)).toEqual([false, true])
})

it('recognizes a reversal, even if another cell says “not reversed”', () => {
  for (const kind of ['Union Bank reversal', 'No. 12 reversal', 'Unsettled refund'])
    expect(
      read('Date,Narration,Credit,Kind', `13/11/2026,ADA,1000.00,${kind}`).file.lines[0]?.isMarked,
      kind,
    ).toBe(true)
})
