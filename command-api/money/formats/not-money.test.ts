import type { StatementMapping } from '@strand/contracts/money/statement'
import { describe, expect, it } from 'vitest'
import { foreignCurrencyIn } from './currencies.ts'
import { readStatement } from './read-statement.ts'

const csv = (rows: string[], mapping?: StatementMapping) =>
  readStatement(Buffer.from(rows.join('\n')), { mapping })
const told = (rows: string[], mapping?: StatementMapping) => {
  const { lines, notMoney, refused, unknownStates, unknownDirections } = csv(rows, mapping)
  return {
    lines: lines.map(({ amountKobo }) => amountKobo / 100),
    notMoney: notMoney.map(({ row, message }) => `${row}: ${message}`),
    unknownStates,
    unknownDirections,
    refused,
  }
}

const header = 'Date,Narration,Credit,Status'
const day = '2026-11-25'

describe('a status column', () => {
  it('makes a row a line only if its word clearly means success', () => {
    const words = ['Successful', 'SUCCESS', 'Completed', 'Approved', 'Transaction Successful', 'ok']
    const nots = ['Failed', 'PENDING', 'Reversed', 'declined', 'Cancelled', 'In-Progress']
    const rows = [...words, ...nots].map((word, at) => `${day},A${at},${at + 1}.00,${word}`)
    const { lines, notMoney, refused, unknownStates } = told([header, ...rows])
    expect([refused, unknownStates]).toEqual([[], []])
    expect(lines).toEqual([1, 2, 3, 4, 5, 6])
    expect(notMoney).toHaveLength(6)
    expect(notMoney[0]).toBe('8: “Failed” says that the money did not arrive, or did not stay')
  })

  it('is found by its words, whatever it is called and wherever it is', () => {
    for (const heading of ['Etat de l’opération', 'Flag', 'State', 'X'])
      expect(
        told([
          `${heading},Date,Amount,Details`,
          `successful,${day},5.00,A`,
          `failed,${day},6.00,B`,
        ]),
      ).toMatchObject({ lines: [5], notMoney: [expect.stringContaining('failed')] })
    // A column with kinds of transactions is not a status column.
    const kinds = told([
      'Date,Type,Credit,Remarks',
      `${day},Transfer,5.00,A`,
      `${day},Reversal,6.00,B`,
    ])
    expect(kinds).toMatchObject({ lines: [5, 6], unknownStates: [] })
  })

  it('asks about unknown words, and uses what a person says they mean', () => {
    const rows = [header, `${day},A,5.00,Zustellt`, `${day},B,6.00,Offen`, `${day},C,7.00,Zustellt`]
    const first = csv(rows)
    expect(first.unknownStates).toEqual([
      { word: 'zustellt', rows: 2 },
      { word: 'offen', rows: 1 },
    ])
    expect([first.lines, first.notMoney.length]).toEqual([[], 3])
    const mapping = first.mapping as StatementMapping
    const states = { zustellt: 'arrived', offen: 'not' } as const
    expect(told(rows, { ...mapping, states })).toMatchObject({
      lines: [5, 7],
      unknownStates: [],
      notMoney: [expect.stringContaining('3: “Offen”')],
    })
    const failed = [header, `${day},A,5.00,Failed`]
    expect(told(failed, { ...mapping, states: { failed: 'arrived' } }).lines).toEqual([])
  })

  it('is looked for in older mappings, unless a person says there is none', () => {
    const rows = [header, `${day},A,5.00,Failed`]
    const { state: _, ...columns } = (csv(rows).mapping as StatementMapping).columns
    const old = {
      headerRow: 0,
      columns,
      dateOrder: null,
      states: {},
      directions: {},
      creditsOnly: false,
    }
    expect(told(rows, old).lines).toEqual([])
    // Even without a status column, a row is not money if another cell says that the money did not
    // arrive.
    expect(told(rows, { ...old, columns: { ...columns, state: null } }).notMoney).toEqual([
      '2: “Failed” says that the money did not arrive',
    ])
  })

  it('is asked for before any money is taken, if its heading and words are unknown', () => {
    const rows = [
      'Date,Narration,Credit,Ablauf',
      `${day},A,5.00,vollzogen`,
      `${day},B,6.00,geplatzt`,
      `${day},C,7.00,vollzogen`,
    ]
    const first = csv(rows)
    expect(first.perhapsStates).toEqual([
      {
        column: 3,
        words: [
          { word: 'vollzogen', rows: 2 },
          { word: 'geplatzt', rows: 1 },
        ],
      },
    ])
    const mapping = first.mapping as StatementMapping
    // The question about the status column stays open until a person answers it.
    expect(Object.hasOwn(mapping.columns, 'state')).toBe(false)
    expect(csv(rows, { ...mapping, dateOrder: 'DMY' }).perhapsStates).toHaveLength(1)
    const answered = (state: number | null) =>
      csv(rows, { ...mapping, columns: { ...mapping.columns, state } })
    expect(answered(null)).toMatchObject({ perhapsStates: [], unknownStates: [] })
    expect(answered(null).lines).toHaveLength(3)
    expect(answered(3)).toMatchObject({
      perhapsStates: [],
      unknownStates: [{ word: 'vollzogen' }, { word: 'geplatzt' }],
      lines: [],
    })
  })

  it('is asked for even if no heading is known and its words could be a narration', () => {
    const rows = [
      'Tag,Text,Ein,Aus,Stand,Lauf',
      `${day},Ada Obi,5.00,,105.00,glatt`,
      `${day},Obi Eze,,6.00,99.00,glatt`,
      `${day},Uche Ike,7.00,,106.00,krumm`,
    ]
    expect(csv(rows).perhapsStates.map(({ column }) => column)).toContain(5)
  })

  it('is not asked for if the columns hold something else', () => {
    const other = [
      'Date,Branch,Category,Currency,Credit,Details,Terminal No',
      `${day},Ikeja,Hair,NGN,5.00,A,21`,
      `${day},Lekki,Wigs,NGN,6.00,B,22`,
      `${day},Lekki,Wigs,NGN,6.00,B,--`,
    ]
    expect(csv(other)).toMatchObject({ perhapsStates: [], mapping: { columns: { state: null } } })
    const many = Array.from({ length: 30 }, (_, at) =>
      String.fromCharCode(97 + (at % 9)).repeat(3),
    ).map((word, at) => `${day},N${at},5.00,${word}`)
    expect(csv(['Date,Narration,Credit,Woran', ...many]).perhapsStates).toEqual([])
  })

  it('asks for an empty state too', () => {
    const { notMoney, unknownStates } = told([header, `${day},A,5.00,Paid`, `${day},B,6.00,`])
    expect(unknownStates).toEqual([{ word: '', rows: 1 }])
    expect(notMoney).toEqual(['3: An empty state is not known: please say what it means'])
  })
})

