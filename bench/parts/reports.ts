import { ReportName } from '@strand/contracts/reports/definition'
import { addDays } from '@strand/contracts/reports/make/days'
import { interleave } from '../measuring/samples.ts'
import { type Row, timeRow } from '../measuring/table.ts'
import type { BenchContext } from './context.ts'
import { reading } from './reading.ts'

/** Each report over a year by months, as at now and as at an earlier index; no two calls ask the same. */
export const reportsPart = async (bench: BenchContext): Promise<Row[]> => {
  const { get, bare } = await reading(bench)
  const today = new Date().toISOString().slice(0, 10)
  let nth = 0
  const yearOf = (name: ReportName, asOf = '') => {
    nth = (nth + 1) % 300
    const to = addDays(today, -nth)
    return `/api/admin/reports/${name}?from=${addDays(to, -364)}&to=${to}&by=month${asOf}`
  }
  // The sample orders were all recorded today: an index cuts them, a day would not.
  const asOf = `&asOf=${bench.orders}`
  const rows: Row[] = []
  for (const name of ReportName.options) {
    const { latest, earlier, one } = await interleave(bench.turns, {
      latest: get(() => yearOf(name)),
      earlier: get(() => yearOf(name, asOf)),
      one: bare('/one'),
    })
    const row = { part: 'reports', orders: bench.orders }
    const floor = { what: 'one row by its key behind a bare route', sample: one }
    rows.push(
      timeRow({ ...row, what: `the report ${name} of a year` }, latest, floor),
      timeRow({ ...row, what: '… as at the middle of the log' }, earlier, floor),
    )
  }
  return rows
}
