import { periodsBetween } from '../../days.ts'
import { maxReportRows } from '../definition.ts'
import type { ReportBy } from '../report.ts'
import { type Group, type Query, readGroups, type Span } from './groups.ts'

/** The period of a report, and the position of the last event that counts. */
export type Asked = Span & { by: ReportBy | null; cut: string | null }

export type Problem = { problem: { path: string; message: string } }

const tooMany: Problem = {
  problem: {
    path: 'by',
    message: `The report has more than ${maxReportRows} rows: choose a shorter period, or group by weeks or months`,
  },
}

/** More groups than any series has. */
export const anyGroups = 2_000_000

const grouped = <Key>(groups: Group[], keyOf: (group: Group) => Key): Map<Key, Group[]> => {
  const byKey = new Map<Key, Group[]>()
  for (const group of groups) {
    const same = byKey.get(keyOf(group))
    if (same) same.push(group)
    else byKey.set(keyOf(group), [group])
  }
  return byKey
}

/** Makes a row for each period, including periods in which nothing happened. */
export const rowsByTime = async <Numbers>(
  query: Query,
  asked: Asked,
  { series, numbersOf }: { series: string[]; numbersOf: (groups: Group[]) => Numbers },
) => {
  const by = asked.by ?? 'day'
  const periods = periodsBetween(asked.from, asked.to, by, maxReportRows)
  if (periods.length > maxReportRows) return tooMany
  const groups = await readGroups(query, { ...asked, series, span: asked, by, most: anyGroups })
  const byPeriod = grouped(groups, ({ period }) => period)
  const rows = periods.map((one) => ({
    ...one,
    numbers: numbersOf(byPeriod.get(one.period) ?? []),
  }))
  return { rows, totals: numbersOf(groups), by }
}

const compare = <Value extends string | number>(one: Value, other: Value) =>
  one < other ? -1 : Number(one > other)

/**
 * Makes a row for each key that has numbers. If the report is divided into periods, makes a row for
 * each key and period.
 */
export const rowsByKey = async <Numbers>(
  query: Query,
  asked: Asked,
  options: {
    series: string[]
    numbersOf: (groups: Group[]) => Numbers
    orderOf: (numbers: Numbers) => number
  },
) => {
  const { series, numbersOf, orderOf } = options
  // A row has at most two groups per series, one for each sign.
  const most = 2 * series.length * maxReportRows
  const groups = await readGroups(query, { ...asked, series, span: asked, most })
  const found = [...grouped(groups, ({ period, key }) => `${period ?? ''} ${key}`).values()]
  if (groups.length > most || found.length > maxReportRows) return tooMany
  const rows = found.map((same) => {
    const named = same.find(({ sign }) => sign === 1) ?? same[0]
    const { period = null, key = '', name = '' } = named ?? {}
    return { period, key, name, numbers: numbersOf(same) }
  })
  rows.sort(
    (one, other) =>
      compare(one.period ?? '', other.period ?? '') ||
      compare(orderOf(other.numbers), orderOf(one.numbers)) ||
      compare(one.key, other.key),
  )
  return { rows, totals: numbersOf(groups) }
}
