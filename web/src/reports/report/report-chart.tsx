import { dayInWords } from '@strand/contracts/day-words'
import { formatNaira } from '@strand/contracts/naira'
import type { ReportName } from '@strand/contracts/reports/definition'
import { shortDayInWords } from '../../shared/format/desk-days.ts'
import { formatNumber } from '../../shared/format/money.tsx'
import { BarChart } from '../charts/bar-chart.tsx'
import { Ranking } from '../charts/ranking.tsx'
import { formatShortNaira } from '../words.ts'
import { mainColumn, rowNameOf, type ShownRow } from './columns.ts'

/** If a chart had more bars than this, they would be thinner than a line. */
const maxBars = 400
const maxRanked = 10

/** A chart of a report's main number, which is also in the table below it. */
export const ReportChart = ({
  name,
  rows,
  nameOf,
}: {
  name: ReportName
  rows: readonly ShownRow[]
  nameOf: (userid: string) => string
}) => {
  const [field, title] = mainColumn[name]
  const isMoney = field !== 'created'
  // Converts bank amounts from kobo to naira, as the table does.
  const amountOf = (row: ShownRow) => Number(row[field]) / (field === 'arrivedKobo' ? 100 : 1)
  const format = isMoney ? formatNaira : formatNumber
  const named = rowNameOf(name)
  if (named && rows.every(({ period }) => period === null))
    return (
      <div className="report-ranking">
        <Ranking
          caption={`${title}, the first ${maxRanked}`}
          head={[named.header, title]}
          rows={rows.slice(0, maxRanked).map((row) => {
            const text = String(row[named.field])
            return {
              key: String(row[named.id]),
              name: name === 'staff' ? nameOf(text) : text || named.nothing,
              value: amountOf(row),
            }
          })}
          format={format}
        />
      </div>
    )
  const sums = new Map<string, number>()
  for (const row of rows) {
    const period = String(row.period)
    sums.set(period, (sums.get(period) ?? 0) + amountOf(row))
  }
  if (sums.size < 2 || sums.size > maxBars) return null
  const periods = [...sums].map(([period, value]) => ({ period, value }))
  const [first, last] = [periods[0]?.period ?? '', periods.at(-1)?.period ?? '']
  return (
    <BarChart
      title={title}
      summary={`${title} from ${dayInWords(first)} to ${dayInWords(last)}; the table has the numbers`}
      bars={periods.map(({ period, value }) => ({
        label: shortDayInWords(period),
        key: period,
        value,
      }))}
      format={format}
      formatAxis={isMoney ? formatShortNaira : formatNumber}
    />
  )
}
