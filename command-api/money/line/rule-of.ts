import type { MatchingRule, OpenLine, OpenOrder } from '@strand/contracts/money/matching/candidate'
import { matchPayments } from '@strand/contracts/money/matching/match-payments'

const isSame = (ids: string[], others: string[]) =>
  new Set([...ids, ...others]).size === ids.length && ids.length === others.length

/**
 * The rule by which just these orders are paid by just this line, whatever other money there is;
 * `by hand` when none says so. All orders and lines are as they are before the match. It is for the
 * record alone and decides nothing.
 *
 * @param orders each once
 * @param shopNames what the shop and its accounts are called
 * @param otherLines those that pay the order together with `line`
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
