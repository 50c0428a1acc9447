import { Rejected } from '@strand/event-sourcing/errors'
import { describe, expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const header = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nCHARSET:1252\r\n\r\n'
const signOn =
  '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261112<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>'

/** A transaction in OFX 1, where values have no end tags. */
const transaction = (values: Record<string, string>) =>
  `<STMTTRN>${Object.entries({
    TRNTYPE: 'CREDIT',
    DTPOSTED: '20261112',
    TRNAMT: '85500.00',
    FITID: '7',
    ...values,
  })
    .map(([tag, value]) => `<${tag}>${value}`)
    .join('\n')}</STMTTRN>`

const statement = ({
  account = '0123456789',
  transactions = [transaction({ NAME: 'OKAFOR CHIOMA' })],
  after = '',
  kind = 'STMTRS',
} = {}) =>
  `<${kind}><CURDEF>NGN<BANKACCTFROM><BANKID>058<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20261101<DTEND>20261130${transactions.join('\n')}</BANKTRANLIST>${after}</${kind}>`

const answer = (...statements: string[]) =>
  statements
    .map((one) => `<STMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS>${one}</STMTTRNRS>`)
    .join('\n')
const ofx = (...statements: string[]) =>
  `${header}<OFX>${signOn}<BANKMSGSRSV1>${answer(...statements)}</BANKMSGSRSV1></OFX>`

const read = (text: string, options: Parameters<typeof readStatement>[1] = {}) =>
  readStatement(Buffer.from(text), options)
const refusal = (text: string) => {
  try {
    read(text)
  } catch (error) {
    if (error instanceof Rejected) return error.message
    throw error
  }
  throw new Error('the file was read')
}
const line = (values: Record<string, string>) =>
  read(ofx(statement({ transactions: [transaction(values)] })))

describe('OFX as banks send it', () => {
  it('reads a file whose sign-on and statement each have a status', () => {
    expect(read(ofx(statement()))).toMatchObject({
      format: 'ofx',
      account: '0123456789',
      currencies: ['NGN'],
      refused: [],
      lines: [
        {
          bookedOn: '2026-11-12',
          amountKobo: 8_550_000,
          payer: 'OKAFOR CHIOMA',
          narration: 'OKAFOR CHIOMA',
          reference: '7',
        },
      ],
    })
  })

  it('reads values that are closed, empty, missing or in CDATA, and the bank’s own tags', () => {
    const values =
      '<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261112101500.000[+1:WAT]</DTPOSTED><DTAVAIL><TRNAMT>1200,5</TRNAMT><FITID><CHECKNUM/><INTU.BID>3<NAME><![CDATA[EZE & SONS <LTD>]]></NAME><MEMO></STMTTRN>'
    const { lines, refused } = read(
      ofx(statement({ transactions: [values], after: '<LEDGERBAL><BALAMT><DTASOF></LEDGERBAL>' })),
    )
    expect(refused).toEqual([])
    expect(lines).toMatchObject([
      { amountKobo: 120_050, payer: 'EZE & SONS <LTD>', valueOn: null, reference: '' },
    ])
  })

  it('keeps all the information: name, longer name, payee, text and numbers', () => {
    const { lines } = line({
      NAME: 'BELLO AISHA M',
      EXTDNAME: 'BELLO AISHA MODUPE',
      REFNUM: '000013261112093000',
      CHECKNUM: '0000',
      MEMO: 'hair 14 inches',
    })
    expect(lines).toMatchObject([
      {
        payer: 'BELLO AISHA MODUPE',
        narration: 'BELLO AISHA MODUPE hair 14 inches 000013261112093000',
      },
    ])
    const payee = '<PAYEE><NAME>ADE TOLU<CITY>Lagos</PAYEE><MEMO>wig'
    expect(line({ FITID: `8${payee}` }).lines).toMatchObject([
      { payer: 'ADE TOLU', narration: 'ADE TOLU wig' },
    ])
  })

  it('names the recipient of outgoing money, and gives it no payer', () => {
    expect(
      line({ TRNTYPE: 'DEBIT', TRNAMT: '-20.00', NAME: 'IKEJA ELECTRIC' }).lines,
    ).toMatchObject([{ amountKobo: -2_000, payer: '', narration: 'IKEJA ELECTRIC' }])
  })

  it('asks which account is meant if a current and a savings account share a number', () => {
    const balance = (kobo: string) => `<LEDGERBAL><BALAMT>${kobo}<DTASOF>20261130</LEDGERBAL>`
    const savings = [transaction({ NAME: 'EZE BOLA', FITID: '77' })]
    const both = ofx(
      statement({ after: balance('1500.00') }),
      statement({ transactions: savings, after: balance('90.00') }).replace('CHECKING', 'SAVINGS'),
    )
    expect(read(both)).toMatchObject({
      account: null,
      accounts: ['0123456789 CHECKING', '0123456789 SAVINGS'],
    })
    expect(read(both, { account: '0123456789 SAVINGS' })).toMatchObject({
      refused: [],
      closingBalanceKobo: 9_000,
      lines: [{ payer: 'EZE BOLA' }],
    })
  })

  it('uses the character encoding that the header declares', () => {
    const text = ofx(statement({ transactions: [transaction({ NAME: 'ADÉ' })] }))
    const cyrillic = Buffer.from(
      text.replace('1252', '1251').replace('ADÉ', '\xc0\xc4\xc5'),
      'latin1',
    )
    expect(readStatement(Buffer.from(text, 'latin1')).lines).toMatchObject([{ payer: 'ADÉ' }])
    expect(readStatement(cyrillic).lines).toMatchObject([{ payer: 'АДЕ' }])
  })

  it('converts a time to the day in Lagos', () => {
    const days = [
      '20261112233000[0:GMT]',
      '20261112233000[+5.30:IST]',
      '20261112',
      '20261112233000',
    ]
    expect(days.map((DTPOSTED) => line({ DTPOSTED }).from)).toEqual(days.map(() => '2026-11-01'))
    expect(days.map((DTPOSTED) => line({ DTPOSTED }).lines[0]?.bookedOn)).toEqual([
      '2026-11-13',
      '2026-11-12',
      '2026-11-12',
      '2026-11-12',
    ])
  })

  it('takes a balance as the closing one only if it is dated at the list’s end', () => {
    const closing = (asOf: string) =>
      read(ofx(statement({ after: `<LEDGERBAL><BALAMT>900.00<DTASOF>${asOf}</LEDGERBAL>` })))
        .closingBalanceKobo
    expect(['20261130', '20261115', '20261201', '20261105', '00000000'].map(closing)).toEqual([
      90_000,
      90_000,
      null,
      null,
      null,
    ])
  })

  it('reads the months of one account, and asks which of several is meant', () => {
    const other = (amount: string) => [transaction({ TRNAMT: amount, FITID: amount })]
    const months = ofx(statement(), statement({ transactions: other('10.00') }))
    expect(read(months).lines.map(({ amountKobo }) => amountKobo)).toEqual([8_550_000, 1_000])
    const two = ofx(statement(), statement({ account: '9990001112', transactions: other('10.00') }))
    expect(read(two)).toMatchObject({
      accounts: ['0123456789', '9990001112'],
      account: null,
      lines: [],
    })
    expect(read(two, { accountNumber: '0123456789' })).toMatchObject({
      account: '0123456789',
      lines: [{ amountKobo: 8_550_000 }],
    })
    expect(read(two, { account: '9990001112' }).lines).toMatchObject([{ amountKobo: 1_000 }])
  })

  it('refuses a transaction that is in two statements of one account', () => {
    expect(read(ofx(statement(), statement())).refused).toEqual([
      { row: 2, message: 'Transaction 2 is in two statements of this file' },
    ])
  })

  it('says what the file is if it is not a bank account’s statement', () => {
    expect(refusal(ofx(statement({ kind: 'CCSTMTRS' })))).toMatch(
      /a credit card, 0123456789.*choose/,
    )
    expect(refusal(ofx(statement({ kind: 'INVSTMTRS' })))).toMatch(/an investment account/)
    expect(refusal(`<OFX>${signOn}</OFX>`)).toMatch(/no statement of an account/)
    expect(
      refusal('<OFX><STATUS><CODE>2000<SEVERITY>ERROR<MESSAGE>Try again</STATUS></OFX>'),
    ).toMatch(/an error from the bank instead of a statement: “Try again”/)
  })

  it('refuses a value that a stray tag interrupts, and reads one that was merely long', () => {
    const stray = ofx(statement({ transactions: [transaction({ TRNAMT: '3</NTRY>735.28' })] }))
    expect(refusal(stray)).toMatch(/there is a tag inside the text of TRNAMT/)
    const memo = `${'A&amp;B '.repeat(60_000)}END`
    expect(line({ MEMO: memo }).lines[0]?.narration).toMatch(/^(A&B )+/)
    expect(line({ TRNAMT: ' 85500.00 </NTRY> ' }).lines).toMatchObject([{ amountKobo: 8_550_000 }])
  })

  it('refuses a transaction that cannot be read or contradicts itself, and gives its number', () => {
    const messages = (values: Record<string, string>) =>
      line(values).refused.map(({ message }) => message)
    expect(messages({ DTPOSTED: '20260230' })).toEqual([
      'Transaction 1 has no date that can be read: “20260230”',
    ])
    expect(messages({ TRNAMT: '$12' })).toEqual([
      'Transaction 1 has no amount that can be read: “$12”',
    ])
    expect(messages({ TRNTYPE: 'DEBIT' })).toEqual([
      'Transaction 1 is marked as a debit, but its amount is a credit',
    ])
    // A day's balance among the transactions is not a transaction.
    expect(
      read(
        ofx(
          statement({
            transactions: [
              transaction({}),
              transaction({ TRNAMT: ' . ', MEMO: 'Balance of the day' }),
            ],
          }),
        ),
      ),
    ).toMatchObject({ refused: [], lines: [{ amountKobo: 8_550_000 }] })
  })

  it('refuses a file that was cut off or joined from parts', () => {
    const whole = ofx(statement())
    expect(refusal(whole.slice(0, whole.indexOf('</STMTTRN>')))).toMatch(/not closed/)
    expect(refusal(whole.slice(0, -6))).toMatch(/OFX is not closed/)
    expect(refusal(whole.replace('<TRNAMT>85500.00', '$&<TRNAMT>5.00'))).toMatch(
      /TRNAMT appears twice/,
    )
  })
})
