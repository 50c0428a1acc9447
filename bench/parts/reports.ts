import { addDays } from '@strand/contracts/days'
import { ReportName } from '@strand/contracts/reports/definition'
import { interleave } from '../measuring/samples.ts'
import { type Row, timeRow } from '../measuring/table.ts'
import type { BenchContext } from './context.ts'
import { reading } from './reading.ts'

/** Each report of a year by months; no two calls in a row are the same. */
export const reportsPart = async (bench: BenchContext): Promise<Row[]> => {
  const { get, bare } = await reading(bench)
  const today = new Date().toISOString().slice(0, 10)
  let nth = 0
  const yearOf = (name: ReportName) => {
    nth = (nth + 1) % 300
    const to = addDays(today, -nth)
    return `/api/admin/reports/${name}?from=${addDays(to, -364)}&to=${to}&by=month`
  }
  const rows: Row[] = []
  for (const name of ReportName.options) {
    const { report, one } = await interleave(bench.turns, {
      report: get(() => yearOf(name)),
      one: bare('/one'),
    })
    const row = { part: 'reports', what: `the report ${name} of a year`, orders: bench.orders }
    rows.push(timeRow(row, report, { what: 'one row by its key behind a bare route', sample: one }))
  }
  return rows
}
