import type { MatchingRule } from './candidate.ts'
import { hasAllWords, hasOneWord } from './names.ts'
import { nearest } from './nearest.ts'
import { isInTime, type Pool, type PoolLine, type PoolOrder, timeWindow } from './pool.ts'
import { hasReference } from './relation.ts'

/** The first four rules: one line whose free money is just what the order needs. */
export type ExactRule = Extract<MatchingRule, 'code' | 'reference' | 'names' | 'name'>

export type Fit = { place: number; rule: ExactRule }

/** The fits of one order or line, and whether there may be more than were looked at. */
export type Fits = { fits: Fit[]; crowded: boolean }

/**
 * As many lines of one amount are compared with an order, and orders with a line. Where more fall
 * into the days that count, nothing is the only one: it is then a choice for a person.
 */
const maximumCompared = 500

const ruleOf = (pool: Pool, place: number, line: PoolLine): ExactRule | null => {
  const order = pool.orders[place] as PoolOrder
  if (line.line.freeKobo !== order.dueKobo) return null
  if (line.named.has(place)) return 'code'
  if (hasReference(order, line)) return 'reference'
  if (isInTime(order, line) && hasAllWords(order.name, line.payer)) return 'names'
  return hasOneWord(order.name, line.payer) ? 'name' : null
}

const fitsAmong = (
  places: Iterable<number>,
  ruleWith: (place: number) => ExactRule | null,
): Fit[] => {
  const fits: Fit[] = []
  for (const place of new Set(places)) {
    const rule = ruleWith(place)
    if (rule) fits.push({ place, rule })
  }
  return fits
}

/** The lines that fit an order. A line that names it or has its reference is always looked at. */
export const linesFitting = (pool: Pool, place: number): Fits => {
  const order = pool.orders[place] as PoolOrder
  const { day } = order
  const sameAmount = nearest(
    pool.linesByFree.get(order.dueKobo) ?? [],
    (line) => pool.lines[line]?.day ?? 0,
    { day, from: day - timeWindow.before, to: day + timeWindow.after, maximum: maximumCompared },
  )
  const places = [
    ...(pool.linesNaming.get(place) ?? []).slice(0, maximumCompared),
    ...order.references.flatMap((reference) =>
      (pool.linesByReference.get(reference) ?? []).slice(0, maximumCompared),
    ),
    ...sameAmount.places,
  ]
  const fits = fitsAmong(places, (line) => ruleOf(pool, place, pool.lines[line] as PoolLine))
  return { fits, crowded: sameAmount.crowded }
}

/** The orders that a line fits. */
export const ordersFitting = (pool: Pool, place: number): Fits => {
  const line = pool.lines[place] as PoolLine
  const { day } = line
  const sameAmount = nearest(
    pool.ordersByDue.get(line.line.freeKobo) ?? [],
    (order) => pool.orders[order]?.day ?? 0,
    { day, from: day - timeWindow.after, to: day + timeWindow.before, maximum: maximumCompared },
  )
  const references = [...line.references].flatMap((reference) =>
    (pool.ordersByReference.get(reference) ?? []).slice(0, maximumCompared),
  )
  const places = [...[...line.named].slice(0, maximumCompared), ...references, ...sameAmount.places]
  return {
    fits: fitsAmong(places, (order) => ruleOf(pool, order, line)),
    crowded: sameAmount.crowded,
  }
}

const isSole = (fits: Fit[], place: number, counts: (rule: ExactRule) => boolean): boolean =>
  fits.every((fit) => fit.place === place || !counts(fit.rule))

/**
 * What competes with each rule. A code says which order is meant, so only another code does. With a
 * reference or with names, everything does but a single word of one.
 */
const competing: Record<Exclude<ExactRule, 'name'>, ExactRule[]> = {
  code: ['code'],
  reference: ['code', 'reference', 'names'],
  names: ['code', 'reference', 'names'],
}

/**
 * Whether nothing else competes for the order or for the line. With a reference or with names, a code
 * on the line or for the order competes too, whatever its amount, and the day must be in time.
 */
export const isOnly = (
  pool: Pool,
  [order, ofOrder]: [place: number, fits: Fits],
  { place: line, rule }: Fit,
): boolean => {
  if (rule === 'name') return false
  const competes = (other: ExactRule) => competing[rule].includes(other)
  const [ordered, credit] = [pool.orders[order] as PoolOrder, pool.lines[line] as PoolLine]
  // A stranger's picture may be sent again: then a word of a name speaks for another line.
  const isOthers = rule === 'reference' && !hasAllWords(ordered.name, credit.payer)
  const competesForOrder = (other: ExactRule) => isOthers || competes(other)
  if (!isSole(ofOrder.fits, line, competesForOrder)) return false
  const { named } = credit
  const isClear =
    rule === 'code'
      ? named.size === 1
      : isInTime(ordered, credit) &&
        !ofOrder.crowded &&
        named.size === 0 &&
        !pool.linesNaming.has(order)
  if (!isClear) return false
  const ofLine = ordersFitting(pool, line)
  return isSole(ofLine.fits, order, competes) && (rule === 'code' || !ofLine.crowded)
}
