import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/**
 * The seed of all random test data: `TEST_SEED`, or a new one in each run (`vitest.config.ts`). A
 * run that fails prints it. Pass it to fast-check: `fc.assert(property, { seed })`.
 */
export const seed = Number(process.env.TEST_SEED ?? 0)

const generator = xoroshiro128plus(seed)

/** A number in [0, 1). Each test file gets the same sequence from the same seed. */
export const random = (): number => uniformFloat64(generator)
