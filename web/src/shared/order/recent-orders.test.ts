import { expect, test } from 'vitest'
import { withRecent } from './recent-orders.ts'

test('the last five orders are remembered, the newest first', () => {
  const five = ['e', 'd', 'c', 'b', 'a']
  expect(withRecent(five, 'f')).toEqual(['f', 'e', 'd', 'c', 'b'])
})

test('an order that is tracked again moves to the top instead of appearing twice', () => {
  expect(withRecent(['c', 'b', 'a'], 'a')).toEqual(['a', 'c', 'b'])
})
