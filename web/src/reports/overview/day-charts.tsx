import { dayInWords } from '@strand/contracts/day-words'
import { formatNaira } from '@strand/contracts/naira'
import type { Overview } from '@strand/contracts/reports/overview'
import type { ReportRow } from '@strand/contracts/reports/rows'
import { Link } from 'react-router-dom'
import { Day } from '../../shared/format/dates.tsx'
import { shortDayInWords } from '../../shared/format/desk-days.ts'
import { formatNumber } from '../../shared/format/money.tsx'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { BarChart } from '../charts/bar-chart.tsx'
import { ChartRows } from '../charts/chart-rows.tsx'
import { useSalesByDay } from '../report-calls.ts'
import { formatShortNaira } from '../words.ts'

type Row = ReportRow<'sales'>

/** Charts of the sales in naira and of the orders, per day. A line shows the previous 30 days. */
export const DayCharts = ({ last30, previous30 }: Pick<Overview, 'last30' | 'previous30'>) => {
  const { from, to } = previous30
  const before = useSalesByDay({ from, to }).data
  const shared = { days: last30.days, before }
  return (
    <div className="overview-pair">
      <DayChart
        {...shared}
        title="Naira per day"
        amountOf={({ netNaira }) => netNaira}
        format={formatNaira}
        formatAxis={formatShortNaira}
      />
      <DayChart
        {...shared}
        title="Approved orders per day"
        amountOf={({ orders }) => orders}
        format={formatNumber}
        formatAxis={formatNumber}
      />
    </div>
  )
}

const DayChart = ({
  title,
  days,
  before,
  amountOf,
  format,
  formatAxis,
}: {
  title: string
  days: readonly Row[]
  before: readonly Row[] | undefined
  amountOf: (row: Row) => number
  format: (value: number) => string
  formatAxis: (value: number) => string
}) => {
  const values = days.map(amountOf)
  const best = days[values.indexOf(Math.max(...values))]
  const [first, last] = [days[0]?.period ?? '', days.at(-1)?.period ?? '']
  return (
    <BarChart
      title={title}
      summary={`${title} from ${dayInWords(first)} to ${dayInWords(last)}${best ? `, most on ${dayInWords(best.period)}: ${format(amountOf(best))}` : ''}`}
      format={format}
      formatAxis={formatAxis}
      bars={days.map((row, at) => {
        const earlier = before?.[at]
        return {
          key: row.period,
          label: shortDayInWords(row.period),
          value: amountOf(row),
          before: earlier && amountOf(earlier),
        }
      })}
      before="the 30 days before"
      table={
        <ChartRows
          caption={title}
          head={['Day', title.replace(' per day', ''), '30 days before']}
          rows={days
            .map((row, at) => {
              const earlier = before?.[at]
              return {
                key: row.period,
                cells: [
                  <Link key="day" to={reportPaths.dayCloseOf(row.period)}>
                    <Day on={row.period} />
                  </Link>,
                  format(amountOf(row)),
                  earlier ? format(amountOf(earlier)) : '',
                ],
              }
            })
            .reverse()}
        />
      }
    />
  )
}
