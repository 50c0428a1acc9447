import { Rejected } from '@strand/event-sourcing/errors'
import { expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const read = (text: string) => readStatement(Buffer.from(text))
const refusal = (text: string) => {
  try {
    read(text)
  } catch (error) {
    if (error instanceof Rejected) return error.message
    throw error
  }
  throw new Error('the file was read')
}

const entry = (
  detail: string,
  {
    status = '<Sts>BOOK</Sts>',
    days = '<BookgDt><Dt>2026-11-12</Dt></BookgDt>',
    direction = 'CRDT',
  } = {},
) =>
  `<Ntry><Amt Ccy="NGN">5.00</Amt><CdtDbtInd>${direction}</CdtDbtInd>${status}${days}<NtryDtls><TxDtls>${detail}</TxDtls></NtryDtls></Ntry>`
const document = (entries: string, { schema = 'camt.053.001.08', root = 'BkToCstmrStmt' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${schema}"><${root}><Stmt><Acct><Id><Othr><Id>0123456789</Id></Othr></Id><Ccy>NGN</Ccy></Acct>${entries}</Stmt></${root}></Document>`

it('keeps every text, and names the payer in old and new versions', () => {
  const told =
    '<RmtInf><Ustrd>HAIR</Ustrd><Ustrd>14 INCH</Ustrd><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf><AddtlRmtInf>WIG</AddtlRmtInf></Strd></RmtInf><AddtlTxInf>NIP</AddtlTxInf>'
  const old = entry(`<RltdPties><Dbtr><Nm>BELLO AISHA</Nm></Dbtr></RltdPties>${told}`)
  const now = entry('<RltdPties><Dbtr><Pty><Nm>EZE OBI</Nm></Pty></Dbtr></RltdPties>', {
    status: '<Sts><Cd>BOOK</Cd></Sts>',
  })
  const out = entry('<RltdPties><Cdtr><Nm>IKEJA ELECTRIC</Nm></Cdtr></RltdPties>', {
    direction: 'DBIT',
  })
  expect(read(document(old + now + out)).lines).toMatchObject([
    { narration: 'HAIR 14 INCH RF18 WIG NIP', payer: 'BELLO AISHA' },
    { narration: '', payer: 'EZE OBI' },
    { narration: 'IKEJA ELECTRIC', payer: '', amountKobo: -500 },
  ])
})

it('keeps every reference of a transfer', () => {
  const refs =
    '<Refs><MsgId>BATCH-1</MsgId><AcctSvcrRef>FT26310007</AcctSvcrRef><PmtInfId>P7</PmtInfId><InstrId>NOTPROVIDED</InstrId><EndToEndId>INV-2026-0007</EndToEndId><TxId>TX99</TxId><Prtry><Tp>SESSION</Tp><Ref>000013261112</Ref></Prtry></Refs>'
  const [line] = read(document(entry(refs))).lines
  expect(line?.reference).toBe('FT26310007')
  const others = ['TX99', 'INV-2026-0007', 'BATCH-1', 'P7', 'SESSION', '000013261112']
  expect(new Set(line?.otherReferences)).toEqual(new Set(others))
})

it('uses the value date if the booking date is missing', () => {
  const days = '<ValDt><DtTm>2026-11-12T23:30:00Z</DtTm></ValDt>'
  expect(read(document(entry('', { days }))).lines).toMatchObject([{ bookedOn: '2026-11-13' }])
  expect(read(document(entry('', { days: '' }))).refused).toMatchObject([
    { message: 'Entry 1 has no booking date that can be read' },
  ])
})

it('names other kinds of message', () => {
  const advice = { schema: 'camt.054.001.08', root: 'BkToCstmrDbtCdtNtfctn' }
  expect(refusal(document(entry(''), advice))).toMatch(
    /^This is CAMT.054: credit and debit advices.*Please ask/,
  )
  expect(refusal(document('', { schema: 'pain.001.001.03', root: 'CstmrCdtTrfInitn' }))).toMatch(
    /a payment order/,
  )
  expect(refusal('<?xml version="1.0"?><note>hello</note>')).toMatch(/no statement of an account/)
})

it('reads a statement of any number of entries', () => {
  const entries = entry('<Refs><AcctSvcrRef>1</AcctSvcrRef></Refs>').repeat(30_000)
  expect(read(document(entries)).lines).toHaveLength(30_000)
})
