import { nearest } from './nearest.ts'
import { isInTime, type Pool, type PoolLine, type PoolOrder } from './pool.ts'
import { relationOf } from './relation.ts'

/** Lines that pay an order together, or one line that pays it and others of the same customer. */
export type Sum = { lines: number[]; alsoPays: number[] }

const most = 4
/** As many orders of a customer, or lines of a payer, are tried together: 781 sums at most. */
const maximumParts = 12
const maximumRead = 60
const maximumSums = 5

type Part = { place: number; kobo: number }

/** Every way to add to `chosen` up to four parts in all, the amounts with their sum. */
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

/** Whether anything but an amount speaks for a line: sums alone meet by chance. */
const isLikely = (pool: Pool, order: number, line: PoolLine): boolean => {
  const { code, reference, name } = relationOf(pool, order, line)
  return code || reference || name
}

/** The other orders of the order's customer that are nearest to it in time. */
const siblings = (pool: Pool, place: number): Part[] => {
  const { order, day } = pool.orders[place] as PoolOrder
  const { places } = nearest(
    pool.ordersOfCustomer.get(order.customerKey) ?? [],
    (other) => pool.orders[other]?.day ?? 0,
    { day, from: day, to: day, maximum: maximumParts },
  )
  return places
    .filter((other) => other !== place)
    .map((other) => ({ place: other, kobo: pool.orders[other]?.dueKobo ?? 0 }))
}

const oneLineForOrders = (pool: Pool, place: number): Sum[] => {
  const own = { place, kobo: pool.orders[place]?.dueKobo ?? 0 }
  const lines = new Map<number[], number[]>()
  const isSum = (kobo: number, places: number[]) => {
    const likely = (pool.linesByFree.get(kobo) ?? []).slice(-maximumRead).filter((line) => {
      const credit = pool.lines[line] as PoolLine
      return (
        places.some((order) => isInTime(pool.orders[order] as PoolOrder, credit)) &&
        places.some((order) => isLikely(pool, order, credit))
      )
    })
    if (likely.length > 0) lines.set(places, likely)
    return likely.length > 0
  }
  return choices([own], siblings(pool, place), isSum)
    .flatMap((places) => {
      const alsoPays = places.filter((order) => order !== place)
      return (lines.get(places) ?? []).map((line) => ({ lines: [line], alsoPays }))
    })
    .slice(0, maximumSums)
}

/** Lines near an order's day that have one of its words, whatever their amount. */
export const linesOfPayer = (pool: Pool, place: number): number[] => {
  const { name, day } = pool.orders[place] as PoolOrder
  const near = name.words.flatMap(
    (word) =>
      nearest(pool.linesByWord.get(word) ?? [], (line) => pool.lines[line]?.day ?? 0, {
        day,
        from: day,
        to: day,
        maximum: maximumRead,
      }).places,
  )
  return [...new Set([...(pool.linesNaming.get(place) ?? []).slice(0, maximumRead), ...near])]
}

const linesForOneOrder = (pool: Pool, place: number, near: number[]): Sum[] => {
  const order = pool.orders[place] as PoolOrder
  const weight = (line: number) => {
    const { code, reference, names } = relationOf(pool, place, pool.lines[line] as PoolLine)
    return (code || reference ? 2 : 0) + (names ? 1 : 0)
  }
  const parts = near
    .filter((line) => {
      const credit = pool.lines[line] as PoolLine
      return (
        credit.line.freeKobo < order.dueKobo &&
        (credit.named.has(place) || isInTime(order, credit)) &&
        isLikely(pool, place, credit)
      )
    })
    .map((line) => ({
      place: line,
      weight: weight(line),
      kobo: pool.lines[line]?.line.freeKobo ?? 0,
    }))
    .sort((one, other) => other.weight - one.weight || one.place - other.place)
    .slice(0, maximumParts)
  return choices([], parts, (kobo) => kobo === order.dueKobo)
    .map((lines) => ({ lines, alsoPays: [] }))
    .slice(0, maximumSums)
}

/** The sums that an order is part of; `near` are the lines that `linesOfPayer` finds. */
export const sumsOf = (pool: Pool, place: number, near: number[]): Sum[] => [
  ...oneLineForOrders(pool, place),
  ...linesForOneOrder(pool, place, near),
]
