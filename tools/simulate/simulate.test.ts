import { expect, test } from 'vitest'
import { plantedBugs } from './bugs/bugs.ts'
import { production, runSeed } from './run-seed.ts'

const seeds = Array.from({ length: 2_000 }, (_, at) => at + 1)

/** In parts of a hundred, so that a failure names its part. */
const parts = Array.from({ length: 20 }, (_, at) => seeds.slice(at * 100, (at + 1) * 100))

test.for(parts)('the shop holds its invariants from seed %i on', async (part) => {
  for (const seed of part) {
    const { problems } = await runSeed(seed)
    expect(problems, `npm run simulate -- --seed ${seed}`).toEqual([])
  }
})

test.for(Object.entries(plantedBugs))('a planted bug is found: %s', async ([, bug]) => {
  const wiring = { ...production, ...bug }
  for (const seed of seeds.slice(0, 1_000))
    if ((await runSeed(seed, { wiring })).problems.length > 0) return
  expect.fail('not found in 1,000 worlds')
})

test('a seed replays exactly', async () => {
  const [first, again] = [
    await runSeed(7, { isTraced: true }),
    await runSeed(7, { isTraced: true }),
  ]
  expect(first.trace.length).toBeGreaterThan(100)
  expect(again).toEqual(first)
})
