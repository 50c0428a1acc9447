import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { CreateSales } from './catalogue/sales.ts'
import { toLine } from './characters.ts'
import { eventCodecs } from './events.ts'
import { asciiDomain, emailAddress, firstname } from './person.ts'
import { textProblemsOf } from './testing/text-problems.ts'
import {
  givenText,
  identifier,
  needsLetter,
  oneLineOnly,
  optionalLine,
  optionalText,
  pathIdentifier,
  requiredLine,
  requiredText,
  secretText,
  thingName,
  unstorable,
} from './text.ts'
import { unsupportedYear } from './years.ts'

const contracts = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/[.]test[.]ts$|^testing\/|^node_modules\//.test(name))
  .map((name) => name.replace(/\.ts$/, ''))
const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType

// `e2e/api/access.int.test.ts` checks that no request uses `givenText`, which is for answers.
test('no schema in the contracts uses a bare string: all text is checked, or is `givenText`', async () => {
  const problems: string[] = []
  let schemas = 0
  const inEvents = eventCodecs.flatMap(({ definitions }) =>
    definitions.map(({ type, data }): [string, unknown] => [type, data]),
  )
  const inFiles = await Promise.all(
    contracts.map(async (file) =>
      Object.entries<unknown>(await import(`./${file}.ts`)).map(
        ([name, schema]): [string, unknown] => [`${file} ${name}`, schema],
      ),
    ),
  )
  for (const [name, schema] of [...inEvents, ...inFiles.flat()]) {
    if (!isSchema(schema) || schema === givenText) continue
    schemas++
    for (const problem of textProblemsOf(schema, givenText)) problems.push(`${name}: ${problem}`)
  }
  expect(problems).toEqual([])
  expect(schemas).toBeGreaterThan(120)
})

test('the search finds a bare string anywhere in a schema', () => {
  const bare = z.string()
  const both = [' accepts text that no database can store', ' accepts text of any length']
  const found = (path: string) => both.map((problem) => path + problem)
  expect(textProblemsOf(z.object({ a: z.array(z.object({ b: bare.optional() })) }))).toEqual(
    found('a.[].b'),
  )
  expect(textProblemsOf(z.record(identifier(), bare.nullable()))).toEqual(found('{}'))
  expect(textProblemsOf(z.union([z.int(), bare.default('')]))).toEqual(found(''))
  expect(textProblemsOf(bare.transform((text) => text.trim()))).toEqual(found(''))
  expect(textProblemsOf(z.object({ a: bare.min(3).max(9) }))).toEqual([`a${both[0]}`])
  expect(() => textProblemsOf(z.object({ a: z.unknown() }))).toThrow('a: ')
})

