import { percentile, perSecond, type Sample } from './samples.ts'

/** One line of the result: a measurement and its floor from the same run. */
export type Row = {
  part: string
  what: string
  orders: number
  value: number
  unit: string
  /** In milliseconds; undefined if single calls were not timed. */
  p50?: number
  p99?: number
  floor: { what: string; value: number; p50?: number; p99?: number }
  /** `value` divided by the floor's value, unless the row says otherwise. */
  ratio: number
  target?: { atMost: number } | { atLeast: number }
}

/** Calls per second, as a share of the floor's: 1 means equally many. */
export const rateRow = (
  row: Omit<Row, 'value' | 'unit' | 'p50' | 'p99' | 'floor' | 'ratio'>,
  sample: Sample,
  floor: { what: string; sample: Sample },
): Row => ({
  ...row,
  value: perSecond(sample),
  unit: '/s',
  ...percentiles(sample),
  floor: { what: floor.what, value: perSecond(floor.sample), ...percentiles(floor.sample) },
  ratio: perSecond(sample) / perSecond(floor.sample),
})

/**
 * Milliseconds of a call. The ratio compares the p99s: 1 means equally long.
 *
 * @param share compares another percentile: 0.5 for the median
 */
export const timeRow = (
  row: Omit<Row, 'value' | 'unit' | 'p50' | 'p99' | 'floor' | 'ratio'>,
  sample: Sample,
  floor: { what: string; sample: Sample },
  share = 0.99,
): Row => ({
  ...row,
  value: percentile(sample, 0.5),
  unit: 'ms',
  ...percentiles(sample),
  floor: { what: floor.what, value: percentile(floor.sample, 0.5), ...percentiles(floor.sample) },
  ratio: percentile(sample, share) / percentile(floor.sample, share),
})

/** A call's share of something that was measured over all calls, such as CPU or bytes. */
export const shareRow = (
  row: Omit<Row, 'value' | 'p50' | 'p99' | 'floor' | 'ratio'>,
  of: 'cpu' | 'bytes',
  sample: Sample,
  floor: { what: string; sample: Sample },
): Row => {
  const share = (one: Sample) => (one[of] ?? Number.NaN) / one.times.length
  const [value, least] = [share(sample), share(floor.sample)]
  return { ...row, value, floor: { what: floor.what, value: least }, ratio: value / least }
}

const percentiles = (sample: Sample) => ({
  p50: percentile(sample, 0.5),
  p99: percentile(sample, 0.99),
})

export const formatNumber = (value: number): string => {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}

const meets = ({ ratio, target }: Row): string => {
  if (!target) return ''
  const words = 'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`
  const met = 'atMost' in target ? ratio <= target.atMost : ratio >= target.atLeast
  return `${words} ${met ? 'yes' : 'NO'}`
}

const optional = (value: number | undefined) => (value === undefined ? '' : formatNumber(value))

const columns: [title: string, cell: (row: Row) => string][] = [
  ['what', ({ what }) => what],
  ['orders', ({ orders }) => orders.toLocaleString('en-US')],
  ['measured', ({ value, unit }) => `${formatNumber(value)} ${unit}`],
  ['p50 ms', ({ p50 }) => optional(p50)],
  ['p99 ms', ({ p99 }) => optional(p99)],
  ['floor', ({ floor, unit }) => `${formatNumber(floor.value)} ${unit}`],
  ['p50 ms', ({ floor }) => optional(floor.p50)],
  ['p99 ms', ({ floor }) => optional(floor.p99)],
  ['ratio', ({ ratio }) => ratio.toFixed(2)],
  // The ratio of times compares p99s, which depend on luck on a busy machine. This column compares
  // medians.
  [
    'at p50',
    ({ unit, p50, floor }) =>
      unit === 'ms' && p50 && floor.p50 ? (p50 / floor.p50).toFixed(2) : '',
  ],
  ['target', meets],
  ['compared with', ({ floor }) => floor.what],
]

/** A table in Markdown, which reads well in a terminal, too. */
export const tableOf = (rows: Row[]): string => {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, of]) => of(row))),
  ]
  const widths = columns.map((_none, index) =>
    Math.max(...cells.map((line) => line[index]?.length ?? 0)),
  )
  const line = (parts: string[]) =>
    `| ${parts.map((part, index) => part.padEnd(widths[index] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
