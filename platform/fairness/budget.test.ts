import { expect, test } from 'vitest'
import { heldClock } from '../testing/held-clock.ts'
import { openBudget } from './budget.ts'

test('a client over its hourly budget stays over it until the hour ends, and others are unaffected', async () => {
  const { clock, pass } = heldClock()
  const budget = openBudget({ most: 10, seconds: 3600, now: clock.now })
  budget.add('ada', 10)
  expect(budget.isSpent('ada')).toBe(false)
  await pass(600_000)
  budget.add('ada', 1)
  expect([budget.isSpent('ada'), budget.isSpent('obi')]).toEqual([true, false])
  await pass(3_000_001)
  expect(budget.isSpent('ada')).toBe(false)
})
