import { expect, test } from 'vitest'
import { heldClock } from '../testing/held-clock.ts'
import { openBudget } from './budget.ts'

const open = () => {
  const { clock, pass } = heldClock()
  const budget = openBudget({ most: 10, seconds: 3600, now: clock.now, text: 'Enough' })
  return { budget, pass }
}

test('a client that spent more than its hour allows is told when it ends, and others are not', async () => {
  const { budget, pass } = open()
  budget.add('ada', 10)
  expect(() => budget.check('ada')).not.toThrow()
  await pass(600_000)
  budget.add('ada', 1)
  expect(() => budget.check('ada')).toThrow(
    expect.objectContaining({ code: 'too-many-requests', retryAfter: 3000, message: 'Enough' }),
  )
  expect(() => budget.check('obi')).not.toThrow()
  await pass(3_000_001)
  expect(() => budget.check('ada')).not.toThrow()
})

test('a lower limit holds for one question', () => {
  const { budget } = open()
  budget.add('ada', 5)
  expect(() => budget.check('ada', 4)).toThrow('Enough')
  expect(() => budget.check('ada')).not.toThrow()
})
