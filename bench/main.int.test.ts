import { expect, test } from 'vitest'
import { tableOf } from './measuring/table.ts'
import { partNames, runBench } from './run.ts'

test('the bench measures everything, each figure beside its floor', async () => {
  const { about, rows } = await runBench({
    ...{ sizes: [50, 200], seconds: 0.05, turns: 1, say: () => {} },
    ...{ only: undefined, folder: undefined, profile: undefined },
  })
  expect(new Set(rows.map(({ part }) => part))).toEqual(new Set(partNames))
  for (const { value, floor, ratio, what } of rows)
    for (const figure of [value, floor.value, ratio]) expect(figure, what).toBeGreaterThan(0)
  expect(rows.filter(({ what }) => what.endsWith(', grown'))).toHaveLength(7)
  expect(tableOf(rows)).not.toMatch(/NaN|Infinity|undefined/)
  expect(about.join()).toMatch(/fsync on/)
}, 900_000)
