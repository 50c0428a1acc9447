import { expect, test } from 'vitest'
import { diceOf } from '../dice.ts'
import { reportOf, targetsOf } from '../report.ts'
import { addOutcomes, simulateMonth } from '../simulate.ts'
import { banks } from './banks.ts'
import { newCustomer } from './customers.ts'
import { makeHarderMonth } from './month.ts'

const options = { ordersADay: 20, codes: 0 }

test('a seed always makes the same month', () => {
  expect(makeHarderMonth({ ...options, seed: 7 })).toEqual(makeHarderMonth({ ...options, seed: 7 }))
  expect(makeHarderMonth({ ...options, seed: 7 })).not.toEqual(
    makeHarderMonth({ ...options, seed: 17 }),
  )
})

test('relatives and companies pay for 7 of 100 customers each', () => {
  const dice = diceOf(1)
  const kinds = Array.from({ length: 20_000 }, (_, at) => newCustomer(dice, at).payer)
  const share = (kind: string) => kinds.filter((one) => one === kind).length / kinds.length
  expect(share('relative')).toBeCloseTo(0.07, 2)
  expect(share('company')).toBeCloseTo(0.07, 2)
})

test('each shop has a bank that cuts its narrations', () => {
  const longest = Array.from({ length: 3 * banks.length }, (_, seed) =>
    Math.max(
      ...makeHarderMonth({ ...options, seed }).lines.map(({ line }) => line.narration.length),
    ),
  )
  for (const cut of [30, 50, 100]) expect(longest).toContain(cut)
})

test.each([0, 0.6])('the targets are met on small harder months, codes: %s', (codes) => {
  const of = { generator: 'harder', codes } as const
  const outcome = Array.from({ length: banks.length }, (_, at) =>
    simulateMonth({ ordersADay: 20, seed: at + 1, ...of }),
  ).reduce(addOutcomes)
  const missed = targetsOf(outcome, of).filter(({ met }) => !met)
  expect(missed, reportOf(outcome, of)).toEqual([])
})
