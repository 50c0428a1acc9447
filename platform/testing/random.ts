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
let place = 0

/** Spreads the bits: sequences from neighbouring seeds begin alike. */
const mixed = (number: number): number => {
  const once = Math.imul(number ^ (number >>> 16), 0x21f0aaad)
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97)
  return twice ^ (twice >>> 15)
}

/**
 * Begins the sequence of a file, or of its nth test, counted from 1: each has its own, so that a test
 * that runs alone gets the same numbers as among the others.
 */
export const restartRandom = (testAt = 0): void => {
  place = testAt
  generator = xoroshiro128plus(place === 0 ? seed : mixed(seed + mixed(place)))
  turn = undefined
}

/** A number in [0, 1). Each test gets the same sequence from the same seed. */
export const random = (): number => uniformFloat64(generator)

/**
 * Some of the ways in which a test is repeated, such as the widths of a screen: `usual` of them in
 * `npm test`, all in `npm run test:long`. Each call of a test goes on where the last one ended, and each
 * test of a file begins one further than the one before it, from a place that the seed draws: all have
 * their turn in a file with several tests, and each commit pairs tests and widths otherwise.
 */
export const someOf = <T>(all: readonly T[], usual = 1): T[] => {
  const count = Math.min(repetitions({ usual, long: all.length }), all.length)
  turn ??= (Math.abs(mixed(seed)) % 1_000) + place
  const from = turn
  turn += count
  return Array.from({ length: count }, (_, n) => all[(from + n) % all.length] as T)
}