describe('currencies', () => {
  it('are read from their column, naira by any name', () => {
    const naira = ['NGN', 'Naira', 'NAIRA', '₦', 'N', '566', 'NAI', 'Nigerian Naira', 'NGN - Naira']
    const rows = naira.map((name, at) => `${day},A${at},${name},${at + 1}.00`)
    expect(told(['Date,Narration,Currency,Amount', ...rows])).toMatchObject({
      lines: naira.map((_, at) => at + 1),
      notMoney: [],
    })
    expect(
      told([
        'Date,Narration,Whatever,Amount',
        `${day},A,NGN,5.00`,
        `${day},B,USD,6.00`,
        `${day},C,,7.00`,
      ]),
    ).toMatchObject({
      lines: [5],
      notMoney: ['3: In USD, not in naira', '4: The row does not state its currency'],
    })
  })

  it('are also read from headings and amounts', () => {
    expect(told(['Date,Narration,Amount (USD)', `${day},A,5.00`])).toMatchObject({
      lines: [],
      notMoney: ['2: In USD, not in naira'],
    })
    for (const heading of ['Amount (SEK)', 'AMOUNT (ALL)'])
      expect(told([`Date,Narration,${heading}`, `${day},A,5.00`])).toMatchObject({
        lines: [],
        notMoney: [expect.stringMatching(/^2: In (?:SEK|ALL), not in naira$/)],
      })
    // If two columns have amounts, the one in naira counts.
    expect(
      told(['Date,Narration,Amount (USD),Amount (NGN)', `${day},A,5.00,7500.00`]),
    ).toMatchObject({
      lines: [7500],
      notMoney: [],
    })
    expect(told(['Date,Narration,Amount', `${day},A,$5.00`, `${day},B,NGN 6.00`])).toMatchObject({
      lines: [6],
      notMoney: ['2: In USD, not in naira'],
      refused: [],
    })
  })
})

