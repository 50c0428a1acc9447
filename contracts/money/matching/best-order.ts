import { type MatchingRule, matchingRules, type Signals } from './candidate.ts'
import { isOnly, linesFitting, ordersFitting } from './exact.ts'
import type { Pool, PoolLine } from './pool.ts'
import { relationOf } from './relation.ts'

/** The order that a line most likely pays, for who works through the lines. */
export type BestOrder = {
  orderId: string
  /** What the order still needs. */
  dueKobo: number
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

/** The most orders offered for a line: one for each number key. */
export const maxOffered = 9

/**
 * The orders that a line may pay, nine at most: by the best rule, then the nearest day; by one word of
 * a name only where nothing says more. Where none
 * fits, an order that the line names by its code with another amount is a `difference`. None for a
 * line that the pool does not have. Work is bounded as in `candidatesOf`.
 */
export const ordersFor = (pool: Pool, lineId: string): BestOrder[] => {
  const place = pool.placeOfLine.get(lineId)
  if (place === undefined) return []
  const line = pool.lines[place] as PoolLine
  const distance = (order: number) => Math.abs((pool.orders[order]?.day ?? 0) - line.day)
  const fits = ordersFitting(pool, place).fits.toSorted(
    (one, other) =>
      matchingRules.indexOf(one.rule) - matchingRules.indexOf(other.rule) ||
      distance(one.place) - distance(other.place) ||
      one.place - other.place,
  )
  // Beside two words of a name or a code, one word is noise.
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
