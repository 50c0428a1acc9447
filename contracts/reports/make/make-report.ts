import { addDays } from '../../days.ts'
import type { ReportName } from '../definition.ts'
import type { ReportRow, ReportTotals } from '../rows.ts'
import { type Query, readGroups } from './groups.ts'
import { flowOf, openPending } from './pipeline.ts'
import { type Asked, anyGroups, type Problem, rowsByKey, rowsByTime } from './rows.ts'
import { goodsOf, moneyOf, soldOf, staffOf } from './sold.ts'

export type Made<Name extends ReportName> = {
  rows: ReportRow<Name>[]
  totals: ReportTotals<Name>
}

type Maker<Name extends ReportName> = (query: Query, asked: Asked) => Promise<Made<Name> | Problem>

const firstDay = '0001-01-01'

const overTime =
  <Name extends 'sales' | 'money'>(
    series: Name,
    numbersOf: (groups: Parameters<typeof soldOf>[0]) => ReportTotals<Name>,
  ): Maker<Name> =>
  async (query, asked) => {
    const made = await rowsByTime(query, asked, { series: [series], numbersOf })
    if ('problem' in made) return made
    const rows = made.rows.map(({ period, numbers }) => ({ period, ...numbers }))
    return { rows: rows as ReportRow<Name>[], totals: made.totals }
  }

/**
 * Makes a report on products, campaigns or places.
 *
 * @param options `id` and `name` are the names of the row's fields
 */
const ofThings =
  <Name extends 'products' | 'campaigns' | 'locations'>(options: {
    series: string
    id: string
    name: string
    numbersOf: (groups: Parameters<typeof soldOf>[0]) => ReportTotals<Name>
  }): Maker<Name> =>
  async (query, asked) => {
    const { series, id, numbersOf } = options
    const orderOf = ({ netNaira }: ReportTotals<Name>) => netNaira
    const made = await rowsByKey(query, asked, { series: [series], numbersOf, orderOf })
    if ('problem' in made) return made
    const rows = made.rows.map(({ period, key, name, numbers }) => ({
      period,
      [id]: key,
      [options.name]: name,
      ...numbers,
    }))
    return { rows: rows as unknown as ReportRow<Name>[], totals: made.totals }
  }

const pipeline: Maker<'pipeline'> = async (query, asked) => {
  const series = ['stage', 'minutes approved', 'minutes shipped']
  const flow = await rowsByTime(query, asked, { series, numbersOf: flowOf })
  if ('problem' in flow) return flow
  const pending = { ...asked, series: ['pending'], most: anyGroups }
  const before = { from: firstDay, to: addDays(asked.from, -1) }
  const pendingAfter = openPending([
    ...(await readGroups(query, { ...pending, span: before, by: null })),
    ...(await readGroups(query, { ...pending, span: asked, by: flow.by })),
  ])
  let left = {
    pending: 0,
    pendingDaysP50: null,
    pendingDaysP90: null,
    pendingDaysMax: null,
  } as ReturnType<typeof pendingAfter>
  const rows = flow.rows.map(({ period, last, numbers }) => {
    left = pendingAfter(period, last)
    return { period, ...numbers, ...left }
  })
  return { rows, totals: { ...flow.totals, ...left } }
}

const staff: Maker<'staff'> = async (query, asked) => {
  const made = await rowsByKey(query, asked, {
    series: ['approved', 'approved without money', 'restored', 'reversed'].map(
      (cause) => `staff ${cause}`,
    ),
    numbersOf: staffOf,
    orderOf: ({ approvedNaira }) => approvedNaira,
  })
  if ('problem' in made) return made
  const rows = made.rows.map(({ period, key, numbers }) => ({ period, userid: key, ...numbers }))
  return { rows, totals: made.totals }
}

const makers: { [Name in ReportName]: Maker<Name> } = {
  pipeline,
  staff,
  sales: overTime('sales', soldOf),
  money: overTime('money', moneyOf),
  products: ofThings({
    series: 'product',
    id: 'productId',
    name: 'product',
    numbersOf: goodsOf,
  }),
  campaigns: ofThings({ series: 'campaign', id: 'salesId', name: 'sales', numbersOf: soldOf }),
  locations: ofThings({
    series: 'location',
    id: 'locationId',
    name: 'location',
    numbersOf: soldOf,
  }),
}

/**
 * Makes a report from the sums in the read models. query-api shows reports and command-api issues
 * them; neither may import the other, so both use this function. Apart from `query`, it is pure.
 */
export const makeReport = <Name extends ReportName>(
  query: Query,
  name: Name,
  asked: Asked,
): Promise<Made<Name> | Problem> => makers[name](query, asked)
