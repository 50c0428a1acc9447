import { expect, test } from 'vitest'
import { formatNumber } from './money.tsx'

test('a number has commas between its thousands, and a minus sign if negative', () => {
  expect([10_000, -10_000, -0].map(formatNumber)).toEqual(['10,000', '−10,000', '0'])
})
