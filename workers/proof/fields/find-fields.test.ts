import { ProofReading } from '@strand/contracts/order/proof-reading'
import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findFields } from './find-fields.ts'

const nothing = {
  amountKobo: null,
  date: null,
  recipientAccount: null,
  sender: null,
  reference: null,
  sessionId: null,
}

test('an app that shows labels on the left and values on the right', () => {
  const text = `Transaction Receipt
¥40,000.00
Successful
Dec 23rd, 2026 15:28:41

Recipient Details STRAND HAIR LTD
Calabar Trust | 4266141315
Sender Details CHINEDU BELLO
Baobab MFB
Transaction Type Transfer to bank
Transaction No. RER-6971287887
Session ID 000036261223370487475910623278`
  expect(findFields(text)).toEqual({
    amountKobo: 4_000_000,
    date: '2026-12-23',
    recipientAccount: '4266141315',
    sender: 'CHINEDU BELLO',
    reference: 'RER-6971287887',
    sessionId: '000036261223370487475910623278',
  })
})

test('an app that shows each label above its value', () => {
  const text = `Money sent\nAmount\nNGN 122,000.00\nTo\nSTRAND HAIR LTD\nAccount number\n6753043248\nBank\nZuma Bank
From\nOlakunle Musa\nDate\n25 December 2026, 7:41 AM\nReference\nSCB-6715614822
Session ID\n000049261225383017474596614022\nStatus\nCompleted`
  expect(findFields(text)).toEqual({
    amountKobo: 12_200_000,
    date: '2026-12-25',
    recipientAccount: '6753043248',
    sender: 'Olakunle Musa',
    reference: 'SCB-6715614822',
    sessionId: '000049261225383017474596614022',
  })
})

test('a slip whose label and session id continue on the next line', () => {
  const text = `Transaction Amount: NGN98,500.00\nTransaction Date: 27/12/2026 01:24:07\nSender Name: AISHA BELLO
Beneficiary Name: STRAND HAIR LTD\nBeneficiary Account: 1 653849263
Transaction WAT-9776853536\nReference:\nSession ID: 00004326122762690216886452508\n5`
  expect(findFields(text)).toEqual({
    amountKobo: 9_850_000,
    date: '2026-12-27',
    recipientAccount: '1653849263',
    sender: 'AISHA BELLO',
    reference: 'WAT-9776853536',
    sessionId: '000043261227626902168864525085',
  })
})

describe('amount', () => {
  test.for([
    ['₦85,500.00\nSuccessful', 8_550_000],
    ['Transaction Receipt\nNGN 85,500', 8_550_000],
    ['Amount 85500.00', 8_550_000],
    ['Amount: N85,500', 8_550_000],
    ['Amount NGN1 28,000.00', 12_800_000],
    ['AMOUNT : N50, 000.00', 5_000_000],
    ['AMOUNT : N60 000.00', 6_000_000],
    ['AMOUNT : N60.000.00', 6_000_000],
    ['Transfer of 85,500.50 NGN', 8_550_050],
    ['DR Amt:68,000.00\nBal:175,970.29', 6_800_000],
    ['DR:N68,000.00\nBal:N1,970.29CR', 6_800_000],
    ['Amt: NGN85,500.00 DR', 8_550_000],
    ['Transaction Amount: | NGN 85,500.00', 8_550_000],
    ['a debit of\nN85,500.00 occurred on your account', 8_550_000],
    ['You have sent N85,500. Fee N10.75. Your new balance is N61.', 8_550_000],
    ['You sent ¥ 1,250,000', 125_000_000],
    ['Amount ₦85,500.00\nFee ₦10.75\nVAT ₦0.75', 8_550_000],
    ['Amount\n₦85,500.00\nFee\n₦10.75\nTotal\n₦85,510.75', 8_550_000],
    ['Amount ₦85,500.00\nTotal debited ₦85,510.75', 8_550_000],
    ['Amount ₦85,500.00\nBalance ₦1,285,500.00', 8_550_000],
    ['485,500.00\nAmount ₦85,500.00', 8_550_000],
  ] as const)('%s', ([text, kobo]) => {
    expect(findFields(text).amountKobo).toBe(kobo)
  })

  test.for([
    'Account 0123456789',
    '12/11/2026',
    'Session ID 000036261223370487475910623278',
    'Fee ₦10.75',
    '₦85,500.00',
    'Avail Bal:NGN85,500.00\nTotal:NGN85,500.00',
    'Total Paid ₦85,500.00',
    'Amount ₦85,500.00\nAmount ₦80,000.00',
    'Amount ₦85,5500.00',
    'Amount ₦85,✂',
    'Need cash? Dial *894# for up to N300,000',
    'STATEMENT OF ACCOUNT\nDebit 85,500.00\nAmount 85,500.00',
    '₦5,000.00\n₦6,000.00',
    'Ref 85,500',
    'AMOUNT : N60O,000.00',
  ])('%s has none', (text) => {
    expect(findFields(text).amountKobo).toBeNull()
  })
})

