import {
  type Candidate,
  type MatchingRule,
  matchingRules,
} from '../../contracts/money/matching/candidate.ts'
import { matchPayments } from '../../contracts/money/matching/match-payments.ts'
import { timeWindow } from '../../contracts/money/matching/pool.ts'
import { makeHarderMonth } from './harder/month.ts'
import type { MadeLine, MadeOrder, Month, MonthOptions } from './making.ts'
import { makeMonth, monthDays } from './month.ts'

/** How often a rule gave an answer, and how often the answer was right. */
export type Count = { said: number; right: number }

export type Outcome = {
  paid: number
  /**
   * Orders paid in time by one transfer of exactly the total: the most that any rule can match
   * automatically.
   */
  plain: number
  /** By rule: candidates that were matched automatically, because they were the only ones. */
  taken: Record<MatchingRule, Count>
  /** By rule: candidates that were offered as a choice. */
  offered: Record<MatchingRule, Count>
  /** Paid orders that were matched correctly, or had the right choice among their candidates. */
  shown: number
  amountAlone: Count
}

/** In days: staff archive an order without money after this time. */
const archivedAfterDays = 7

const counts = (): Record<MatchingRule, Count> =>
  Object.fromEntries(matchingRules.map((rule) => [rule, { said: 0, right: 0 }])) as Record<
    MatchingRule,
    Count
  >

const note = (count: Count, isRight: boolean) => {
  count.said++
  if (isRight) count.right++
}

/**
 * Goes through the month day by day. After each day, calls `takeFrom` with everything open;
 * `takeFrom` removes what it matches.
 */
const dayByDay = (
  month: Month,
  takeFrom: (orders: Map<string, MadeOrder>, lines: Map<string, MadeLine>) => void,
) => {
  const orders = new Map<string, MadeOrder>()
  const lines = new Map<string, MadeLine>()
  for (let day = 0; day < monthDays + archivedAfterDays; day++) {
    for (const made of month.orders) if (made.day === day) orders.set(made.order.orderId, made)
    for (const made of month.lines) if (made.day === day) lines.set(made.line.lineId, made)
    takeFrom(orders, lines)
    for (const [orderId, made] of orders)
      if (made.day + archivedAfterDays <= day) orders.delete(orderId)
  }
}

const sameSet = (one: string[], other: string[]) =>
  one.toSorted().join(' ') === other.toSorted().join(' ')

/**
 * A candidate is right if it has exactly the order's lines, and names exactly the other orders that
 * these lines pay for.
 */
const truthOf = ({ orders, lines }: Month) => {
  const lineById = new Map(lines.map((made) => [made.line.lineId, made]))
  const linesOf = new Map<string, MadeLine[]>()
  for (const made of lines)
    for (const orderId of made.pays) linesOf.set(orderId, [...(linesOf.get(orderId) ?? []), made])
  const isRight = (orderId: string, { lines: found, alsoPays, rule }: Candidate): boolean => {
    const pays = found.map(({ lineId }) => lineById.get(lineId)?.pays ?? [])
    if (!pays.every((all) => all.includes(orderId))) return false
    return rule !== 'sum' || pays.every((all) => sameSet(all, [orderId, ...alsoPays]))
  }
  const plain = orders.filter(({ order, day }) => {
    const [line, ...others] = linesOf.get(order.orderId) ?? []
    if (!line || others.length > 0 || line.pays.length > 1) return false
    const isInTime = line.day >= day - timeWindow.before && line.day <= day + timeWindow.after
    return isInTime && line.line.amountKobo === order.expectedKobo
  })
  return { linesOf, isRight, plain: plain.length }
}

const byRules = (month: Month): Omit<Outcome, 'amountAlone'> => {
  const { linesOf, isRight, plain } = truthOf(month)
  const [taken, offered] = [counts(), counts()]
  const seen = new Set<string>()
  const shown = new Set<string>()
  dayByDay(month, (orders, lines) => {
    const found = matchPayments({
      orders: [...orders.values()].map(({ order }) => order),
      lines: [...lines.values()].map(({ line }) => line),
      shopNames: month.shopNames,
    })
    for (const [orderId, candidates] of found)
      for (const candidate of candidates) {
        const right = isRight(orderId, candidate)
        if (right) shown.add(orderId)
        const lineIds = candidate.lines.map(({ lineId }) => lineId)
        const key = [orderId, candidate.rule, ...lineIds, ...candidate.alsoPays].join(' ')
        if (candidate.only) note(taken[candidate.rule], right)
        else if (!seen.has(key)) note(offered[candidate.rule], right)
        // Staff check each choice the next day, and know which one is right.
        if (candidate.only || (right && seen.has(key))) {
          for (const paid of [orderId, ...candidate.alsoPays]) orders.delete(paid)
          for (const lineId of lineIds) lines.delete(lineId)
        }
        seen.add(key)
      }
  })
  return { paid: linesOf.size, plain, taken, offered, shown: shown.size }
}

/** The result of a shop that matches an order and a line whenever no others have their amount. */
const byAmount = (month: Month): Count => {
  const count = { said: 0, right: 0 }
  dayByDay(month, (orders, lines) => {
    const ordersByAmount = Map.groupBy(orders.values(), ({ order }) => order.expectedKobo)
    const linesByAmount = Map.groupBy(lines.values(), ({ line }) => line.amountKobo)
    for (const [amount, [made, ...others]] of ordersByAmount) {
      const [line, ...rest] = linesByAmount.get(amount) ?? []
      if (!made || !line || others.length > 0 || rest.length > 0) continue
      note(count, line.pays.includes(made.order.orderId))
      orders.delete(made.order.orderId)
      lines.delete(line.line.lineId)
    }
  })
  return count
}

const generators = { friendly: makeMonth, harder: makeHarderMonth }
export type Generator = keyof typeof generators

/** Simulates a seed's month twice: by the rules, and by the amount alone. */
export const simulateMonth = (
  options: MonthOptions & { generator?: Generator | undefined },
): Outcome => {
  const month = generators[options.generator ?? 'friendly'](options)
  return { ...byRules(month), amountAlone: byAmount(month) }
}

const add = (one: Count, other: Count): Count => ({
  said: one.said + other.said,
  right: one.right + other.right,
})

const addAll = (one: Outcome['taken'], other: Outcome['taken']): Outcome['taken'] =>
  Object.fromEntries(
    matchingRules.map((rule) => [rule, add(one[rule], other[rule])]),
  ) as Outcome['taken']

export const addOutcomes = (one: Outcome, other: Outcome): Outcome => ({
  paid: one.paid + other.paid,
  plain: one.plain + other.plain,
  taken: addAll(one.taken, other.taken),
  offered: addAll(one.offered, other.offered),
  shown: one.shown + other.shown,
  amountAlone: add(one.amountAlone, other.amountAlone),
})
