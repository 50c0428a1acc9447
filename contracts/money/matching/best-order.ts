import { type MatchingRule, matchingRules, type Signals } from './candidate.ts'
import { isOnly, linesFitting, ordersFitting } from './exact.ts'
import type { Pool, PoolLine } from './pool.ts'
import { relationOf } from './relation.ts'

/** The order that a line most likely pays, for who works through the lines. */
export type BestOrder = {
  orderId: string
  rule: MatchingRule
  signals: Signals
  /** The line fits no other open order, and the order no other open line. */
  only: boolean
}

/** The order whose code or id a line has, whatever its amount; null where it names none or several. */
const orderNamed = ({
  named,
}: PoolLine): { place: number; rule: 'difference'; weak: false } | null => {
  const [place] = named
  return place === undefined || named.size > 1 ? null : { place, rule: 'difference', weak: false }
}

/**
 * The best order for one line: by the best rule, then the nearest day. An order that the line names by
 * its code with another amount is a `difference`. Null when no order fits, and for a line that the pool
 * does not have. Work is bounded as in `candidatesOf`.
 */
export const bestOrderOf = (pool: Pool, lineId: string): BestOrder | null => {
  const place = pool.placeOfLine.get(lineId)
  if (place === undefined) return null
  const line = pool.lines[place] as PoolLine
  const distance = (order: number) => Math.abs((pool.orders[order]?.day ?? 0) - line.day)
  const [fit] = ordersFitting(pool, place).fits.toSorted(
    (one, other) =>
      matchingRules.indexOf(one.rule) - matchingRules.indexOf(other.rule) ||
      distance(one.place) - distance(other.place) ||
      one.place - other.place,
  )
  const best = fit ?? orderNamed(line)
  const order = best && pool.orders[best.place]
  if (!best || !order) return null
  const { code, reference, names, time } = relationOf(pool, best.place, line)
  return {
    orderId: order.order.orderId,
    rule: best.rule,
    signals: { code, reference, amount: best.rule !== 'difference', names, time },
    only:
      best.rule !== 'difference' &&
      isOnly(pool, [best.place, linesFitting(pool, best.place)], {
        place,
        rule: best.rule,
        weak: best.weak,
      }),
  }
}
