import type { Json } from '@strand/event-sourcing/event-store/event-store'
import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

/** RFC 8785, appendix B: each number's bits, and its text. */
const numbers: [bits: string, text: string][] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
]

test('numbers are written as RFC 8785 lists them', () => {
  for (const [bits, text] of numbers)
    expect([bits, canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())]).toEqual([bits, text])
})

test('names are sorted by their UTF-16 code units, and strings escape only what they must', () => {
  const names = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 }
  expect(canonicalJson(names)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
  expect(canonicalJson('€$\u000f\nA\'B"\\"/')).toBe('"€$\\u000f\\nA\'B\\"\\\\\\"/"')
  expect(canonicalJson({ b: [true, null, { d: 1, c: [] }], a: {} })).toBe(
    '{"a":{},"b":[true,null,{"c":[],"d":1}]}',
  )
})

test('values that JSON cannot represent have no canonical text', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { '\udfff': 1 }])
    expect(() => canonicalJson(value)).toThrow(TypeError)
})

test('names are sorted, in whatever order they were added', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const property = fc.property(
    fc.shuffledSubarray(names, { minLength: 1 }),
    fc.array(fc.integer(), { minLength: 5, maxLength: 5 }),
    (given, values) => {
      const members = given.map((name, index): [string, number] => [name, values[index] ?? 0])
      const sorted = members.toSorted(([one], [other]) => (one < other ? -1 : 1))
      expect(canonicalJson(Object.fromEntries(members))).toBe(
        `{${sorted.map(([name, value]) => `"${name}":${value}`).join(',')}}`,
      )
    },
  )
  fc.assert(property, { numRuns: 500, seed })
})

test('the order of properties makes no difference, nor does a parser in between', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }), (value) => {
      const text = canonicalJson(value as Json)
      expect(canonicalJson(JSON.parse(text))).toBe(text)
      expect(canonicalJson(reversed(value as Json))).toBe(text)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 50, seed },
  )
})

const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, one]) => [name, reversed(one)]),
  )
}
