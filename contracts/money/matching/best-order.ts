import { type MatchingRule, matchingRules, type Signals } from './candidate.ts'
import { isOnly, linesFitting, ordersFitting } from './exact.ts'
import type { Pool, PoolLine } from './pool.ts'
import { relationOf } from './relation.ts'

/** An order that a line may pay for, as shown to people who work through the lines. */
export type BestOrder = {
  orderId: string
  dueKobo: number
  rule: MatchingRule
  signals: Signals
  /** Whether the line fits no other order, and the order fits no other line. */
  only: boolean
}

/**
 * The order that a line names by code or id, even if the amounts differ; null unless the line names
 * exactly one order.
 */
const orderNamed = ({
  named,
}: PoolLine): { place: number; rule: 'difference'; weak: false } | null => {
  const [place] = named
  return place === undefined || named.size > 1 ? null : { place, rule: 'difference', weak: false }
}

/** The maximum number of orders offered for a line: one for each number key. */
const maxOffered = 9

/**
 * The orders that a line may pay for, at most nine: best rule first, then nearest day. A match on
 * one word of a name counts only if no better match exists. If no order fits, an order that the
 * line names is returned as a `difference`: it needs another amount. Empty for a line outside the
 * pool. `maxCompared` in `exact.ts` limits the work.
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
  const named = fits.length === 0 ? orderNamed(line) : null
  return [...likely.slice(0, maxOffered), ...(named ? [named] : [])].flatMap((offered, at) => {
    const order = pool.orders[offered.place]
    if (!order) return []
    const { rule, weak } = offered
    const { code, reference, names, history, time } = relationOf(pool, offered.place, line)
    return {
      orderId: order.order.orderId,
      dueKobo: order.dueKobo,
      rule,
      signals: { code, reference, amount: rule !== 'difference', names, history, time },
      only:
        at === 0 &&
        rule !== 'difference' &&
        isOnly(pool, [offered.place, linesFitting(pool, offered.place)], { place, rule, weak }),
    }
  })
}
