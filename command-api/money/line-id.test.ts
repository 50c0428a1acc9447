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
  it(`${name}: two equal transfers stay two, and the same file again brings nothing new`, () => {
    const ids = idsOf(name, made)
    expect(new Set(ids).size).toBe(40)
    expect(idsOf(name, made)).toEqual(ids)
  })
  it(`${name}: overlapping halves give the whole`, () => {
    const halves = [...idsOf(name, partOf(made, 0, 25)), ...idsOf(name, partOf(made, 15, 40))]
    expect(new Set(halves)).toEqual(new Set(idsOf(name, made)))
  })
}

it('an id is a UUID of version 8, and of one account', () => {
  const { lines } = readStatement(dialects.commas?.(made) ?? new Uint8Array())
  const idsIn = (bankAccountId: string) =>
    lineIds(lines, { ...account, bankAccountId }).map(({ lineId }) => lineId)
  const ids = idsIn('a')
  for (const id of ids) expect(z.uuid({ version: 'v8' }).safeParse(id).success).toBe(true)
  expect(new Set([...ids, ...idsIn('b')]).size).toBe(80)
})
