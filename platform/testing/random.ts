import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { repetitions } from './repetitions.ts'

/**
 * The seed of all random test data: `TEST_SEED`, or a new one for each run (`vitest.config.ts`). A
 * failed run prints it. Give it to fast-check: `fc.assert(property, { seed })`.
 */
export const seed = Number(process.env.TEST_SEED ?? 0)

let generator = xoroshiro128plus(seed)
let turn: number | undefined
let place = 0

/** Mixes the bits, because the sequences of neighboring seeds begin alike. */
const mixed = (number: number): number => {
  const once = Math.imul(number ^ (number >>> 16), 0x21f0aaad)
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97)
  return twice ^ (twice >>> 15)
}

/**
 * Starts the sequence of a test file (`testAt` is 0) or of its nth test, counted from 1. Each test
 * has its own sequence, so that it gets the same numbers alone or with others.
 */
export const restartRandom = (testAt = 0): void => {
  place = testAt
  generator = xoroshiro128plus(place === 0 ? seed : mixed(seed + mixed(place)))
  turn = undefined
}

/** A number in [0, 1). With the same seed, each test gets the same sequence. */
export const random = (): number => uniformFloat64(generator)

/**
 * Some of the variants with which a test is repeated, such as screen widths: `usual` of them in
 * `npm test`, all in `npm run test:long`. Each call in a test continues where the last one ended.
 * Each test of a file starts one variant later than the test before it; the seed decides where the
 * first test starts. So a file with several tests covers all variants, and each seed combines tests
 * and variants differently.
 */
export const someOf = <T>(all: readonly T[], usual = 1): T[] => {
  const count = Math.min(repetitions({ usual, long: all.length }), all.length)
  turn ??= (Math.abs(mixed(seed)) % 1_000) + place
  const from = turn
  turn += count
  return Array.from({ length: count }, (_, n) => all[(from + n) % all.length] as T)
}