describe('date', () => {
  test.for([
    ['12/11/2026 14:05', '2026-11-12'],
    ['Date: 12-11-2026', '2026-11-12'],
    ['11/25/2026', '2026-11-25'],
    ['2026-11-12 14:05', '2026-11-12'],
    ['2026/11/12', '2026-11-12'],
    ['Nov 12th, 2026 14:05:33', '2026-11-12'],
    ['November 2, 2026', '2026-11-02'],
    ['12 November 2026, 2:05 PM', '2026-11-12'],
    ['02-Nov-2026 14:05', '2026-11-02'],
    ['9 April 2026, 6:09 AM', '2026-04-09'],
    ['06-0ct-2026 07:35', '2026-10-06'],
    ['31 July 2026', '2026-07-31'],
    ['Sept 5, 2026', '2026-09-05'],
    ['2nd of Nov, 2026', '2026-11-02'],
    ['12 Nov 26', '2026-11-12'],
    ['Valid until 01/12/2027\nTransaction Date 12/11/2026', '2026-11-12'],
    ['Generated on 14-NOV-2026\nTransaction Date: 12/11/2026', '2026-11-12'],
    ['debited on 12-\nNOV-2026 by TRF', '2026-11-12'],
    ['DT:12/11/2026:11:40:05 AM', '2026-11-12'],
    ['Date 12/11/2026\nDate 13/11/2026', null],
    ['12/11/2026\n13/11/2026', null],
    ['Generated on 14-NOV-2026', null],
    ['30/02/2026', null],
    ['00/00/0000', null],
  ] as const)('%s', ([text, date]) => {
    expect(findFields(text).date).toBe(date)
  })
})

describe('recipient account', () => {
  test.for([
    ['Sender account 1111111111\nBeneficiary account 2222222222', '2222222222'],
    ['From Ada Obi\n1111111111\nTo Strand Hair\n2222222222', '2222222222'],
    ['To Strand Hair\n0123 456 789', '0123456789'],
    ['Beneficiary 012****789', '012****789'],
    ['Beneficiary ******6789', '******6789'],
    ['Beneficiary 01234O6789', '0123406789'],
    ['From Ada Obi\n1111111111', null],
    ['Account 1111111111', null],
    ['Debit\nAcc:078****512\nTRF TO ACC/\nSTRAND HAIR', null],
    ['Beneficiary 1111111111\nBeneficiary 2222222222', null],
    ['Beneficiary STRAND HAIR\nReference\n1234567890', null],
    ['To STRAND HAIR\n2222222222\n09-28 2026 08:04:09', '2222222222'],
    ['Phone 08031234567', null],
    ['Reference TRF-1234567890', null],
  ] as const)('%s', ([text, account]) => {
    expect(findFields(text).recipientAccount).toBe(account)
  })
})

test('a label on two lines has its value next to it or between its halves', () => {
  for (const text of ['Transaction\nTRF392655486\nNo.', 'Transaction TRF392655486\nNo.'])
    expect(findFields(text).reference).toBe('TRF392655486')
  expect(findFields('Sender\nADA OBI\nDate\n12/11/2026').sender).toBe('ADA OBI')
})