describe('codes of currencies', () => {
  const cases: [string, string | null][] = [
    ['Betrag in CHF', 'CHF'],
    ['Value ZAR', 'ZAR'],
    ['Amount SEK', 'SEK'],
    ['AMOUNT SEK', 'SEK'],
    ['BETRAG IN DKK', 'DKK'],
    ['Amount/NOK', 'NOK'],
    ['Amount [XCD]', 'XCD'],
    ['SEK 500.00', 'SEK'],
    ['1,500.00 MAD', 'MAD'],
    ['(500.00) TRY', 'TRY'],
    ['Amount (NGN)', null],
    ['ALL DEBITS', null],
    ['TOP UP AMOUNT', null],
    ['Amount of ALL lines', null],
    ['Amount (all)', null],
    ['Cup', null],
    ['AMOUNT OF THE DAY', null],
    ['500.00 CR', null],
    ['Amount (XYZ)', null],
  ]
  for (const [text, code] of cases)
    it(`“${text}” names ${code ?? 'none'}`, () => expect(foreignCurrencyIn(text)).toBe(code))
})

describe('directions', () => {
  it('are read from their words, and a row whose word names none is not a line', () => {
    const rows = ['CR', 'Debit', 'inflow', 'Money out', 'Reversal', '']
    expect(
      told([
        'Date,Way,Amount,Details',
        ...rows.map((way, at) => `${day},${way},${at + 1}.00,A${at}`),
      ]),
    ).toMatchObject({
      lines: [1, -2, 3, -4],
      notMoney: [
        '6: “Reversal” does not say whether the money came in or went out',
        '7: The row does not say whether the money came in or went out',
      ],
      unknownDirections: [{ word: '', rows: 1 }],
      refused: [],
    })
  })

  it('asks about unknown words, and uses what a person says they mean', () => {
    const rows = ['D', 'D', 'D', 'D', 'D', 'K', 'K', 'Reversal', 'Reversal']
    const file = [
      'Date,Details,Amount,D/C',
      ...rows.map((way, at) => `${day},A${at},${at + 1}.00,${way}`),
      'Total,,45.00,',
    ]
    const { mapping, ...first } = csv(file)
    expect(first).toMatchObject({ unknownDirections: [{ word: 'k', rows: 2 }], refused: [] })
    expect([first.lines.length, first.notMoney.length]).toEqual([5, 5])
    const answered = (is: 'in' | 'open') =>
      told(file, { ...(mapping as StatementMapping), directions: { k: is, d: 'in' } })
    expect(answered('in')).toMatchObject({
      lines: [-1, -2, -3, -4, -5, 6, 7],
      unknownDirections: [],
    })
    expect(answered('open')).toMatchObject({ unknownDirections: [], refused: [] })
    expect(answered('open').lines).toHaveLength(5)
  })

  it('are asked for in rows without a word, if the bank marks only one direction', () => {
    const file = [
      'Date,Details,Amount,Way',
      ...['', '', 'DR', ''].map((way, at) => `${day},A${at},${at + 1}.00,${way}`),
    ]
    const { mapping, ...first } = csv(file)
    expect(first).toMatchObject({
      unknownDirections: [{ word: '', rows: 3 }],
      perhapsStates: [],
      directionUnclear: false,
    })
    expect(
      told(file, { ...(mapping as StatementMapping), directions: { '': 'in' } }),
    ).toMatchObject({ lines: [1, 2, -3, 4], unknownDirections: [] })
  })

  it('treats a negative debit among others as a reversal, and marks it', () => {
    const heading = 'Date,Details,Debit,Credit,Balance'
    const credit = `${day},OKAFOR,,100.00,100.00`
    const storno = [heading, credit, `${day},FEE,50.00,,50.00`, `${day},STORNO FEE,-50.00,,100.00`]
    expect(csv(storno)).toMatchObject({
      balanced: true,
      refused: [],
      lines: [
        { amountKobo: 10_000, isMarked: false },
        { amountKobo: -5_000, isMarked: false },
        { amountKobo: 5_000, isMarked: true },
      ],
    })
    // Some banks write every debit with a minus, and the total below them without.
    const signed = [
      heading,
      credit,
      `${day},FEE,-50.00,,50.00`,
      `${day},FEE,-20.00,,30.00`,
      'Total,,70.00,100.00,',
    ]
    expect(csv(signed)).toMatchObject({
      balanced: true,
      refused: [],
      lines: [
        { amountKobo: 10_000 },
        { amountKobo: -5_000, isMarked: false },
        { amountKobo: -2_000, isMarked: false },
      ],
    })
  })

  it('treats a negative credit as a reversal, and marks it', () => {
    for (const rows of [
      ['Date,Details,Debit,Credit', `${day},A,,5.00`, `${day},A,,-5.00`],
      ['Date,Details,Amount,D/C', `${day},A,5.00,C`, `${day},A,-5.00,C`],
    ])
      expect(csv(rows).lines).toMatchObject([
        { amountKobo: 500, isMarked: false },
        { amountKobo: -500, isMarked: true },
      ])
  })
})

