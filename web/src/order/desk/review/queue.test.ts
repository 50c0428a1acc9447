import { expect, test } from 'vitest'
import { queueOf, stepFrom } from './queue.ts'

const rows = ['A', 'B', 'C', 'D'].map((orderid) => ({ orderid }))
const idsOf = (found: { orderid: string }[]) => found.map(({ orderid }) => orderid).join('')

test('postponed orders come last, in the order in which they were postponed, and decided ones do not appear', () => {
  expect(idsOf(queueOf(rows, [], new Set(['B']), ['C', 'A']))).toBe('DCA')
  expect(idsOf(queueOf(rows, [{ orderid: 'E' }, { orderid: 'A' }], new Set(), []))).toBe('ABCDE')
})

test('a step skips orders that colleagues are looking at, and stays if there are no others', () => {
  const others = new Map([
    ['B', 'Tola'],
    ['D', 'Bisi'],
  ])
  expect(stepFrom(rows, 0, 1, others)).toBe(2)
  expect(stepFrom(rows, 2, 1, others)).toBe(2)
  expect(stepFrom(rows, 2, -1, others)).toBe(0)
  expect(stepFrom(rows, -1, 1, new Map([['A', 'Tola']]))).toBe(1)
  expect(stepFrom([], -1, 1, others)).toBe(0)
})
