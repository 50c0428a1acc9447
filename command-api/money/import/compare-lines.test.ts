import { expect, test } from 'vitest'
import { compareLines, type SaidOfLine, signsOf } from './compare-lines.ts'

const bare: SaidOfLine = { reference: '', payer: '', narration: '', balanceKobo: null }
const verdictOf = (one: Partial<SaidOfLine>, other: Partial<SaidOfLine>, isRepeated = false) => {
  const [a, b] = [signsOf({ ...bare, ...one }, isRepeated), signsOf({ ...bare, ...other })]
  const verdict = compareLines(a, b)
  expect(compareLines(b, a)).toBe(verdict)
  return verdict
}

const inward = 'NIBSS Instant Payment Inward'
const [session, another] = ['000013261125094114830071624453', '000013261125181502916337204816']

test('a line stored with one reference is recognized in a file that has all of them', () => {
  const [narration, balanceKobo] = [`${inward} hair FROM GTB - OKAFOR BUKOLA`, 327_380_000]
  const [all, own] = ['FT26310007 · INV-2026-0007', 'FT26310007']
  expect(verdictOf({ narration, reference: own }, { narration, reference: all })).toBe('same')
  // One file has only the bank's reference, the other only the customer's.
  const customers = { narration, reference: 'INV-2026-0007' }
  expect(verdictOf(customers, { narration, reference: all })).toBe('perhaps')
  expect(verdictOf({ ...customers, balanceKobo }, { narration, reference: all, balanceKobo })).toBe(
    'same',
  )
  expect(verdictOf({ narration, reference: 'INV-2026-0008' }, { narration, reference: all })).toBe(
    'other',
  )
  expect(
    verdictOf(
      { narration, reference: 'FT26310007 · BATCH-20261112' },
      { narration, reference: 'FT26310008 · BATCH-20261112' },
    ),
  ).toBe('other')
})

test('lines that differ in session id, reference, payer, balance or time are two lines', () => {
  const narration = `${inward} hair FROM GTB - OKAFOR BUKOLA`
  const differing: [Partial<SaidOfLine>, Partial<SaidOfLine>][] = [
    [{ narration: `${inward} ${session} hair` }, { narration: `${inward} ${another} hair` }],
    [
      { narration, reference: "'000036" },
      { narration, reference: "'000174" },
    ],
    [{ narration }, { narration: `${inward} hair FROM GTB - YUSUF NGOZI` }],
    // Two sisters with the same family name.
    [{ narration }, { narration: `${inward} hair FROM GTB - OKAFOR CHIOMA` }],
    // `OBI` is part of `MOBILE`, where it is not a name.
    [
      { narration: `${inward} hair FROM GTB - OBI NGOZI` },
      { narration: `${inward} hair FROM GTB - YUSUF NGOZI VIA MOBILE APP` },
    ],
    [
      { narration: inward, payer: 'OKAFOR BUKOLA' },
      { narration: inward, payer: 'YUSUF NGOZI' },
    ],
    [
      { narration, balanceKobo: 327_380_000 },
      { narration, balanceKobo: 1_076_150_000 },
    ],
    [{ narration: `${narration} 09:41:20` }, { narration: `${narration} 18:15:02` }],
  ]
  for (const [one, other] of differing)
    expect([one, other, verdictOf(one, other)]).toEqual([one, other, 'other'])
})

test('missing information makes no difference, and neither does a text that was cut short', () => {
  const whole = {
    narration: `${inward} hair FROM GTB - OKAFOR BUKOLA 09:41`,
    reference: 'S00000000417',
    balanceKobo: 327_380_000,
  }
  for (const narration of [whole.narration, whole.narration.slice(0, 52), inward, ''])
    expect([narration, verdictOf(whole, { narration })]).toEqual([narration, 'perhaps'])
  expect(verdictOf(whole, { narration: 'TRANSFER BY OKAFOR BUKOLA', payer: '' })).toBe('perhaps')
  expect(verdictOf(whole, { narration: inward, payer: 'OKAFOR BUKOLA' })).toBe('perhaps')
  expect(verdictOf(whole, { narration: inward, payer: 'OKAFORBUKOLA' })).toBe('perhaps')
  expect(verdictOf(whole, { ...whole, narration: 'POS SETTLEMENT', reference: '' })).toBe('other')
})

test('a session id, a reference that no other line has, or the balance make lines the same', () => {
  const narration = `${inward} ${session} hair FROM GTB - OKAFOR BUKOLA`
  expect(
    verdictOf({ narration, reference: "'000036" }, { narration: inward, reference: session }),
  ).toBe('same')
  const reference = 'S00000000417'
  expect(verdictOf({ reference, narration }, { reference, narration: 'TRF' })).toBe('same')
  expect(verdictOf({ reference }, { narration: `TRF ${reference} OKAFOR` })).toBe('same')
  expect(verdictOf({ reference: '0012345678' }, { reference: '12345678' })).toBe('same')
  expect(
    verdictOf({ narration, balanceKobo: 5 }, { narration: narration.slice(0, 30), balanceKobo: 5 }),
  ).toBe('same')
  expect(
    verdictOf({ reference: '36', balanceKobo: 5 }, { reference: "'000036", balanceKobo: 5 }),
  ).toBe('same')
})

test('a reference that many lines have, or that is too vague, does not make lines the same', () => {
  const terminal = { reference: '2070AB419', narration: 'POS SETTLEMENT' }
  expect(verdictOf(terminal, terminal, true)).toBe('perhaps')
  expect(verdictOf({ ...terminal, reference: '635' }, { ...terminal, reference: '635' })).toBe(
    'perhaps',
  )
  for (const reference of ['NONREF', 'NOTPROVIDED', 'N/A', '000000'])
    expect(verdictOf({ ...terminal, reference }, terminal)).toBe('perhaps')
  // MT940 cuts such a long reference off.
  const long = '100004261125094114830071'
  expect(
    verdictOf({ ...terminal, reference: long }, { ...terminal, reference: long.slice(0, 16) }),
  ).toBe('perhaps')
})
