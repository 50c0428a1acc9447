import { type MatchingRule, matchingRules, type Signals } from './candidate.ts'
import { isOnly, linesFitting, ordersFitting } from './exact.ts'
import { isInTime, type Pool, type PoolLine, type PoolOrder } from './pool.ts'
import { namesOf, relationOf } from './relation.ts'
import { ordersOfPayer } from './sums.ts'

/** An order that a line may pay for, as shown to people who work through the lines. */
export type BestOrder = {
  orderId: string
  /** How much the order still needs; zero or less if it is fully paid. */
  dueKobo: number
  isApproved: boolean
  rule: MatchingRule
  signals: Signals
  /** Whether the line fits no other order, and the order fits no other line. */
  only: boolean
}

/** The maximum number of orders offered for a line: one for each number key. */
const maxOffered = 9

/**
 * Finds orders whose amount differs from the line's. If the line names one order by code or id,
 * returns only that order; if it names several, returns none. Otherwise, returns the orders that
 * need money and match the payer's names and the time window, nearest amount first.
 */
const differencesOf = (pool: Pool, line: PoolLine) => {
  if (line.named.size > 1) return []
  const offOf = (place: number) => Math.abs((pool.orders[place]?.dueKobo ?? 0) - line.line.freeKobo)
  const isPayers = (place: number) =>
    isInTime(pool.orders[place] as PoolOrder, line) && namesOf(pool, place, line).two
  const places =
    line.named.size === 1
      ? [...line.named]
      : ordersOfPayer(pool, line)
          .filter(isPayers)
          .sort((one, other) => offOf(one) - offOf(other) || one - other)
          .slice(0, maxOffered)
  return places.map((place) => ({ place, rule: 'difference' as const, weak: false }))
}

/**
 * The orders that a line may pay for, at most nine: best rule first, then nearest day. A match on
 * one word of a name counts only if no better match exists. If no order fits, returns orders with
 * another amount that the line names, or whose names match, under the rule `difference`. Empty for
 * a line outside the pool. `maxCompared` in `exact.ts` limits the work.
 */
export const ordersFor = (pool: Pool, lineId: string): BestOrder[] => {
  const place = pool.placeOfLine.get(lineId)
  if (place === undefined) return []
  const line = pool.lines[place] as PoolLine
  const distance = (order: number) => Math.abs((pool.orders[order]?.day ?? 0) - line.day)
  const fits = [...ordersFitting(pool, place).fits].sort(
    (one, other) =>
      matchingRules.indexOf(one.rule) - matchingRules.indexOf(other.rule) ||
      distance(one.place) - distance(other.place) ||
      one.place - other.place,
  )
  // If an order matches by a better rule, matches on one word of a name only distract.
  const likely = fits.filter(({ rule }) => rule !== 'name' || fits[0]?.rule === 'name')
  const offers = fits.length > 0 ? likely.slice(0, maxOffered) : differencesOf(pool, line)
  return offers.flatMap((offered, at) => {
    const order = pool.orders[offered.place]
    if (!order) return []
    const { rule, weak } = offered
    const { code, reference, names, history, time } = relationOf(pool, offered.place, line)
    return {
      orderId: order.order.orderId,
      dueKobo: order.dueKobo,
      isApproved: order.order.isApproved ?? false,
      rule,
      signals: { code, reference, amount: rule !== 'difference', names, history, time },
      only:
        at === 0 &&
        rule !== 'difference' &&
        isOnly(pool, [offered.place, linesFitting(pool, offered.place)], { place, rule, weak }),
    }
  })
}