describe('amounts without a sign', () => {
  const file = ['Date,Description,Amount', `${day},TRF TO ADA,5.00`, `${day},B,6.00`]
  const isAsked = (rows: string[], mapping?: StatementMapping) =>
    csv(rows, mapping).directionUnclear

  it('raise a question if a row reads like a debit, and count as credits once a person says so', () => {
    const { mapping, directionUnclear } = csv(file)
    expect(directionUnclear).toBe(true)
    const said = { ...(mapping as StatementMapping), creditsOnly: true }
    expect(csv(file, said)).toMatchObject({
      directionUnclear: false,
      lines: [{ amountKobo: 500 }, { amountKobo: 600 }],
    })
    // A later file of the same bank may have signs again.
    expect(told([...file, `${day},C,-7.00`], said).lines).toEqual([5, 6, -7])
    const { columns } = said
    expect(isAsked(file, { ...said, columns: { ...columns, amount: null, credit: 2 } })).toBe(false)
  })

  it('raise a question if balances prove only some of them', () => {
    const table = (...rows: string[]) => ['Date,Description,Amount,Balance', ...rows]
    const steps = [`${day},POS fee,5.00,105.00`, `${day},B,6.00,111.00`]
    expect(isAsked(table(...steps))).toBe(true)
    for (const opening of ['Opening balance', 'Balance b/f'])
      expect(isAsked(table(`${day},${opening},,100.00`, ...steps))).toBe(false)
    expect(isAsked(table(`${day},Opening balance,,100.00`, ...steps, `${day},C,7.00,`))).toBe(true)
    expect(isAsked(['Opening balance,100.00,,', ...table(...steps.toReversed())])).toBe(false)
    expect(isAsked(['Opening balance,100.00', 'Closing balance,111.00', ...file])).toBe(true)
  })

  it('count as credits without a question if no row reads like a debit', () => {
    for (const narration of ['NIP/GTB/BELLO MUSA/H3QC-6QYF', 'NIP FROM ADA OBI', 'Deposit by Tola'])
      expect(csv(['Date,Description,Amount', `${day},${narration},5.00`])).toMatchObject({
        directionUnclear: false,
        lines: [{ amountKobo: 500 }],
      })
    for (const narration of ['SMS charge', 'Airtime 0803', 'NIP TRANSFER TO ADA', 'POS/SHOPRITE'])
      expect(isAsked(['Date,Description,Amount', `${day},${narration},5.00`])).toBe(true)
  })

  it('raise no question if signs or words show which came in', () => {
    for (const amounts of [
      ['5.00', '-6.00'],
      ['5.00', '(6.00)'],
      ['5.00', '6.00 DR'],
      ['+5.00', '+6.00'],
      ['5.00 CR', '6.00 CR'],
    ])
      expect(isAsked([file[0] ?? '', ...amounts.map((one) => `${day},POS fee,${one}`)])).toBe(false)
    expect(isAsked(['Date,Details,Amount,D/C', `${day},POS fee,5.00,C`, `${day},B,6.00,C`])).toBe(
      false,
    )
    expect(isAsked(['Date,Details,Credit', `${day},POS fee,5.00`])).toBe(false)
    expect(isAsked([...file.slice(0, 2), `${day},B,6.00 CR`])).toBe(true)
  })
})

