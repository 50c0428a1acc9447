import { expect, test } from 'vitest'
import { formatNumber } from './money.tsx'

test('a number has commas between its thousands', () => {
  expect(formatNumber(10_000)).toBe('10,000')
})
