import { ordersFor } from '../../contracts/money/matching/best-order.ts'
import {
  type Candidate,
  type MatchingRule,
  matchingRules,
} from '../../contracts/money/matching/candidate.ts'
import { candidatesOf } from '../../contracts/money/matching/match-payments.ts'
import { openLinePool, timeWindow } from '../../contracts/money/matching/pool.ts'
import { diceOf } from './dice.ts'
import { makeHarderMonth } from './harder/month.ts'
import type { MadeLine, MadeOrder, Month, MonthOptions } from './making.ts'
import { makeMonth, monthDays } from './month.ts'

/** How often a rule gave an answer, and how often the answer was right. */
export type Count = { said: number; right: number }

export type Outcome = {
  /** Orders with money that were not approved on their pictures. */
  paid: number
  /**
   * Such orders paid in time by one transfer of exactly the total: the most that any rule can match
   * automatically.
   */
  plain: number
  /** By rule: candidates that were matched automatically, because they were the only ones. */
  taken: Record<MatchingRule, Count>
  /** By rule: candidates that were offered as a choice. */
  offered: Record<MatchingRule, Count>
  /** Paid orders that were matched correctly, or had the right choice among their candidates. */
  shown: number
  /** Lines for which an approved order was offered. */
  approvedOffered: Count
  amountAlone: Count
}

/** In days: staff archive an order without money after this time. */
const archivedAfterDays = 7
/** In days: an approved order without its money competes for lines for this time. */
const approvedCompetesDays = 30

/**
 * The month with this share of its orders approved on their pictures, on the day of the form. Staff
 * never match these orders, so their money stays open, too.
 */
const approveOnPictures = (month: Month, { seed, approved = 0 }: MonthOptions): Month => {
  const dice = diceOf(-seed)
  return {
    ...month,
    orders: month.orders.map((made) => ({
      ...made,
      order: { ...made.order, isApproved: dice.chance(approved) },
    })),
  }
}

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
    for (const [orderId, made] of orders) {
      const openDays = made.order.isApproved ? approvedCompetesDays : archivedAfterDays
      if (made.day + openDays <= day) orders.delete(orderId)
    }
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
  const pending = orders.filter(({ order }) => !order.isApproved)
  const plain = pending.filter(({ order, day }) => {
    const [line, ...others] = linesOf.get(order.orderId) ?? []
    if (!line || others.length > 0 || line.pays.length > 1) return false
    const isInTime = line.day >= day - timeWindow.before && line.day <= day + timeWindow.after
    return isInTime && line.line.amountKobo === order.expectedKobo
  })
  const paid = pending.filter(({ order }) => linesOf.has(order.orderId))
  return { paid: paid.length, isRight, plain: plain.length }
}

const byRules = (month: Month): Omit<Outcome, 'amountAlone'> => {
  const { paid, isRight, plain } = truthOf(month)
  const [taken, offered] = [counts(), counts()]
  const approvedOffered = { said: 0, right: 0 }
  const seen = new Set<string>()
  const shown = new Set<string>()
  dayByDay(month, (orders, lines) => {
    const pool = openLinePool({
      orders: [...orders.values()].map(({ order }) => order),
      lines: [...lines.values()].map(({ line }) => line),
      shopNames: month.shopNames,
    })
    for (const { line, pays } of lines.values()) {
      if (seen.has(line.lineId)) continue
      const approved = ordersFor(pool, line.lineId).find(({ isApproved }) => isApproved)
      if (!approved) continue
      seen.add(line.lineId)
      note(approvedOffered, pays.includes(approved.orderId))
    }
    const pending = [...orders.values()].filter(({ order }) => !order.isApproved)
    for (const { order } of pending) {
      const { orderId } = order
      for (const candidate of candidatesOf(pool, orderId)) {
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
    }
  })
  return { paid, plain, taken, offered, shown: shown.size, approvedOffered }
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
  const month = approveOnPictures(generators[options.generator ?? 'friendly'](options), options)
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
  approvedOffered: add(one.approvedOffered, other.approvedOffered),
  amountAlone: add(one.amountAlone, other.amountAlone),
})
