import fc from 'fast-check'
import { expect, test } from 'vitest'
import { random, seed } from '../../../platform/testing/random.ts'
import { repetitions } from '../../../platform/testing/repetitions.ts'
import type { MatchingInput, OpenLine, OpenOrder } from './candidate.ts'
import { matchPayments } from './match-payments.ts'
import { openLine, openOrder } from './testing/open.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    'NIP/GTB/OKAFOR CHIOMA A/hair',
    'ﷺ'.repeat(600),
    '/'.repeat(5000),
    'A'.repeat(9e5),
  ),
)
const day = fc.oneof(text, fc.constantFrom('2026-11-11', '2026-11-12', '2026-11-16', ''))
const kobo = fc.oneof(fc.constantFrom(100, 200, 300, 8_550_000), fc.double(), fc.integer())
const orders = fc.array(
  fc.record<OpenOrder>({
    orderId: text,
    paymentCode: fc.option(text),
    expectedKobo: kobo,
    receivedKobo: kobo,
    isApproved: fc.boolean(),
    accountName: text,
    createdOn: day,
    customerKey: text,
    proofReferences: fc.array(text, { maxLength: 3 }),
  }),
  { maxLength: 6 },
)
const lines = fc.array(
  fc.record<OpenLine>({
    lineId: text,
    amountKobo: kobo,
    freeKobo: kobo,
    bookedOn: day,
    payer: text,
    narration: text,
    reference: text,
  }),
  { maxLength: 6 },
)

test('no text, day or amount makes the matching fail', () => {
  fc.assert(
    fc.property(orders, lines, fc.array(text, { maxLength: 3 }), (some, others, shopNames) => {
      const found = matchPayments({ orders: some, lines: others, shopNames })
      expect(found.size).toBe(new Set(some.map(({ orderId }) => orderId)).size)
    }),
    { seed, numRuns: 100 },
  )
})

const words = ['CHIOMA', 'OKAFOR', 'AISHA', 'BELLO', 'ADA']
const codes = ['ACDEFGHJ', 'KMNPQRUV', '7K3QZM9XWD4T']
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

/** Few names, codes, days and amounts, so that many orders fit many lines. */
const crowd = (): MatchingInput => ({
  shopNames: ['STRAND HAIR'],
  orders: Array.from({ length: 12 }, (_, at) =>
    openOrder({
      orderId: `0000-0000-00${10 + at}`,
      accountName: `${pick(words)} ${pick(words)}`,
      paymentCode: pick([null, null, ...codes]),
      expectedKobo: pick([100, 200, 300]),
      createdOn: pick(['2026-11-12', '2026-11-14']),
      customerKey: pick(['a', 'b', 'c']),
      isApproved: pick([false, false, true]),
      proofReferences: pick([[], [], ['00001234567'], ['00007654321']]),
    }),
  ),
  lines: Array.from({ length: 12 }, (_, at) =>
    openLine({
      lineId: `line-${10 + at}`,
      amountKobo: pick([100, 200, 300, 400]),
      narration: `NIP/GTB/${pick(words)} ${pick(words)}/${pick(['', '', ...codes])}`,
      bookedOn: pick(['2026-11-12', '2026-11-14']),
      reference: pick(['', '', '00001234567', '00007654321']),
    }),
  ),
})

const shuffled = <T>(list: T[]): T[] =>
  list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

test('the order of the input does not matter', () => {
  for (let trial = 0; trial < 60; trial++) {
    const input = crowd()
    const [one, other] = [
      matchPayments(input),
      matchPayments({ ...input, orders: shuffled(input.orders), lines: shuffled(input.lines) }),
    ]
    for (const { orderId } of input.orders)
      expect(other.get(orderId), `TEST_SEED=${seed}, trial ${trial}`).toEqual(one.get(orderId))
  }
})

test('no line is the only match of two orders, and no order has two only matches', () => {
  let taken = 0
  for (let trial = 0; trial < 200; trial++) {
    const seen = new Set<string>()
    for (const [orderId, candidates] of matchPayments(crowd())) {
      const where = `TEST_SEED=${seed}, trial ${trial}, ${orderId}`
      const only = candidates.filter((candidate) => candidate.only)
      expect(only.length, where).toBeLessThan(2)
      for (const { lines: found, rule, signals, alsoPays } of only) {
        expect(['code', 'reference', 'names'], where).toContain(rule)
        expect(signals.amount, where).toBe(true)
        expect(alsoPays, where).toEqual([])
        expect(found, where).toHaveLength(1)
        expect(seen, where).not.toContain(found[0]?.lineId)
        seen.add(found[0]?.lineId ?? '')
        taken++
      }
    }
  }
  expect(taken).toBeGreaterThan(40)
})

test('a known line is read again once the shop has another name', () => {
  const [orders, lines] = [[openOrder({ paymentCode: null })], [openLine()]]
  const rulesWith = (shopNames: string[]) =>
    matchPayments({ orders, lines, shopNames }).get(orders[0]?.orderId ?? '')?.length
  expect([rulesWith([]), rulesWith(['Okafor Chioma A']), rulesWith([])]).toEqual([1, 0, 1])
})

/**
 * Even if all orders and lines have the same day, amount and name, the number of comparisons is
 * limited.
 */
const size = repetitions({ usual: 3_000, long: 10_000 })

test(`${size} equal orders and ${size} equal lines are matched in bounded time, none as the only match`, () => {
  let looks = 0
  /** A line that counts its comparisons: each comparison reads `freeKobo`. */
  const counted = (line: OpenLine): OpenLine => {
    const { freeKobo } = line
    return Object.defineProperty(line, 'freeKobo', {
      get: () => {
        looks++
        return freeKobo
      },
    })
  }
  const input = {
    shopNames: [],
    orders: Array.from({ length: size }, (_, at) =>
      openOrder({ orderId: `order-${at}`, paymentCode: null, customerKey: 'one' }),
    ),
    lines: Array.from({ length: size }, (_, at) => counted(openLine({ lineId: `line-${at}` }))),
  }
  const found = matchPayments(input)
  expect(found.size).toBe(size)
  expect(looks / size).toBeGreaterThan(500)
  expect(looks / size).toBeLessThan(2_500)
  for (const candidates of found.values()) {
    expect(candidates).toHaveLength(9)
    expect(candidates.some(({ only }) => only)).toBe(false)
  }
})
