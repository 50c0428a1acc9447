import { toleranceFor } from '../kobo.ts'
import { type MatchingRule, maxCandidates } from './candidate.ts'
import { hasOneWord } from './names.ts'
import { nearest } from './nearest.ts'
import { isInTime, type Pool, type PoolLine, type PoolOrder, timeWindow } from './pool.ts'
import { hasHistory, hasReference, namesOf } from './relation.ts'

/**
 * The first four rules: the free money of one line is exactly what the order needs. With a code or
 * reference, the line may be short by the tolerance.
 */
type ExactRule = Extract<MatchingRule, 'code' | 'reference' | 'names' | 'name'>

export type Fit = {
  place: number
  rule: ExactRule
  /**
   * Only one word of a name matches, and no other name has it. If anything else fits, a person
   * chooses.
   */
  weak: boolean
}

/**
 * What fits an order or a line. `crowded`: some lines or orders were not compared, and may fit too.
 */
export type Fits = { fits: Fit[]; crowded: boolean }

/**
 * The maximum number of lines of one amount that are compared with an order, and of orders of one
 * amount that are compared with a line. If there are more within the time window, no fit counts as
 * the only one, and a person chooses.
 */
const maxCompared = 500

const ruleOf = (pool: Pool, place: number, line: PoolLine): Omit<Fit, 'place'> | null => {
  const order = pool.orders[place] as PoolOrder
  const shortKobo = order.dueKobo - line.line.freeKobo
  if (shortKobo < 0 || shortKobo > toleranceFor(order.dueKobo, pool.toleranceKobo)) return null
  if (line.named.has(place)) return { rule: 'code', weak: false }
  if (hasReference(order, line)) return { rule: 'reference', weak: false }
  if (shortKobo > 0) return null
  if (isInTime(order, line)) {
    const { two, rare } = namesOf(pool, place, line)
    if (two || rare) return { rule: 'names', weak: !two }
  }
  return order.names.some((name) => hasOneWord(name, line.payer)) || hasHistory(order, line)
    ? { rule: 'name', weak: true }
    : null
}

const fitsAmong = (
  places: Iterable<number>,
  ruleWith: (place: number) => Omit<Fit, 'place'> | null,
): Fit[] => {
  const fits: Fit[] = []
  for (const place of new Set(places)) {
    const fit = ruleWith(place)
    if (fit) fits.push({ place, rule: fit.rule, weak: fit.weak })
  }
  return fits
}

/**
 * The lines that fit an order. A line that names the order or has its reference is always compared.
 */
export const linesFitting = (pool: Pool, place: number): Fits => {
  const order = pool.orders[place] as PoolOrder
  const { day } = order
  const sameAmount = nearest(
    pool.linesByFree.get(order.dueKobo) ?? [],
    (line) => pool.lines[line]?.day ?? 0,
    { day, from: day - timeWindow.before, to: day + timeWindow.after, maximum: maxCompared },
  )
  const places = [
    ...(pool.linesNaming.get(place) ?? []).slice(0, maxCompared),
    ...order.references.flatMap((reference) =>
      (pool.linesByReference.get(reference) ?? []).slice(0, maxCompared),
    ),
    ...sameAmount.places,
  ]
  const fits = fitsAmong(places, (line) => ruleOf(pool, place, pool.lines[line] as PoolLine))
  return { fits, crowded: sameAmount.crowded }
}

export const ordersFitting = (pool: Pool, place: number): Fits => {
  const line = pool.lines[place] as PoolLine
  const { day } = line
  const sameAmount = nearest(
    pool.ordersByDue.get(line.line.freeKobo) ?? [],
    (order) => pool.orders[order]?.day ?? 0,
    { day, from: day - timeWindow.after, to: day + timeWindow.before, maximum: maxCompared },
  )
  const references = [...line.references].flatMap((reference) =>
    (pool.ordersByReference.get(reference) ?? []).slice(0, maxCompared),
  )
  const places = [...[...line.named].slice(0, maxCompared), ...references, ...sameAmount.places]
  return {
    fits: fitsAmong(places, (order) => ruleOf(pool, order, line)),
    crowded: sameAmount.crowded,
  }
}

/**
 * The approved orders that still lack money and that a line fits: at most nine, nearest to its day.
 */
export const approvedFitting = (pool: Pool, line: PoolLine): number[] => {
  const sameAmount = nearest(
    pool.approvedByDue.get(line.line.freeKobo) ?? [],
    (order) => pool.orders[order]?.day ?? 0,
    { day: line.day, from: line.day, to: line.day, maximum: maxCandidates },
  )
  return sameAmount.places.filter((order) => ruleOf(pool, order, line) !== null)
}

const isSole = (fits: Fit[], place: number, counts: (fit: Fit) => boolean): boolean =>
  fits.every((fit) => fit.place === place || !counts(fit))

/**
 * The rules that compete with each rule. A code identifies the order, so only another code
 * competes. With a reference or names, every rule competes except a single word of a name.
 */
const competing: Record<Exclude<ExactRule, 'name'>, ExactRule[]> = {
  code: ['code'],
  reference: ['code', 'reference', 'names'],
  names: ['code', 'reference', 'names'],
}

/**
 * Whether the customer has another order of the same amount, for which they may have sent the same
 * picture.
 */
const hasTwin = (pool: Pool, place: number, line: PoolLine): boolean => {
  const { order, dueKobo } = pool.orders[place] as PoolOrder
  return (pool.ordersOfCustomer.get(order.customerKey) ?? []).some((other) => {
    const twin = pool.orders[other] as PoolOrder
    return other !== place && twin.dueKobo === dueKobo && isInTime(twin, line)
  })
}

/**
 * Whether nothing competes for the order or for the line. A match by reference or names must also
 * be in the time window, and neither the order nor the line may have a match by code, even of
 * another amount.
 */
export const isOnly = (
  pool: Pool,
  [order, ofOrder]: [place: number, fits: Fits],
  { place: line, rule, weak }: Fit,
): boolean => {
  if (rule === 'name') return false
  // A match on a single rare word does not compete with a match on two words.
  const competes = (other: Fit) =>
    weak || (competing[rule].includes(other.rule) && !(rule === 'names' && other.weak))
  const [ordered, credit] = [pool.orders[order] as PoolOrder, pool.lines[line] as PoolLine]
  // The customer may have sent a stranger's receipt. So if the reference matches but no name does,
  // every other fit of the order competes, and so does an order of the same amount by the same
  // customer.
  const { two, rare } = namesOf(pool, order, credit)
  const isOthers = rule === 'reference' && !two && !rare
  const competesForOrder = (other: Fit) => isOthers || competes(other)
  if (!isSole(ofOrder.fits, line, competesForOrder)) return false
  if (isOthers && hasTwin(pool, order, credit)) return false
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