describe('rows without an amount, and texts that are too long', () => {
  it('are listed in tables, and do not change the balance', () => {
    const rows = ['Date,Narration,Debit,Credit,Balance', `${day},A,,5.00,105.00`]
    const { lines, notMoney, balanced } = csv([
      ...rows,
      `${day},Fee waived,0.00,0.00,105.00`,
      `${day},B,1.00,,104.00`,
    ])
    expect([lines.length, balanced]).toEqual([2, true])
    expect(notMoney).toEqual([{ row: 3, message: 'The amount is 0, so no money moved' }])
  })

  it('show that they were cut', () => {
    const narration = 'HAIR '.repeat(200).trim()
    const [line] = csv(['Date,Narration,Credit', `${day},${narration},5.00`]).lines
    expect(line?.narration).toBe(`${narration.slice(0, 500)}…`)
  })
})

describe('balances', () => {
  const table = (...rows: string[]) => csv(['Date,Narration,Debit,Credit,Balance,Status', ...rows])

  it('are right whether or not a row that is not money changed them', () => {
    const rows = [
      `${day},A,,100.00,100.00,Successful`,
      `${day},B,,50.00,100.00,Failed`,
      `${day},C,,70.00,170.00,Reversed`,
      `${day},D,30.00,,140.00,Successful`,
      `${day},E,,60.00,,Pending`,
      `${day},F,,20.00,160.00,Successful`,
    ]
    for (const some of [rows, rows.toReversed()])
      expect(table(...some)).toMatchObject({
        balanced: true,
        refused: [],
        openingBalanceKobo: 0,
        closingBalanceKobo: 16_000,
      })
  })

  it('still reveal a missing row', () => {
    expect(
      table(
        `${day},A,,100.00,100.00,Successful`,
        `${day},B,,50.00,100.00,Failed`,
        `${day},D,,30.00,180.00,Successful`,
      ),
    ).toMatchObject({ balanced: false, refused: [{ row: 4 }] })
  })

  it('are checked with bounded work, even if many rows may have changed them', () => {
    const rows = Array.from({ length: 2_000 }, (_, at) => `${day},A${at},,${at + 1}.37,,Failed`)
    const last = `${day},Z,,5.00,105.00,Successful`
    expect(table(`${day},A,,100.00,100.00,Successful`, ...rows, last).lines).toHaveLength(2)
  })
})

