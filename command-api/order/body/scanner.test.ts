import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidString, openBase64Decoder } from './base64.ts'
import { openScanner, RestTooLong } from './scanner.ts'

const placeholder = (index: number) => `<cut ${index}>`

/** The bytes of a text in chunks, cut at the given positions. */
const inChunks = (text: string, cuts: number[]): Buffer[] => {
  const bytes = Buffer.from(text)
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length]
  places.sort((a, b) => a - b)
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}

const scanned = (chunks: Buffer[], limit = 1_000_000) => {
  const scanner = openScanner(limit, placeholder)
  const strings: Buffer[][] = []
  const ended: string[] = []
  for (const chunk of chunks)
    for (const piece of scanner.pieces(chunk))
      if (piece.type === 'begin') strings.push([])
      else if (piece.type === 'bytes') strings.at(-1)?.push(piece.bytes)
      else ended.push(Buffer.concat(strings.at(-1) ?? []).toString())
  return { rest: scanner.rest(), strings: ended }
}

/**
 * Only one key has a quote. Node 24.21 parses the second of two escaped keys of the same length
 * like the first, so `JSON.parse` itself would be wrong about `base64Image"` beside `base64Image\`.
 */
const key = fc.oneof(
  fc.constantFrom('base64Image', 'files', 'xbase64Image', 'base64Image"', ':'),
  fc.string().map((text) => text.replaceAll(/["\\]/g, '')),
)
const { value: document } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('base64Image', '\\', '"', 'base64Image": "', '\\"', null, 1.5, true, ''),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
}))
const cuts = fc.array(fc.nat(10_000), { maxLength: 20 })
const spaces = fc.constantFrom(0, 1, '\t')

/** Replaces the text values of `base64Image` with placeholders; keeps everything else. */
const withPlaceholders = (value: unknown, next = { index: 0 }): unknown => {
  if (Array.isArray(value)) return value.map((one) => withPlaceholders(one, next))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === 'base64Image' && typeof one === 'string'
        ? placeholder(next.index++)
        : withPlaceholders(one, next),
    ]),
  )
}

test('any JSON in any chunks gives the parsed rest and the strings cut out of it', () => {
  fc.assert(
    fc.property(document, cuts, spaces, (value, at, indent) => {
      const json = JSON.stringify(value, null, indent)
      const { rest, strings } = scanned(inChunks(json, at))
      expect(JSON.parse(rest)).toEqual(withPlaceholders(JSON.parse(json)))
      const whole = rest.replace(/"<cut (\d+)>"/g, (_, index) => `"${strings[Number(index)]}"`)
      expect(whole).toBe(json)
    }),
    { seed, numRuns: 500 },
  )
})

test('escapes, quotes and a chunk that ends inside an escape do not end a string', () => {
  const image = 'ab\\/\\u002f\\"\\\\'
  const json = `{"base64Image" : "${image}","b":"\\"base64Image\\":\\"x\\""}`
  for (let at = 0; at <= json.length; at++) {
    const { rest, strings } = scanned(inChunks(json, [at]))
    expect(strings).toEqual([image])
    expect(JSON.parse(rest)).toEqual({ base64Image: '<cut 0>', b: '"base64Image":"x"' })
  }
})

test('the rest is kept up to its limit, whatever the strings are', () => {
  const json = `{"base64Image":"${'A'.repeat(5000)}","x":"${'y'.repeat(100)}"}`
  expect(scanned([Buffer.from(json)], 200).strings).toEqual(['A'.repeat(5000)])
  for (const text of [json.replace('base64Image', 'other'), '['.repeat(300), ' '.repeat(300)])
    expect(() => scanned([Buffer.from(text)], 200)).toThrow(RestTooLong)
})

const decoded = (parts: Buffer[]) => {
  const decoder = openBase64Decoder()
  const bytes = Buffer.concat([...parts.map(decoder.decode), decoder.end()])
  return decoder.isBase64() ? bytes.toString('hex') : null
}
/** Writes the characters of a JSON string in the ways in which clients may write them. */
const written = (text: string, how: number[]) =>
  [...text]
    .map((character, index) => {
      const style = how[index % how.length]
      if (style === 1) return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
      return character === '/' && style === 2 ? '\\/' : character
    })
    .join('')

test('base64 in any chunks, with any escapes, bare or as a data URL, gives its bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom<BufferEncoding>('base64', 'base64url'),
      fc.constantFrom('', 'data:image/png;base64,', 'data:,'),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 7 }),
      cuts,
      (bytes, alphabet, prefix, how, at) => {
        const text = prefix + Buffer.from(bytes).toString(alphabet)
        expect(decoded(inChunks(written(text, how), at))).toBe(Buffer.from(bytes).toString('hex'))
      },
    ),
    { seed, numRuns: 500 },
  )
})

test('broken lines are base64; other texts, data after the padding and endless prefixes are not', () => {
  const of = (text: string) => decoded([Buffer.from(text)])
  expect(of(String.raw`YWJj\r\nZGVm`)).toBe(Buffer.from('abcdef').toString('hex'))
  expect(of('data:image/png;base64')).toBeNull()
  expect(decoded(inChunks(`data:${'x'.repeat(2000)},YWJj`, [1500]))).toBeNull()
  for (const text of ['not base64 at all!', 'YQ==YQ==', 'YWJjé', '=a']) expect(of(text)).toBeNull()
  for (const text of [String.raw`YW\x`, 'YW\nJj', String.raw`YW\u00`])
    expect(() => of(text)).toThrow(InvalidString)
})
