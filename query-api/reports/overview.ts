import { addDays } from '@strand/contracts/days'
import type { MakeOne } from '@strand/contracts/reports/make/open-reports'
import type { Problem } from '@strand/contracts/reports/make/rows'
import { topRows } from '@strand/contracts/reports/overview'
import { madeOrRejected } from './reports.ts'

/** For reports that are never refused, because they have few rows. */
const sure = <Made extends object>(made: Made | Problem): Made => madeOrRejected(made)

/** The overview. Each part is identical to the report of the same name and days. */
export const makeOverview = async (make: MakeOne, today: string, isAll: boolean) => {
  const pipelineOf = async (from: string, to: string) =>
    sure(await make('pipeline', { from, to, by: 'month' })).totals
  const totals = async (from: string, to: string) => ({
    from,
    to,
    sales: sure(await make('sales', { from, to, by: 'month' })).totals,
    pipeline: await pipelineOf(from, to),
  })
  const from = addDays(today, -29)
  const span = { from, to: today }
  const top = async <Name extends 'products' | 'campaigns'>(name: Name) =>
    isAll ? sure(await make(name, { ...span, by: null })).rows.slice(0, topRows) : null
  const days = sure(await make('sales', { ...span, by: 'day' }))
  const locations = sure(await make('locations', { ...span, by: null }))
  return {
    today: await totals(today, today),
    last30: {
      ...span,
      sales: days.totals,
      pipeline: await pipelineOf(from, today),
      money: sure(await make('money', { ...span, by: 'month' })).totals,
      days: days.rows,
      products: await top('products'),
      campaigns: await top('campaigns'),
      locations: locations.rows.slice(0, topRows),
    },
    previous30: await totals(addDays(from, -30), addDays(from, -1)),
  }
}