describe('messages of banks', () => {
  const camt = (...entries: string[]) =>
    readStatement(
      Buffer.from(
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>0123456789</Id></Othr></Id><Ccy>NGN</Ccy></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`,
      ),
    )
  const entry = (
    amount: string,
    { status = 'BOOK', currency = 'NGN', more = '', way = 'CRDT' } = {},
  ) =>
    `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd>${more}<Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>2026-11-25</Dt></BookgDt></Ntry>`

  it('in CAMT: an entry not booked or in another currency is not a line, and a return is marked', () => {
    const { lines, notMoney } = camt(
      entry('1.00'),
      entry('2.00', { status: 'PDNG' }),
      entry('3.00', { status: 'INFO' }),
      entry('4.00', { currency: 'USD' }),
      entry('5.00', { more: '<RvslInd>true</RvslInd>' }),
      entry('6.00', { more: '<RvslInd>true</RvslInd>', way: 'DBIT' }),
      entry('7.00', {
        more: '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>',
      }),
    )
    expect(lines).toMatchObject([
      { amountKobo: 100, isMarked: false },
      { amountKobo: 500, isMarked: true },
      { amountKobo: -600, isMarked: true },
      { amountKobo: 700, isMarked: true },
    ])
    expect(notMoney.map(({ message }) => message)).toEqual([
      'Entry 2 is pending: the bank has not booked it',
      'Entry 3 is for information: it moved no money',
      'In USD, not in NGN',
    ])
  })

  it('in OFX: a transaction held, pending, corrected or in another currency is not a line', () => {
    const transaction = (id: number, more = '', tag = 'STMTTRN') =>
      `<${tag}><TRNTYPE>${more.includes('HOLD') ? '' : 'CREDIT'}${more}<DTPOSTED>20261125<TRNAMT>${id}.00<FITID>F${id}<NAME>OBI</${tag}>`
    const { lines, notMoney, refused } = readStatement(
      Buffer.from(
        `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>NGN<BANKACCTFROM><ACCTID>0123456789</BANKACCTFROM><BANKTRANLIST>${[
          transaction(1),
          transaction(2, '<CURRENCY><CURRATE>1500<CURSYM>USD</CURRENCY>'),
          transaction(3),
          transaction(4, '<CORRECTFITID>F3<CORRECTACTION>REPLACE'),
          transaction(5, 'HOLD'),
        ].join(
          '',
        )}</BANKTRANLIST><BANKTRANLISTP>${transaction(6, '', 'STMTTRNP')}</BANKTRANLISTP></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
      ),
    )
    expect(refused).toEqual([])
    expect(lines.map(({ amountKobo }) => amountKobo)).toEqual([100])
    expect(notMoney.map(({ row, message }) => `${row} ${message}`)).toEqual([
      '2 In USD, not in NGN',
      '3 Transaction 3 is corrected by another one',
      '4 Transaction 4 corrects another transaction, which it refers to by id',
      '5 Transaction 5 is held: the bank has not booked it',
      '6 Transaction 6 is pending: the bank has not booked it',
    ])
  })

  it('without an amount are listed, and so is a balance among transactions', () => {
    const notMoney = (statement: { notMoney: { message: string }[] }) =>
      statement.notMoney.map(({ message }) => message)
    const zero = 'The amount is 0, so no money moved'
    expect(notMoney(camt(entry('1.00'), entry('0.00')))).toEqual([zero])
    const ofx = (...transactions: string[]) =>
      readStatement(
        Buffer.from(
          `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>NGN<BANKACCTFROM><ACCTID>0123456789</BANKACCTFROM><BANKTRANLIST>${transactions.join('')}</BANKTRANLIST></STMTRS></OFX>`,
        ),
      )
    const transaction = (amount: string, name: string) =>
      `<STMTTRN><DTPOSTED>20261125<TRNAMT>${amount}<FITID>${name}<NAME>${name}</STMTTRN>`
    expect(
      notMoney(ofx(transaction('5.00', 'A'), transaction('0.00', 'B'), transaction('', 'BALANCE'))),
    ).toEqual([zero, 'Transaction 3 only gives a balance'])
    const swift = [':20:A', ':25:0123456789', ':28C:1', ':60F:C261124NGN0,']
    const lines = [':61:2611251125C0,NTRFNONREF', ':61:2611251125C1,NTRFNONREF']
    expect(
      notMoney(
        readStatement(Buffer.from([...swift, ...lines, ':62F:C261125NGN1,', '-'].join('\n'))),
      ),
    ).toEqual([zero])
  })

  it('in MT940: RC reverses a credit, and RD reverses a debit', () => {
    const { lines, balanced } = readStatement(
      Buffer.from(
        [
          ':20:A',
          ':25:0123456789',
          ':28C:1',
          ':60F:C261124NGN0,',
          ...['C10,NTRF', 'RC3,NTRF', 'RD2,NTRF', 'C1,NRTI'].map(
            (one) => `:61:2611251125${one}NONREF`,
          ),
          ':62F:C261125NGN10,',
          '-',
        ].join('\n'),
      ),
    )
    expect(balanced).toBe(true)
    expect(lines).toMatchObject([
      { amountKobo: 1_000, isMarked: false },
      { amountKobo: -300, isMarked: true },
      { amountKobo: 200, isMarked: true },
      { amountKobo: 100, isMarked: true },
    ])
  })
})
