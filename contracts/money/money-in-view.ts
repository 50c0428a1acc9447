import type { OrderPayment, OrderWithMoney } from './order-payment.ts'

/**
 * All rules except `name` and `difference`, because a single word of a name, or another amount,
 * proves too little.
 */
const fitting = new Set<string>(['code', 'reference', 'names', 'sum'])

/**
 * The money that contradicts "no payment came": the money matched with the order, or else the first
 * candidate that has a strong enough rule or names the order.
 */
export const moneyInView = ({
  allocations,
  lines,
  candidates,
}: Pick<OrderPayment, 'allocations' | 'lines' | 'candidates'>): OrderWithMoney['money'] => {
  const matched = allocations.flatMap(({ lineId, amountKobo }) =>
    lines.flatMap((line) =>
      line.lineId === lineId && line.reversedBy === null && line.kind === 'money'
        ? [{ line, amountKobo }]
        : [],
    ),
  )
  if (matched.length > 0) return matched
  const best = candidates.find(({ rule, signals }) => fitting.has(rule) || signals.code)
  return (best?.lines ?? []).map((line) => ({
    line,
    amountKobo: line.amountKobo - line.allocatedKobo,
  }))
}
