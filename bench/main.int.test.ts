import { someOf } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { tableOf } from './measuring/table.ts'
import { partNames, runBench } from './run.ts'

test('the benchmark measures everything, each figure next to its floor', async () => {
  const only = someOf(partNames)
  const { about, rows } = await runBench({
    sizes: [50, 200],
    seconds: 0.05,
    turns: 1,
    waitingProofs: 2,
    say: () => {},
    only,
    folder: undefined,
    profile: undefined,
  })
  expect(new Set(rows.map(({ part }) => part))).toEqual(new Set(only))
  for (const { value, floor, ratio, what } of rows)
    for (const figure of [value, floor.value, ratio]) expect(figure, what).toBeGreaterThan(0)
  const grown = rows.filter(({ what }) => what.endsWith(', grown'))
  expect(grown).toHaveLength((only.includes('pages') ? 6 : 0) + (only.includes('counts') ? 1 : 0))
  expect(tableOf(rows)).not.toMatch(/NaN|Infinity|undefined/)
  expect(about.join()).toMatch(/fsync on/)
})
