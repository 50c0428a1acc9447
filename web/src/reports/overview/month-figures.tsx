import { dayInWords } from '@strand/contracts/day-words'
import { formatNaira } from '@strand/contracts/naira'
import type { Overview } from '@strand/contracts/reports/overview'
import { formatNumber } from '../../shared/format/money.tsx'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { compareWords, formatBasisPoints, formatMinutes } from '../words.ts'
import { Figure } from './figure.tsx'

type Props = Pick<Overview, 'last30' | 'previous30'>

export const MonthFigures = ({ last30, previous30 }: Props) => {
  const { sales, pipeline } = last30
  const before = previous30.pipeline
  const toPipeline = reportPaths.report('pipeline', last30)
  return (
    <section aria-labelledby="last-30">
      <div className="overview-head">
        <h2 id="last-30">Last 30 days</h2>
        <p>
          {dayInWords(last30.from)} to {dayInWords(last30.to)}, against the 30 days before
        </p>
      </div>
      <ul className="figures">
        <Figure
          label="Sold"
          to={reportPaths.report('sales', last30)}
          value={formatNaira(sales.netNaira)}
        >
          {compareWords(sales.netNaira, previous30.sales.netNaira, formatNaira)}
        </Figure>
        <Figure
          label="Orders approved"
          to={reportPaths.report('sales', last30)}
          value={formatNumber(sales.orders)}
        >
          {compareWords(sales.orders, previous30.sales.orders, formatNumber)}
        </Figure>
        <Figure
          label="Median time to approve"
          to={toPipeline}
          value={within(pipeline.approveMinutesP50)}
        >
          {before.approveMinutesP50 !== null && `${within(before.approveMinutesP50)} before`}
        </Figure>
        <Figure label="Return rate" to={toPipeline} value={rate(pipeline.returnRateBasisPoints)}>
          {before.returnRateBasisPoints !== null && `${rate(before.returnRateBasisPoints)} before`}
        </Figure>
      </ul>
    </section>
  )
}

/** Says "within", because the number is the upper bound of a histogram bucket. */
const within = (minutes: number | null) =>
  minutes === null ? 'None yet' : `within ${formatMinutes(minutes)}`
const rate = (points: number | null) => (points === null ? 'None yet' : formatBasisPoints(points))
