import { createHmac, type KeyObject } from 'node:crypto'

const halfBits = 16
const halfSize = 2 ** halfBits
const rounds = [0, 1, 2, 3, 4, 5, 6, 7]

export type Permutation = {
  encrypt: (number: number) => number
  decrypt: (number: number) => number
}

export const keyedPermutation = (key: KeyObject, size: number): Permutation => {
  const mask = (round: number, half: number) =>
    createHmac('sha256', key)
      .update(Uint8Array.of(round, half >> 8, half & 255))
      .digest()
      .readUInt16BE()
  const once = (number: number) => {
    let [left, right] = [Math.floor(number / halfSize), number % halfSize]
    for (const round of rounds) [left, right] = [right, left ^ mask(round, right)]
    return left * halfSize + right
  }
  const onceBack = (number: number) => {
    let [left, right] = [Math.floor(number / halfSize), number % halfSize]
    for (const round of rounds.toReversed()) [left, right] = [right ^ mask(round, left), left]
    return left * halfSize + right
  }
  const walk = (step: (number: number) => number) => (number: number) => {
    let result = step(number)
    while (result >= size) result = step(result)
    return result
  }
  return { encrypt: walk(once), decrypt: walk(onceBack) }
}
