import { createSecretKey, randomBytes } from 'node:crypto'
import { random } from '@strand/platform/testing/random'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readStatement } from './formats/read-statement.ts'
import { lineIds } from './line-id.ts'
import { partOf } from './testing/import-statement.ts'
import { dialects } from './testing/statement-files.ts'
import { type MadeStatement, makeStatement } from './testing/statement-lines.ts'

const account = { bankAccountId: 'a', key: createSecretKey(randomBytes(32)) }
const made = makeStatement(40, random)

const idsOf = (name: string, statement: MadeStatement) =>
  lineIds(readStatement(dialects[name]?.(statement) ?? new Uint8Array()).lines, account).map(
    ({ lineId }) => lineId,
  )

for (const name of Object.keys(dialects)) {
  it(`${name}: two equal transfers stay two, and the same file brings nothing new a second time`, () => {
    const ids = idsOf(name, made)
    expect(new Set(ids).size).toBe(40)
    expect(idsOf(name, made)).toEqual(ids)
  })
  it(`${name}: overlapping halves give the whole`, () => {
    const halves = [...idsOf(name, partOf(made, 0, 25)), ...idsOf(name, partOf(made, 15, 40))]
    expect(new Set(halves)).toEqual(new Set(idsOf(name, made)))
  })
}

it('ids did not change when we began to keep further references and to mark texts that were cut', () => {
  const key = createSecretKey(Buffer.alloc(32, 7))
  const swift =
    ':20:A\n:25:0123456789\n:28C:1\n:60F:C261101NGN100,\n:61:2611121112C20,00NTRFINV-2026-0007//FT26310007\n:86:OKAFOR CHIOMA HAIR\n:62F:C261112NGN120,\n-'
  const camt =
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>0123456789</Id></Othr></Id><Ccy>NGN</Ccy></Acct><Ntry><Amt Ccy="NGN">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-12</Dt></BookgDt><AcctSvcrRef>FT26310007</AcctSvcrRef><NtryDtls><TxDtls><Refs><MsgId>BATCH-1</MsgId><EndToEndId>INV-2026-0007</EndToEndId><TxId>TX99</TxId></Refs><RmtInf><Ustrd>HAIR</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>'
  const table =
    'Date,Narration,Reference,Session ID,Credit\n2026-11-12,HAIR,FT26310007,000013261112094814830071624453,20.00\n'
  const long = `Date,Narration,Credit\n2026-11-12,${'AB1 '.repeat(200)},20.00\n`
  // The ids that release 0.2.0 made.
  const ids = [
    [swift, 'e79dabca-c144-8860-8a20-f2802d96f484'],
    [camt, '8f3dad3c-c6d2-8c19-9baa-e760cb123fd0'],
    [table, 'ef7c212e-1d11-8d76-82fd-4ea8df718fa9'],
    [long, 'c1041b07-735f-8471-bfa8-45a3925d49b9'],
  ] as const
  for (const [file, id] of ids) {
    const { lines } = readStatement(Buffer.from(file))
    expect(lineIds(lines, { bankAccountId: 'a', key }).map(({ lineId }) => lineId)).toEqual([id])
  }
})

it('an id is a version 8 UUID, and differs between accounts', () => {
  const { lines } = readStatement(dialects.commas?.(made) ?? new Uint8Array())
  const idsIn = (bankAccountId: string) =>
    lineIds(lines, { ...account, bankAccountId }).map(({ lineId }) => lineId)
  const ids = idsIn('a')
  for (const id of ids) expect(z.uuid({ version: 'v8' }).safeParse(id).success).toBe(true)
  expect(new Set([...ids, ...idsIn('b')]).size).toBe(80)
})
