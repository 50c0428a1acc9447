import { expect, test } from 'vitest'
import { moneyInView } from './money-in-view.ts'

type Payment = Parameters<typeof moneyInView>[0]
const line = (lineId: string, what = {}) =>
  ({
    lineId,
    amountKobo: 500,
    allocatedKobo: 0,
    kind: 'money',
    reversedBy: null,
    ...what,
  }) as Payment['lines'][number]
const candidate = (rule: string, lineId: string, code = false) =>
  ({ rule, signals: { code }, lines: [line(lineId)] }) as unknown as Payment['candidates'][number]
const seen = (payment: Partial<Payment>) =>
  moneyInView({ allocations: [], lines: [], candidates: [], ...payment }).map((one) => [
    one.line.lineId,
    one.amountKobo,
  ])

test('the money in view is the matched money or, without any, the transfer that fits', () => {
  expect(seen({})).toEqual([])
  const allocations = [
    { lineId: 'a', amountKobo: 300 },
    { lineId: 'b', amountKobo: 100 },
  ]
  const lines = [line('a'), line('b', { reversedBy: 'c' })]
  expect(seen({ allocations, lines, candidates: [candidate('code', 'd')] })).toEqual([['a', 300]])
  expect(seen({ candidates: [candidate('name', 'd'), candidate('names', 'e')] })).toEqual([
    ['e', 500],
  ])
  expect(seen({ candidates: [candidate('difference', 'd')] })).toEqual([])
  expect(seen({ candidates: [candidate('difference', 'd', true)] })).toEqual([['d', 500]])
})
