import type { MatchingRule, OpenLine, OpenOrder } from '@strand/contracts/money/matching/candidate'
import { matchPayments } from '@strand/contracts/money/matching/match-payments'

const isSame = (ids: string[], others: string[]) =>
  new Set([...ids, ...others]).size === ids.length && ids.length === others.length

/**
 * Finds the rule by which this line pays for exactly these orders, regardless of any other money;
 * `by hand` if there is no such rule. The orders and lines must be as they were before the match.
 * The rule is only recorded; nothing depends on it.
 *
 * @param orders no order more than once
 * @param options.shopNames the names of the shop and its accounts
 * @param options.otherLines lines that pay for the order together with `line`
 */
export const ruleOf = (
  orders: OpenOrder[],
  line: OpenLine,
  {
    shopNames,
    otherLines = [],
    toleranceKobo = 0,
  }: { shopNames: string[]; otherLines?: OpenLine[]; toleranceKobo?: number },
): MatchingRule | 'by hand' => {
  const lines = [line, ...otherLines]
  const lineIds = lines.map(({ lineId }) => lineId)
  const orderIds = orders.map(({ orderId }) => orderId)
  for (const [orderId, candidates] of matchPayments({ orders, lines, shopNames, toleranceKobo })) {
    const theirs = candidates.find(
      (candidate) =>
        isSame(
          candidate.lines.map(({ lineId }) => lineId),
          lineIds,
        ) && isSame([orderId, ...candidate.alsoPays], orderIds),
    )
    if (theirs) return theirs.rule
  }
  return 'by hand'
}
