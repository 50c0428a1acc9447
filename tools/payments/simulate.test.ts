import { expect, test } from 'vitest'
import { makeMonth } from './month.ts'
import { foundOf, reportOf, targetsOf } from './report.ts'
import { addOutcomes, simulateMonth } from './simulate.ts'

const options = { ordersADay: 40, codes: 0.3 }

test('the targets are met on three small months', () => {
  const outcome = [1, 2, 3].map((seed) => simulateMonth({ ...options, seed })).reduce(addOutcomes)
  const report = reportOf(outcome, options)
  expect(
    targetsOf(outcome, options).filter(({ met }) => !met),
    report,
  ).toEqual([])
  expect(outcome.amountAlone.right / outcome.paid, report).toBeLessThan(foundOf(outcome) / 2)
})

test('approved orders without their money make no match of a pending order wrong', () => {
  const months = [1, 2, 3].map((seed) => ({ ...options, seed, approved: 0.5 }))
  const outcome = months.map(simulateMonth).reduce(addOutcomes)
  const report = reportOf(outcome, options)
  expect(
    targetsOf(outcome, options).filter(({ met }) => !met),
    report,
  ).toEqual([])
  const { said, right } = outcome.approvedOffered
  expect(right / said, report).toBeGreaterThan(0.85)
})

test('a missed target is reported', () => {
  const none = simulateMonth({ seed: 1, ordersADay: 5, codes: 0 })
  none.taken.names = { said: 100, right: 99 }
  const missed = targetsOf(none, options).filter(({ met }) => !met)
  expect(missed.map(({ target }) => target)).toContain('names: precision at least 0.995')
  expect(reportOf(none, options)).toContain('MISSED names')
})

test('a seed always makes the same month', () => {
  expect(makeMonth({ ...options, seed: 7 })).toEqual(makeMonth({ ...options, seed: 7 }))
  expect(makeMonth({ ...options, seed: 7 })).not.toEqual(makeMonth({ ...options, seed: 8 }))
})
