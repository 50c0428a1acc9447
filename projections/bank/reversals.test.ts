import { expect, test } from 'vitest'
import { type Movement, reversalsOf, saysReversal } from './reversals.ts'

const credit = (lineId: string, bookedOn: string, what: Partial<Movement> = {}): Movement => ({
  lineId,
  bookedOn,
  narration: 'NIP/GTB/OKAFOR CHIOMA/hair',
  reference: '',
  ...what,
})
const debit = (lineId: string, bookedOn: string, what: Partial<Movement> = {}) =>
  credit(lineId, bookedOn, { narration: 'RVSL NIP/GTB', ...what })
const pairs = (debits: Movement[], credits: Movement[]) =>
  Object.fromEntries(reversalsOf(debits, credits))

test.each([
  ['RVSL/NIP/OKAFOR', true],
  ['NIP reversal of 12/11', true],
  ['REV-NIP CR', true],
  ['REV OF TRF', true],
  ['Returned: account closed', true],
  ['TRF TO REV SAMUEL ADE', false],
  ['TRF TO REVEREND', false],
  ['POS PURCHASE', false],
])('the narration "%s" says reversal: %s', (narration, expected) => {
  expect(saysReversal(narration)).toBe(expected)
})

test('a reversal takes back one credit of the seven days before it, and no other debit does', () => {
  const credits = [credit('c1', '2026-11-12')]
  expect(pairs([debit('d1', '2026-11-12')], credits)).toEqual({ c1: 'd1' })
  expect(pairs([debit('d1', '2026-11-19')], credits)).toEqual({ c1: 'd1' })
  expect(pairs([debit('d1', '2026-11-20')], credits)).toEqual({})
  expect(pairs([debit('d1', '2026-11-11')], credits)).toEqual({})
  const rent = debit('d1', '2026-11-12', { narration: 'RENT' })
  expect(pairs([rent], credits)).toEqual({})
})

test('a debit that names the reference of one credit takes it back, whatever else it says', () => {
  const credits = [
    credit('c1', '2026-11-10', { reference: '000013261110' }),
    credit('c2', '2026-11-12', { reference: '000013261112' }),
  ]
  const narration = 'TRF BACK 000013261110'
  expect(pairs([debit('d1', '2026-11-13', { narration })], credits)).toEqual({ c1: 'd1' })
  // A reference that two credits have, such as a branch's, names neither.
  const alike = credits.map((one) => ({ ...one, reference: '000013261110' }))
  expect(pairs([debit('d1', '2026-11-13', { narration })], alike)).toEqual({})
})

test('among several, it is the credit with most of the words, then the latest', () => {
  const credits = [
    credit('c1', '2026-11-10', { narration: 'NIP/UBA/BELLO AISHA' }),
    credit('c2', '2026-11-11'),
    credit('c3', '2026-11-12'),
  ]
  const narration = 'RVSL UBA BELLO AISHA'
  expect(pairs([debit('d1', '2026-11-13', { narration })], credits)).toEqual({ c1: 'd1' })
  expect(pairs([debit('d1', '2026-11-13', { narration: 'RVSL' })], credits)).toEqual({ c3: 'd1' })
})

test('two reversals take back two credits, and of equal ones always the same', () => {
  const credits = ['c2', 'c1', 'c3'].map((id) => credit(id, '2026-11-12'))
  const debits = [debit('d2', '2026-11-13'), debit('d1', '2026-11-13')]
  const expected = { c1: 'd1', c2: 'd2' }
  expect(pairs(debits, credits)).toEqual(expected)
  expect(pairs(debits.toReversed(), credits.toReversed())).toEqual(expected)
})

test('a later debit changes nothing about an earlier one', () => {
  const credits = [credit('c1', '2026-11-10', { reference: '000013261110' })]
  const named = debit('d2', '2026-11-12', { narration: 'RVSL 000013261110' })
  expect(pairs([debit('d1', '2026-11-11'), named], credits)).toEqual({ c1: 'd1' })
})

test('thousands of equal lines are compared in bounded work', () => {
  const many = Array.from({ length: 3_000 }, (_, at) => {
    const day = `2026-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`
    return { credit: credit(`c${at}`, day), debit: debit(`d${at}`, day) }
  })
  const found = reversalsOf(
    many.map((one) => one.debit),
    many.map((one) => one.credit),
  )
  expect(found.size).toBe(3_000)
  expect(new Set(found.values()).size).toBe(3_000)
})