describe('for a picture, only what both readings have is certain', () => {
  const receipt = (amount: string, date = '12/11/2026', account = '2222222222') =>
    `Amount ${amount}\nDate ${date}\nBeneficiary Account ${account}`
  const certain = { amountKobo: 8_550_000, date: '2026-11-12', recipientAccount: '2222222222' }

  test('equal readings', () => {
    expect(findFields(receipt('₦85,500.00'), receipt('#85,500.00'))).toMatchObject(certain)
    // One of the two readings has no labels.
    expect(findFields('₦85,500.00\n12/11/2026\n2222222222', receipt('₦85,500.00'))).toMatchObject(
      certain,
    )
  })

  test.for([
    ['amountKobo', receipt('₦125,500.00')],
    ['amountKobo', receipt('₦85,600.00')],
    ['date', receipt('₦85,500.00', '13/11/2026')],
    ['recipientAccount', receipt('₦85,500.00', '12/11/2026', '2222222722')],
  ] as const)('another %s', ([field, again]) => {
    expect(findFields(receipt('₦85,500.00'), again)[field]).toBeNull()
  })

  test('the naira sign may be read as an eight or a four', () => {
    const amountIn = (text: string, again: string) => findFields(text, again).amountKobo
    expect(amountIn('You sent 885,500.00', 'You sent ₦85,500.00')).toBe(8_550_000)
    expect(amountIn('You sent 885,500.00', 'You sent 885,500.00')).toBeNull()
    expect(amountIn('You sent 885,500.00\nFee #10.00', 'You sent 885,500.00')).toBeNull()
    expect(
      amountIn('You sent 885,500.00\n15000 deposit', 'You sent 885,500.00\n15000 deposit'),
    ).toBeNull()
    expect(amountIn('DR Amt:85,500.00\nBal:175.00', 'DR Amt:85,500.00\nBal:175.00')).toBe(8_550_000)
  })
})

test('a session id in groups, with letters for digits, or without its label', () => {
  const id = '000036261223370487475910623278'
  for (const text of [
    'Session ID 000036 261223 370487 475910 623278',
    'Session ID: O00036261223370487475910623278',
    `SESSION : ${id}`,
    `Transaction successful\n${id}`,
  ])
    expect(findFields(text).sessionId).toBe(id)
  expect(findFields('Session ID 00003626122337048747591062327').sessionId).toBeNull()
})

test('a name ends where something else begins, and small letters among capitals are corrected', () => {
  expect(findFields('From: Ada Obi | 0123456789').sender).toBe('Ada Obi')
  expect(findFields('Sender NGOZI| OBI').sender).toBe('NGOZI OBI')
  expect(findFields('Sender Name: NGOzI OBI').sender).toBe('NGOZI OBI')
  expect(findFields('Sender Bank: Zuma Bank').sender).toBeNull()
})

test('findings are well-formed whatever the text, and an empty text has none', () => {
  expect(findFields('')).toEqual(nothing)
  expect(findFields('Hello, is my order ready?')).toEqual(nothing)
  const words = ['Amount', '₦85,500', 'Session ID', '0000', 'From', 'To', '12/11/2026', '\n', 'Ref']
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 12 })), { maxLength: 60 })
      .map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(text, (any) => {
      // `ProofReading.parse` throws if the fields have the wrong shape; the reader's answers go
      // through it, too.
      expect(ProofReading.parse(findFields(any))).toBeDefined()
    }),
    { seed, numRuns: 100 },
  )
})

test('a text crafted to be slow is not slow', () => {
  const started = performance.now()
  for (const piece of ['1,', '0 ', 'N1', 'Session 1', '**', 'A-1', 'Nov '])
    findFields(piece.repeat(20_000))
  const plain = performance.now()
  for (let at = 0; at < 7; at++) findFields('Amount ₦85,500.00\n'.repeat(600))
  expect(plain - started).toBeLessThan(100 * (performance.now() - plain))
})
