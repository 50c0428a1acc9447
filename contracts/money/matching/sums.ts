import { nearest } from './nearest.ts'
import { isInTime, type Pool, type PoolLine, type PoolOrder } from './pool.ts'
import { relationOf } from './relation.ts'

/**
 * Several lines that together pay for an order, or one line that pays for the order and for other
 * orders of the customer.
 */
export type Sum = { lines: number[]; alsoPays: number[] }

const most = 4
/**
 * The maximum number of a customer's orders, or of a payer's lines, that are combined. They make at
 * most 781 sums.
 */
const maxParts = 12
const maxRead = 60
const maxSums = 3

type Part = { place: number; kobo: number }

/**
 * Adds parts to `chosen` in every possible way, up to four parts in all, and returns the choices of
 * two or more that `isSum` accepts.
 */
const choices = (
  chosen: Part[],
  parts: Part[],
  isSum: (kobo: number, places: number[]) => boolean,
): number[][] => {
  const found: number[][] = []
  const extend = (from: number, places: number[], kobo: number) => {
    if (places.length >= 2 && isSum(kobo, places)) found.push(places)
    if (places.length === most) return
    for (let at = from; at < parts.length; at++) {
      const part = parts[at] as Part
      extend(at + 1, [...places, part.place], kobo + part.kobo)
    }
  }
  const places = chosen.map(({ place }) => place)
  extend(
    0,
    places,
    chosen.reduce((sum, { kobo }) => sum + kobo, 0),
  )
  return found
}

/**
 * The weight of the evidence beyond the amount; 0 for none. A sum alone, or a common word, can
 * match by chance.
 */
const evidence = (pool: Pool, order: number, line: PoolLine): number => {
  const { code, reference, names, time } = relationOf(pool, order, line)
  return code ? 3 : reference ? 2 : names && time ? 1 : 0
}

const siblings = (pool: Pool, place: number): Part[] => {
  const { order, day } = pool.orders[place] as PoolOrder
  const { places } = nearest(
    pool.ordersOfCustomer.get(order.customerKey) ?? [],
    (other) => pool.orders[other]?.day ?? 0,
    { day, from: day, to: day, maximum: maxParts },
  )
  return places
    .filter((other) => other !== place)
    .map((other) => ({ place: other, kobo: pool.orders[other]?.dueKobo ?? 0 }))
}

type Likely = Sum & { weight: number }

const oneLineForOrders = (pool: Pool, place: number): Likely[] => {
  const own = { place, kobo: pool.orders[place]?.dueKobo ?? 0 }
  const found: Likely[] = []
  const isSum = (kobo: number, places: number[]) => {
    const orders = places.map((order) => pool.orders[order] as PoolOrder)
    for (const line of (pool.linesByFree.get(kobo) ?? []).slice(-maxRead)) {
      const credit = pool.lines[line] as PoolLine
      const weight = Math.max(...places.map((order) => evidence(pool, order, credit)))
      if (weight > 0 && orders.every((order) => isInTime(order, credit))) {
        const alsoPays = places.filter((order) => order !== place)
        found.push({ lines: [line], alsoPays, weight })
      }
    }
    return false
  }
  choices([own], siblings(pool, place), isSum)
  return found
}

/** For each word, the items that have the word and are nearest to the day. */
const nearbyWith = (
  words: Iterable<string>,
  index: Map<string, number[]>,
  dayOf: (place: number) => number,
  day: number,
): number[] =>
  [...new Set(words)].flatMap(
    (word) =>
      nearest(index.get(word) ?? [], dayOf, { day, from: day, to: day, maximum: maxRead }).places,
  )

/**
 * Lines near an order's day that share a word with its names, and lines of any amount that contain
 * its code.
 */
export const linesOfPayer = (pool: Pool, place: number): number[] => {
  const { names, day } = pool.orders[place] as PoolOrder
  const words = names.flatMap((name) => name.words)
  const near = nearbyWith(words, pool.linesByWord, (line) => pool.lines[line]?.day ?? 0, day)
  return [...new Set([...(pool.linesNaming.get(place) ?? []).slice(0, maxRead), ...near])]
}

/** Orders that need money, near a line's day, whose names share a word with the payer. */
export const ordersOfPayer = (pool: Pool, { words, day }: PoolLine): number[] => [
  ...new Set(nearbyWith(words, pool.ordersByWord, (order) => pool.orders[order]?.day ?? 0, day)),
]

/** Whether the line alone pays for an order, so that it is unlikely to be part of a sum. */
const paysOne = (pool: Pool, line: PoolLine): boolean =>
  (pool.ordersByDue.get(line.line.freeKobo) ?? [])
    .slice(-maxRead)
    .some((order) => evidence(pool, order, line) > 0)

const linesForOneOrder = (pool: Pool, place: number, near: number[]): Likely[] => {
  const order = pool.orders[place] as PoolOrder
  const parts = near
    .map((line) => {
      const credit = pool.lines[line] as PoolLine
      const kobo = credit.line.freeKobo
      const isPart = kobo < order.dueKobo && (credit.named.has(place) || isInTime(order, credit))
      return { place: line, kobo, weight: isPart ? evidence(pool, place, credit) : 0 }
    })
    .filter(({ place: line, weight }) => weight > 0 && !paysOne(pool, pool.lines[line] as PoolLine))
    .sort((one, other) => other.weight - one.weight || one.place - other.place)
    .slice(0, maxParts)
  const weightOf = new Map(parts.map((part) => [part.place, part.weight]))
  return choices([], parts, (kobo) => kobo === order.dueKobo).map((lines) => ({
    lines,
    alsoPays: [],
    weight: Math.min(...lines.map((line) => weightOf.get(line) ?? 0)),
  }))
}

/**
 * The sums that include an order: stronger evidence first, then fewer parts.
 *
 * @param near the lines that `linesOfPayer` finds
 */
export const sumsOf = (pool: Pool, place: number, near: number[]): Sum[] =>
  [...oneLineForOrders(pool, place), ...linesForOneOrder(pool, place, near)]
    .sort(
      (one, other) =>
        other.weight - one.weight ||
        one.lines.length + one.alsoPays.length - other.lines.length - other.alsoPays.length,
    )
    .slice(0, maxSums)
    .map(({ lines, alsoPays }) => ({ lines, alsoPays }))
