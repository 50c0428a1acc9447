import { daysBetween } from '../../days.ts'
import { minutesHistogram } from '../definition.ts'
import type { Group } from './groups.ts'

/**
 * A sum of the series `pending`. `period` is when orders became pending or stopped being pending;
 * `key` is the day on which they were placed.
 */
type PendingGroup = Pick<Group, 'key' | 'count'> & { period: string | null }

/**
 * The smallest value that at least this share of all values does not exceed; null if there are
 * none. A value that was taken back as often as it was added does not count.
 */
export const percentile = (counted: [value: number, count: number][], share: number) => {
  const positive = counted.filter(([, count]) => count > 0).sort(([one], [other]) => one - other)
  const wanted = Math.ceil(share * positive.reduce((sum, [, count]) => sum + count, 0))
  let sum = 0
  for (const [value, count] of positive) {
    sum += count
    if (sum >= wanted) return value
  }
  return null
}

const times = (groups: Group[], stage: string): [number, number][] => {
  const counts = new Map(minutesHistogram.upperBounds.map((bound) => [bound, 0]))
  for (const { series, key, count } of groups)
    if (series === `minutes ${stage}`)
      counts.set(Number(key), (counts.get(Number(key)) ?? 0) + count)
  return [...counts]
}

/**
 * How many orders went through each stage, and how long that took.
 *
 * @param groups the sums of one period
 */
export const flowOf = (groups: Group[]) => {
  const of = (stage: string) =>
    groups.reduce(
      (sum, { series, key, count }) => (series === 'stage' && key === stage ? sum + count : sum),
      0,
    )
  const [shipped, returned] = [of('shipped'), of('returned')]
  const [toApprove, toShip] = [times(groups, 'approved'), times(groups, 'shipped')]
  return {
    created: of('created'),
    approved: of('approved'),
    shipped,
    returned,
    archived: of('archived'),
    returnRateBasisPoints: shipped > 0 ? Math.round((returned * 10_000) / shipped) : null,
    approveMinutesP50: percentile(toApprove, 0.5),
    approveMinutesP90: percentile(toApprove, 0.9),
    shipMinutesP50: percentile(toShip, 0.5),
    shipMinutesP90: percentile(toShip, 0.9),
  }
}

/** Counts the pending orders at the end of each period; periods must come in order. */
export const openPending = (groups: PendingGroup[]) => {
  const byPeriod = new Map<string | null, PendingGroup[]>()
  for (const group of groups) {
    const same = byPeriod.get(group.period)
    if (same) same.push(group)
    else byPeriod.set(group.period, [group])
  }
  const waiting = new Map<string, number>()
  const add = (period: string | null) => {
    for (const { key, count } of byPeriod.get(period) ?? []) {
      const left = (waiting.get(key) ?? 0) + count
      if (left === 0) waiting.delete(key)
      else waiting.set(key, left)
    }
  }
  add(null)
  /** Counts the next period. `last` is its last day that counts. */
  return (period: string, last: string) => {
    add(period)
    const ages = [...waiting].map(([since, count]): [number, number] => [
      daysBetween(since, last),
      count,
    ])
    return {
      pending: ages.reduce((sum, [, count]) => sum + count, 0),
      pendingDaysP50: percentile(ages, 0.5),
      pendingDaysP90: percentile(ages, 0.9),
      pendingDaysMax: percentile(ages, 1),
    }
  }
}
