import { Rejected } from '@strand/event-sourcing/errors'
import { random, seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, it } from 'vitest'
import { dialects } from '../testing/statement-files.ts'
import { makeStatement } from '../testing/statement-lines.ts'
import { workbookParts, zipParts } from '../testing/write-tables.ts'
import { readStatement } from './read-statement.ts'
import { decodeText } from './text.ts'

const trials = repetitions({ usual: 1_000, long: 30_000 })
const made = makeStatement(8, random)
const amounts = made.lines.map(({ amountKobo }) => amountKobo)

const below = (limit: number) => Math.floor(random() * limit)

const tokens = [
  '"',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '<',
  '>',
  '</',
  '&',
  '&x;',
  '-',
  '(',
  ')',
  'DR',
  'CR',
  '0',
  '9',
  '.',
  ',00',
  '=1+1',
  '\0',
  '\ufeff',
  '-}',
  ':61:',
  ':62F:',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<STMTTRN>',
  '</STMTTRN>',
  '<TRNAMT>1.00',
  '<Ntry>',
  '</Ntry>',
  '<c r="A1048576"/>',
  '1e99',
]

/** One change: bytes are altered, cut out, doubled, moved, inserted or cut off. */
const mutate = (bytes: Buffer): Buffer => {
  const from = below(bytes.length)
  const to = Math.min(bytes.length, from + 1 + below(random() < 0.5 ? 4 : 200))
  const [head, part, tail] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)]
  const change = below(6)
  if (change === 0) {
    const altered = Buffer.from(bytes)
    altered[from] = random() < 0.5 ? 48 + below(10) : below(256)
    return altered
  }
  if (change === 1) return Buffer.concat([head, tail])
  if (change === 2) return Buffer.concat([head, part, part, tail])
  if (change === 3) {
    const at = below(tail.length + 1)
    return Buffer.concat([head, tail.subarray(0, at), part, tail.subarray(at)])
  }
  if (change === 4)
    return Buffer.concat([head, Buffer.from(tokens[below(tokens.length)] ?? ''), tail])
  return head
}

const files = Object.fromEntries(
  Object.entries(dialects).map(([name, write]) => [name, Buffer.from(write(made))]),
)
const sheets = workbookParts(made)

const mutatedFile = (name: string): { bytes: Uint8Array; text: string } => {
  if (name === 'xlsx' && random() < 0.7) {
    const parts = { ...sheets }
    const names = Object.keys(parts)
    const part = random() < 0.5 ? 'xl/worksheets/sheet1.xml' : (names[below(names.length)] ?? '')
    parts[part] = mutate(Buffer.from(parts[part] ?? '')).toString()
    return { bytes: zipParts(parts), text: Object.values(parts).join(' ') }
  }
  const bytes = mutate(files[name] ?? Buffer.of(0))
  const text = name === 'xlsx' ? Object.values(sheets).join(' ') : decodeText(bytes)
  return { bytes, text }
}

/** All numbers in a text, in kobo, whatever they mean. */
const numbersIn = (text: string): Set<number> =>
  new Set(
    [...text.matchAll(/\d[\d.,' \u00a0\u2009\u202f]*/g)]
      .flatMap(([found]) => [found, ...found.split(/, ?/)])
      // More zeros after the kobo change nothing.
      .flatMap((found) => [found, found.replace(/(?<=[.,]\d\d)0+\D*$/, '')])
      .flatMap((number) => {
        const digits = Number(number.replace(/\D/g, ''))
        return [digits, digits * 10, digits * 100]
      }),
  )

it(`${trials} mutated files: never a wrong amount, and no error except a refusal`, () => {
  const names = Object.keys(files)
  let accepted = 0
  for (let trial = 0; trial < trials; trial++) {
    const name = names[trial % names.length] ?? ''
    const { bytes, text } = mutatedFile(name)
    const where = `${name}, trial ${trial}, TEST_SEED=${seed}`
    try {
      const { lines, refused, balanced, dateOrderUnclear } = readStatement(bytes)
      if (refused.length > 0 || balanced === false || dateOrderUnclear) continue
      accepted++
      // Nothing in the file shows that these amounts are wrong: the oldest amount in a file without
      // an opening balance, and all amounts in a file without balances.
      const known = [...amounts]
      const unknown = lines.filter(({ amountKobo }) => {
        const at = known.indexOf(amountKobo)
        if (at >= 0) known.splice(at, 1)
        return at < 0
      })
      if (balanced) expect(unknown.length, where).toBeLessThan(2)
      const written = numbersIn(text)
      for (const { amountKobo } of unknown) expect(written, where).toContain(Math.abs(amountKobo))
    } catch (error) {
      if (!(error instanceof Rejected)) throw new Error(where, { cause: error })
      expect(['invalid', 'unsupported-media-type', 'too-large'], where).toContain(error.code)
    }
  }
  expect(accepted).toBeGreaterThan(trials / 50)
})
