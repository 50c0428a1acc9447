import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { repetitions } from './repetitions.ts'

/**
 * The seed of all random test data: `TEST_SEED`, or a new one in each run (`vitest.config.ts`). A
 * run that fails prints it. Pass it to fast-check: `fc.assert(property, { seed })`.
 */
export const seed = Number(process.env.TEST_SEED ?? 0)

let generator = xoroshiro128plus(seed)
let turn: number | undefined

/** Begins the sequence again: files that share a process each get it from its beginning. */
export const restartRandom = (): void => {
  generator = xoroshiro128plus(seed)
  turn = undefined
}

/** A number in [0, 1). Each test file gets the same sequence from the same seed. */
export const random = (): number => uniformFloat64(generator)

/**
 * Some of the ways in which a test is repeated, such as the widths of a screen: `usual` of them in
 * `npm test`, all in `npm run test:long`. Each call of a file goes on where the last one ended, from a
 * place that the seed draws: all have their turn in a file with several tests, and each commit pairs
 * tests and widths otherwise.
 */
export const someOf = <T>(all: readonly T[], usual = 1): T[] => {
  const count = Math.min(repetitions({ usual, long: all.length }), all.length)
  turn ??= Math.floor(random() * all.length)
  const from = turn
  turn += count
  return Array.from({ length: count }, (_, n) => all[(from + n) % all.length] as T)
}
