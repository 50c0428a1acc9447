import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Rejected } from '@strand/event-sourcing/errors'
import { describe, expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const file = (text: string) => Buffer.from(text)
const swift = ':20:A\n:25:0123456789\n:28C:1\n:60F:C261124NGN0,\n'
const camt = (schema: string, inside = '') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${schema}"><A>${inside}</A></Document>`
const ofxStatement = (account: string) =>
  `<STMTRS><CURDEF>NGN<BANKACCTFROM>${account}</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20261125<TRNAMT>1.00<FITID>1<NAME>A</STMTTRN></BANKTRANLIST></STMTRS>`
const ofx = (...statements: string[]) => `OFXHEADER:100\n\n<OFX>${statements.join('')}</OFX>`

type Case = [what: string, bytes: Uint8Array, options?: Parameters<typeof readStatement>[1]]

const cases: Case[] = [
  ['an empty table', file('Date,Narration,Credit\n')],
  ['a text', file('hello')],
  ['a PDF', file('%PDF-1.4')],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
  [
    'a workbook with a password',
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
  ],
  ['an archive that is cut', file('PK\u0003\u0004')],
  ['a web page', file('<html><p>Please sign in</p></html>')],
  [
    'letters in an unknown encoding',
    Buffer.from('a,b,c\n\xce\xea\xe0\xf4\xee\xf0 \xd7\xe8\xee\xec\xe0', 'latin1'),
  ],
  ['more than 20 MB', Buffer.alloc(20 * 1024 * 1024 + 1, 'a')],
  ['MT942', file(':20:A\n:25:0123456789\n:28C:1\n:34F:NGN0,\n:61:2611251125C1,NTRFNONREF')],
  ['MT940 without an end', file(`${swift}:61:2611251125C1,NTRFNONREF`)],
  ['MT940 without lines', file(`${swift}:62F:C261125NGN0,\n-`)],
  ['MT940 with a damaged balance', file(swift.replace('NGN0,', 'NGN?'))],
  ['CAMT.054', file(camt('camt.054.001.08'))],
  ['a payment order', file(camt('pain.001.001.03'))],
  ['a message between banks', file(camt('pacs.008.001.08'))],
  ['other XML', file('<note/>')],
  ['XML that is cut', file('<Document><A>')],
  ['OFX without a statement', file(ofx('<SONRS></SONRS>'))],
  ['an error in OFX', file(ofx('<STATUS><SEVERITY>ERROR<MESSAGE>Down</STATUS>'))],
  ['a credit card', file(ofx(ofxStatement('<ACCTID>4111').replaceAll('STMTRS', 'CCSTMTRS')))],
  ['accounts without numbers', file(ofx(ofxStatement('<ACCTID>0123456789'), ofxStatement('<X>')))],
  [
    'an account other than the one asked for',
    file(ofx(ofxStatement('<ACCTID>0123456789'), ofxStatement('<ACCTID>0987654321'))),
    { account: '5' },
  ],
]

describe('a refusal says why, and what to do next', () => {
  for (const [what, bytes, options] of cases)
    it(what, () => {
      const read = () => readStatement(bytes, options)
      expect(read).toThrow(Rejected)
      expect(read).toThrow(/^.{10,}\. Please [a-z].{10,}$/)
    })
})

it('no reader builds its own refusal, which could lack the next step', () => {
  const own = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'statement.ts')
    .filter((name) =>
      readFileSync(join(import.meta.dirname, name), 'utf8').includes('new Rejected'),
    )
  expect(own).toEqual([])
})
