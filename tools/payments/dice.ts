import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Random choices that depend on the seed alone. */
export type Dice = {
  random: () => number
  chance: (share: number) => boolean
  pick: <T>(from: readonly T[]) => T
  /** Picks by Zipf's law: the nth is 1/n times as likely as the first. */
  zipf: <T>(from: readonly T[]) => T
  /** Picks by weight. */
  weighted: <T>(from: readonly (readonly [weight: number, value: T])[]) => T
  text: (alphabet: string, length: number) => string
}

const harmonic = new Map<number, number[]>()
const zipfSums = (count: number): number[] => {
  const known = harmonic.get(count)
  if (known) return known
  let sum = 0
  const sums = Array.from({ length: count }, (_, at) => {
    sum += 1 / (at + 1)
    return sum
  })
  harmonic.set(count, sums)
  return sums
}

/** The first throws are skipped, because they are similar for neighbouring seeds. */
const unusedThrows = 64

export const diceOf = (seed: number): Dice => {
  const generator = xoroshiro128plus(Math.imul(seed, 0x9e3779b1))
  const random = () => uniformFloat64(generator)
  for (let thrown = 0; thrown < unusedThrows; thrown++) random()
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  return {
    random,
    pick,
    chance: (share) => random() < share,
    zipf: <T>(from: readonly T[]) => {
      const sums = zipfSums(from.length)
      const thrown = random() * (sums.at(-1) ?? 1)
      return from[sums.findIndex((sum) => sum > thrown)] as T
    },
    weighted: <T>(from: readonly (readonly [number, T])[]) => {
      let thrown = random() * from.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of from) {
        thrown -= weight
        if (thrown < 0) return value
      }
      return (from.at(-1) as readonly [number, T])[1]
    },
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join(
        '',
      ),
  }
}
