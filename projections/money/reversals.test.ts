import { expect, test } from 'vitest'
import { givenBack, type Movement, reversalsOf } from './reversals.ts'

const credit = (lineId: string, bookedOn: string, what: Partial<Movement> = {}): Movement => ({
  lineId,
  bookedOn,
  narration: 'NIP/GTB/OKAFOR CHIOMA/hair',
  reference: '',
  isMarked: false,
  waits: false,
  ...what,
})
const debit = (lineId: string, bookedOn: string, what: Partial<Movement> = {}) =>
  credit(lineId, bookedOn, { narration: 'RVSL NIP/GTB', ...what })
const bello = { narration: 'NIP/UBA/BELLO AISHA' }

/** `c1: 'd1'` if d1 certainly takes c1 back, `c1: 'd1?'` if that is in doubt. */
const pairs = (debits: Movement[], credits: Movement[]) => {
  const { sure, perhaps } = reversalsOf(debits, credits)
  const doubts = [...perhaps].map(([credit, debit]) => [credit, `${debit}?`])
  return Object.fromEntries([...doubts, ...sure])
}

test('a reversal takes back one credit of the last seven days, and other debits do not', () => {
  const credits = [credit('c1', '2026-11-12')]
  expect(pairs([debit('d1', '2026-11-12')], credits)).toEqual({ c1: 'd1' })
  expect(pairs([debit('d1', '2026-11-19')], credits)).toEqual({ c1: 'd1' })
  expect(pairs([debit('d1', '2026-11-20')], credits)).toEqual({})
  expect(pairs([debit('d1', '2026-11-11')], credits)).toEqual({})
  const rent = debit('d1', '2026-11-12', { narration: 'RENT' })
  expect(pairs([rent], credits)).toEqual({})
  // The debit may concern someone else, whose credit is in no file.
  const other = debit('d1', '2026-11-12', { narration: 'RVSL NIP/UBA/BELLO AISHA' })
  expect(pairs([other], credits)).toEqual({ c1: 'd1?' })
  const refund = debit('d1', '2026-11-12', { narration: 'REFUND' })
  expect(pairs([refund], credits)).toEqual({ c1: 'd1?' })
  expect(
    pairs([debit('d1', '2026-11-12', { narration: 'REFUND TO CHIOMA OKAFOR' })], credits),
  ).toEqual({ c1: 'd1' })
})

test('a debit that repeats the text of a credit takes it back even if it does not say so', () => {
  const credits = [credit('c1', '2026-11-12'), credit('c2', '2026-11-12', bello)]
  const same = debit('d1', '2026-11-13', { narration: 'nip/gtb okafor chioma/HAIR' })
  expect(pairs([same], credits)).toEqual({ c1: 'd1' })
  // A generic text of the bank identifies nobody.
  const plain = { narration: 'NIP TRANSFER INWARD' }
  expect(pairs([debit('d1', '2026-11-13', plain)], [credit('c1', '2026-11-12', plain)])).toEqual({})
})

test('a debit that names the reference of one credit takes it back, whatever else it says', () => {
  const credits = [
    credit('c1', '2026-11-10', { reference: '000013261110' }),
    credit('c2', '2026-11-12', { reference: '000013261112' }),
  ]
  const back = { narration: 'TRF BACK 000013261110' }
  // The debit is dated three days after the credit, weeks after it (like a chargeback), or before
  // it.
  for (const day of ['2026-11-13', '2026-12-30', '2026-11-08'])
    expect(pairs([debit('d1', day, back)], credits)).toEqual({ c1: 'd1' })
  expect(pairs([debit('d1', '2027-02-01', back)], credits)).toEqual({})
  // The lines of a batch share a reference, so the reference proves nothing.
  const batch = credits.map((one) => ({ ...one, reference: `${one.reference} · BATCH-20261112` }))
  const unlike = debit('d1', '2026-11-12', {
    narration: 'RENT IKEJA',
    reference: 'FT26310009 · BATCH-20261112',
  })
  expect(pairs([unlike], batch)).toEqual({})
  // A reference that two credits share, such as a branch's, identifies neither.
  const alike = credits.map((one) => ({ ...one, reference: '000013261110' }))
  expect(pairs([debit('d1', '2026-11-13', back)], alike)).toEqual({})
})

test('among several credits, the one that shares most words is taken back; a tie leaves doubt', () => {
  const credits = [
    credit('c1', '2026-11-10', bello),
    credit('c2', '2026-11-11'),
    credit('c3', '2026-11-12'),
  ]
  const named = debit('d1', '2026-11-13', { narration: 'RVSL UBA BELLO AISHA' })
  expect(pairs([named], credits)).toEqual({ c1: 'd1' })
  const twice = debit('d1', '2026-11-13', { narration: 'RVSL OKAFOR CHIOMA' })
  expect(pairs([twice], credits)).toEqual({ c2: 'd1?', c3: 'd1?' })
  expect(pairs([debit('d1', '2026-11-13')], credits)).toEqual({ c1: 'd1?', c2: 'd1?', c3: 'd1?' })
  // The only shared name may belong to someone else.
  const sister = debit('d1', '2026-11-13', { narration: 'RVSL OKAFOR NGOZI' })
  expect(pairs([sister], credits.slice(1, 2))).toEqual({ c2: 'd1?' })
})

