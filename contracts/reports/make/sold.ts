import type { Group } from './groups.ts'

/**
 * The numbers of sales.
 *
 * @param groups the sums of one key and period
 */
export const soldOf = (groups: Group[]) => {
  const sum = (sign: 1 | -1, value: (group: Group) => number) =>
    groups.reduce((total, group) => (group.sign === sign ? total + value(group) : total), 0)
  const both = (value: (group: Group) => number) => ({
    made: sum(1, value),
    // Reversals are negative in facts and positive in reports.
    reversed: 0 - sum(-1, value),
  })
  const orders = both(({ count }) => count)
  const quantity = both((group) => group.quantity)
  const total = both(({ amount, part }) => amount + part)
  return {
    orders: orders.made,
    quantity: quantity.made,
    goodsNaira: sum(1, ({ amount }) => amount),
    deliveryNaira: sum(1, ({ part }) => part),
    totalNaira: total.made,
    reversedOrders: orders.reversed,
    reversedQuantity: quantity.reversed,
    reversedNaira: total.reversed,
    netOrders: orders.made - orders.reversed,
    netQuantity: quantity.made - quantity.reversed,
    netNaira: total.made - total.reversed,
  }
}

/** The numbers of a product's sales: goods, without delivery. */
export const goodsOf = (groups: Group[]) => {
  const { quantity, goodsNaira, reversedQuantity, reversedNaira, netQuantity, netNaira } =
    soldOf(groups)
  return { quantity, goodsNaira, reversedQuantity, reversedNaira, netQuantity, netNaira }
}

/**
 * The numbers of one person's work.
 *
 * @param groups the sums of the four series in one period
 */
export const staffOf = (groups: Group[]) => {
  const of = (...causes: string[]) => {
    const counted = groups.filter(({ series }) => causes.includes(series.slice('staff '.length)))
    return {
      count: counted.reduce((sum, { count }) => sum + count, 0),
      naira: counted.reduce((sum, { amount }) => sum + amount, 0),
    }
  }
  const approvals = of('approved', 'approved without money')
  const without = of('approved without money')
  const restored = of('restored')
  const reversed = of('reversed')
  return {
    approvals: approvals.count,
    approvedNaira: approvals.naira,
    withoutMoney: without.count,
    withoutMoneyNaira: without.naira,
    restored: restored.count,
    restoredNaira: restored.naira,
    reversals: 0 - reversed.count,
    reversedNaira: 0 - reversed.naira,
  }
}

/**
 * What arrived in the bank accounts.
 *
 * @param groups the sums of their lines
 */
export const moneyOf = (groups: Group[]) => {
  const of = (status: string, value: (group: Group) => number) =>
    groups.reduce((sum, group) => (group.key.endsWith(` ${status}`) ? sum + value(group) : sum), 0)
  const amount = (group: Group) => group.amount
  const matchedKobo = of('unmatched', ({ part }) => part)
  const unmatchedKobo = of('unmatched', amount) - matchedKobo
  const setAsideKobo = of('setaside', amount)
  return {
    lines: of('unmatched', ({ count }) => count) + of('setaside', ({ count }) => count),
    arrivedKobo: matchedKobo + setAsideKobo + unmatchedKobo,
    matchedKobo,
    setAsideKobo,
    unmatchedKobo,
    waitingLines: of('probablysame', ({ count }) => count),
    waitingKobo: of('probablysame', amount),
    debitLines: of('debit', ({ count }) => count),
    debitKobo: of('debit', amount),
  }
}