const message = (schema: z.ZodType, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message

const nowhere = ['a\0', 'a\ud800', '\udc00a', 'a\u001bb', 'a\u007f']
const inTextsAlone = ['\n', '\r\n', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066', '\u200f']

test('text has no control characters, and a line has no line ends or direction marks', () => {
  for (const kind of [requiredText('Please!'), optionalText(), requiredLine('Please!')])
    for (const text of nowhere) expect(message(kind, text), escape(text)).toBe(unstorable)
  for (const kind of [requiredLine('Please!'), optionalLine(), identifier()])
    for (const text of inTextsAlone)
      expect(message(kind, `a${text}b`), escape(text)).toBe(oneLineOnly)
  for (const text of inTextsAlone)
    expect(requiredText('Please!').parse(`a${text}b`)).toBe(`a${text}b`)
  for (const name of ['Adébáyọ̀ 💇🏾‍♀️', 'O’Neill–Ọkafor', '李\t小龍', 'شركة'])
    expect(requiredLine('Please!').parse(` ${name}\n`)).toBe(name)
})

test('a line loses invisible characters, but not the joiners in a script or an emoji', () => {
  const line = requiredLine('Please!')
  for (const unseen of [
    '\u200b',
    '\u00ad',
    '\u2060',
    '\ufeff',
    '\u3164',
    '\u115f',
    '\u{e0041}',
    '\ufe0f',
  ])
    for (const [typed, kept] of [
      [`Wig${unseen} cap`, 'Wig cap'],
      [`${unseen}Ada${unseen}`, 'Ada'],
      [`Ada ${unseen} Obi`, 'Ada  Obi'],
    ] as const)
      expect(line.parse(typed), escape(unseen)).toBe(kept)
  for (const nothing of ['\u3164', ' \u200b\u00ad ', '\u200d\u200c'])
    expect(message(line, nothing)).toBe('Please!')
  expect(optionalLine().parse('\u200b')).toBe('')
  for (const whole of ['می‌خواهم', 'क्‍ष', '💇🏾‍♀️', '❤️']) expect(line.parse(whole)).toBe(whole)
  expect(line.parse('Ada\u200d 1\u200d')).toBe('Ada 1')
  const many = '\u200b'.repeat(500_000)
  expect(line.parse(`A${many}b`)).toBe('Ab')
})

test('a person’s name needs a letter, and a thing’s name a letter or a digit', () => {
  for (const name of ['12', '...', '❤️', '– –']) expect(message(firstname, name)).toBe(needsLetter)
  for (const name of ['Ọlá', '李', 'D’Arcy']) expect(firstname.parse(name)).toBe(name)
  expect(thingName('Please!').parse('613')).toBe('613')
  expect(message(thingName('Please!'), '???')).toBe('A name has at least one letter or number')
})

test('the domain of an address can be in any script, and is stored in the form that servers use', () => {
  for (const address of [
    'ada@bücher.example',
    'ada@例え.jp',
    'ada@пример.рф',
    'ada@xn--bcher-kva.example',
  ])
    expect(emailAddress().parse(address)).toBe(address)
  expect(asciiDomain('ada@Bücher.example')).toBe('ada@xn--bcher-kva.example')
  for (const address of [
    'ada@bücher',
    'ada@-ü-.',
    'ada@ü/x.example',
    'ada@ü:80.example',
    'bü@',
    'ü',
  ])
    expect(emailAddress().safeParse(address).success, address).toBe(false)
})

test('the part before the @ can be as long as mail servers allow', () => {
  const ofLength = (length: number) => `${'a'.repeat(length)}@example.com`
  expect(emailAddress().parse(ofLength(64))).toBe(ofLength(64))
  expect(emailAddress().safeParse(ofLength(65)).success).toBe(false)
})

test('toLine makes a line of any text by leaving out characters', () => {
  expect(toLine('\u202a+234 803 123 4567\u202c')).toBe('+234 803 123 4567')
  for (const text of [...nowhere, ...inTextsAlone, 'Adé\t👩🏾‍🦱'])
    expect(identifier().safeParse(toLine(`a${text}b`)).success, escape(text)).toBe(true)
  expect(toLine('Adé\t👩🏾‍🦱')).toBe('Adé\t👩🏾‍🦱')
})

test('a password keeps every character that can be encoded', () => {
  const kind = secretText('Please!')
  expect(kind.parse(' \n\u001b\u202epäss ')).toBe(' \n\u001b\u202epäss ')
  expect([message(kind, 'a\ud800'), message(kind, 'a\0')]).toEqual([unstorable, unstorable])
})

test('a path segment that is not an identifier matches no row', () => {
  expect(pathIdentifier.parse('a\0b')).toBe('')
  expect(pathIdentifier.parse('x'.repeat(301))).toBe('')
  expect(pathIdentifier.parse('7K3Q-ZM9X-WD4T')).toBe('7K3Q-ZM9X-WD4T')
})

test('a campaign’s dates must be in years that the shop supports', () => {
  const problems = (startDate: string, endDate: string) =>
    CreateSales.safeParse({ sales: 'Easter', startDate, endDate }).error?.issues.map(
      ({ path, message: text }) => `${path.join('.')}: ${text}`,
    )
  expect(problems('2000-01-01 00:00:00', '2100-12-31 23:59:59')).toBeUndefined()
  expect(problems('0001-01-01 00:00:00', '2026-01-01 00:00:00')).toEqual([
    `startDate: ${unsupportedYear}`,
  ])
  expect(problems('0000-01-01 00:30:00', '2101-01-01 00:00:00')).toEqual([
    `startDate: ${unsupportedYear}`,
    `endDate: ${unsupportedYear}`,
  ])
  expect(problems('2026-01-01', '2026-02-01 00:00:00')).toEqual([
    'startDate: Please enter sales start date!',
  ])
})