test('as many reversals as equal credits take all of them back; fewer leave each in doubt', () => {
  const credits = ['c2', 'c1', 'c3'].map((id) => credit(id, '2026-11-12'))
  const debits = ['d2', 'd1', 'd3'].map((id) => debit(id, '2026-11-13'))
  const all = { c1: 'd1', c2: 'd2', c3: 'd3' }
  expect(pairs(debits, credits)).toEqual(all)
  expect(pairs(debits.toReversed(), credits.toReversed())).toEqual(all)
  expect(pairs(debits.slice(1), credits)).toEqual({ c1: 'd1?', c2: 'd1?', c3: 'd1?' })
  const worded = debits.map((one) => ({ ...one, narration: 'RVSL OKAFOR CHIOMA' }))
  expect(pairs(worded, credits)).toEqual(all)
  expect(pairs(worded.slice(1), credits)).toEqual({ c1: 'd1?', c2: 'd1?', c3: 'd1?' })
})

test('the most specific reversal comes first and leaves the other credit to a bare one', () => {
  const credits = [credit('c1', '2026-11-12'), credit('c2', '2026-11-12', bello)]
  const debits = [
    debit('d1', '2026-11-12'),
    debit('d2', '2026-11-12', { narration: 'RVSL OKAFOR CHIOMA' }),
  ]
  expect(pairs(debits, credits)).toEqual({ c1: 'd2', c2: 'd1' })
})

test('a customer’s second try is not the payment that was taken back before it', () => {
  const debits = [debit('d1', '2026-11-12', { narration: 'RVSL NIP OKAFOR CHIOMA' })]
  const [first, second] = [credit('c1', '2026-11-12'), credit('c2', '2026-11-13')]
  expect(pairs(debits, [first, second])).toEqual({ c1: 'd1' })
  // If no file has the first payment, the second credit may be that payment, posted late.
  expect(pairs(debits, [second])).toEqual({ c2: 'd1?' })
})

test('a later debit does not affect an earlier one', () => {
  const credits = [credit('c1', '2026-11-10', { reference: '000013261110' })]
  const named = debit('d2', '2026-11-12', { narration: 'RVSL 000013261110' })
  expect(pairs([debit('d1', '2026-11-11'), named], credits)).toEqual({ c1: 'd1' })
})

test('a debit that may repeat a known one in other words only raises doubts', () => {
  const credits = [credit('c1', '2026-11-12', { reference: '000013261110' })]
  for (const narration of ['RVSL', 'RVSL OKAFOR CHIOMA', 'TRF BACK 000013261110'])
    expect(pairs([debit('d1', '2026-11-12', { narration, waits: true })], credits)).toEqual({
      c1: 'd1?',
    })
})

test('comparing thousands of equal lines takes bounded work', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => {
    const day = `2026-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`
    return [credit(`c${at}`, day), debit(`d${at}`, day)] as const
  })
  const found = reversalsOf(
    many.map(([, debit]) => debit),
    many.map(([credit]) => credit),
  )
  expect(found.sure.size + found.perhaps.size).toBe(20_000)
  expect(new Set(found.sure.values()).size).toBe(found.sure.size)
})

test('a debit that the bank marks as a return is a reversal, whatever it says', () => {
  const credits = [credit('c1', '2026-11-12')]
  const marked = debit('d1', '2026-11-12', { narration: 'NIP INWARD', isMarked: true })
  expect(pairs([marked], credits)).toEqual({ c1: 'd1' })
})

test('a credit gives back an earlier debit with its reference or its text', () => {
  const sent = debit('d1', '2026-11-10', {
    narration: 'NIP TRF TO MUSA BELLO/suppliers',
    reference: '000013261110',
  })
  const back = (what: Partial<Movement>) =>
    Object.fromEntries(givenBack([credit('c1', '2026-11-12', what)], [sent]))
  expect(back({ narration: 'NIP TRF TO MUSA BELLO/suppliers' })).toEqual({ c1: 'd1' })
  expect(back({ reference: '000013261110' })).toEqual({ c1: 'd1' })
  // The supplier may also be a customer.
  expect(back({ narration: 'NIP TRF FROM MUSA BELLO/hair' })).toEqual({})
  expect(back({ reference: '000013261110', bookedOn: '2026-11-09' })).toEqual({})
  // A debit that took back a credit was not sent by the shop.
  const reversal = { ...sent, narration: 'RVSL NIP' }
  const again = credit('c1', '2026-11-12', { reference: '000013261110' })
  expect(givenBack([again], [reversal]).size).toBe(0)
})
