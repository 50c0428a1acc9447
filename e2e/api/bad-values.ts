import fc from 'fast-check'

export type BadValue = { json: string; text: string }

/**
 * What strangers send in place of a field. The values are JSON text, so that they can hold what
 * none of our programs would write: half of a surrogate pair, an endless number, a duplicate name.
 */
const repeated = (text: string, times: number) => text.repeat(times)
const nested = (open: string, close: string, levels: number) =>
  `${repeated(open, levels)}1${repeated(close, levels)}`

const texts = [
  ...['', ' ', '\t', '\n', '\r\n', '\u0085', '\u2028', '\u2029', 'a\nb', 'a\u2028b', 'a\rb'],
  ...['\0', 'a\0b.pdf', '\0\0', '\u0001', '\u001b[31m', '\u007f', '\u0080', '\ufeff', '\ufffe'],
  ...['\u202e', 'a\u202eb', '\u2066a\u2069', '\u200f', '\u061c', '\u200b', '\uffff', '\u{10ffff}'],
  ...['\u0301', repeated('\u0301', 300), '👩🏾‍🦱', 'İ', 'ﷺ', 'ß', '﷽'.repeat(60)],
  ...['x'.repeat(101), 'x'.repeat(256), 'x'.repeat(301), 'x'.repeat(5001), 'é'.repeat(30_000)],
  ...['x'.repeat(70_000), ' '.repeat(60_000), '%'.repeat(200), '_'.repeat(200), '\\'.repeat(199)],
  ...['-1', '0', '-0', '1.5', '1e308', '-1e308', '1e309', 'NaN', 'Infinity', '0x10', '1_000', '١'],
  ...['9'.repeat(18), '9'.repeat(19), '9'.repeat(30), '9'.repeat(4000), '2147483648', '1e3'],
  ...['0000-01-01', '0001-01-01', '9999-12-31', '275760-09-13', '-000001-01-01', '2026-02-30'],
  ...['0000-01-01 00:00:00', '0001-01-01 00:00:00', '9999-12-31 23:59:59', '2026-01-01 24:00:00'],
  ...['0000-01-01T00:00:00Z', '275760-09-13T00:00:00Z', '2026-01-01T00:00:00+25:00', 'infinity'],
  ...['00000000-0000-0000-0000-000000000000', '7K3Q-ZM9X-WD4T', '../../etc/passwd', '..', '.'],
  ...["' or 1=1 --", '"; drop table x', '$1', '#{7*7}', '{{7*7}}', '{user}', '<b>x</b>', '=1+1'],
  ...['%00', '%', '%zz', '%2e%2e%2f', '%ED%A0%80', '%C0%80', '%F0%9F', '__proto__', 'constructor'],
  ...['null', 'undefined', 'true', '[]', '{}', '[object Object]', 'a@b.example', 'Ünï@b.example'],
  ...['data:image/png;base64,AAAA', 'data:,', '====', 'asc', 'createdat', 'application/pdf', ','],
]

const json = [
  ...['null', 'true', 'false', '[]', '{}', '[[]]', '[null]', '["a","b"]', '["\\u0000"]', '[1e999]'],
  ...['"\\ud800"', '"a\\udc00b"', '"\\udfff\\ud800"', '{"\\u0000":1}', '{"a":"\\ud83d"}'],
  ...['0', '-0', '-1', '0.5', '-1.5', '1e308', '-1e308', '1e999', '-1e999', '5e-324', '1e21'],
  ...['9007199254740993', '2147483648', '9223372036854775808', repeated('9', 400), '3.0'],
  ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"toString":1}'],
  ...['{"length":-1}', '{"length":1e9,"0":"a"}', '{"a":1,"a":2}', '{"then":1}', '{"toJSON":1}'],
  ...[nested('[', ']', 50), nested('[', ']', 5000), nested('{"a":', '}', 5000)],
  ...[`[${repeated('"a",', 600)}"a"]`, `[${repeated('{},', 200)}{}]`, `{"ids":["\\u0000"]}`],
  ...['NaN', 'undefined', "'a'", '', '{', '"', '[1,', '1 2', '\ufeff1', '"\t"'],
]

/** Values that have stopped a shop before: every run sends them to every place. */
export const regressionValues: BadValue[] = [
  { json: '"a\\u0000b.pdf"', text: 'a\0b.pdf' },
  { json: '"a\\ud800b"', text: 'a\ud800b' },
  { json: '"0000-01-01 00:00:00"', text: '0000-01-01' },
  { json: `"${'x'.repeat(5001)}"`, text: 'x'.repeat(5001) },
]

/** Arbitrary text, or text that looks almost valid. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: fc.constantFrom('\ud800', '\udfff', '\0', '\u202e', 'a', '1'), maxLength: 9 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.double().map(String),
)

const ofText = (text: string): BadValue => ({ json: JSON.stringify(text), text })
const ofJson = (written: string): BadValue => ({ json: written, text: written })

export const badValue: fc.Arbitrary<BadValue> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts).map(ofText) },
  { weight: 3, arbitrary: fc.constantFrom(...json).map(ofJson) },
  { weight: 2, arbitrary: anyText.map(ofText) },
  {
    weight: 1,
    arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => ofJson(JSON.stringify(value))),
  },
)
