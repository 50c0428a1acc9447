import { formatNaira } from '@strand/contracts/naira'
import type { OrderCounts } from '@strand/contracts/order/staff'
import type { Overview } from '@strand/contracts/reports/overview'
import { Link } from 'react-router-dom'
import { longDayInWords } from '../../shared/format/desk-days.ts'
import { formatNumber } from '../../shared/format/money.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { formatDays } from '../words.ts'
import { Figure } from './figure.tsx'

export const TodayFigures = ({
  today,
  counts,
}: {
  today: Overview['today']
  counts: OrderCounts | undefined
}) => {
  const { sales, pipeline } = today
  const oldest = pipeline.pendingDaysMax
  return (
    <section aria-labelledby="today">
      <div className="overview-head">
        <h2 id="today">Today</h2>
        <p>
          {longDayInWords(today.to)}
          {' · '}
          <Link to={reportPaths.dayCloseOf(today.to)}>Day close</Link>
        </p>
      </div>
      <ul className="figures">
        <Figure
          label="Awaiting approval"
          to={paths.orders}
          value={formatNumber(counts?.pending ?? pipeline.pending)}
        >
          {oldest !== null && `the oldest for ${formatDays(oldest)}`}
        </Figure>
        <Figure
          label="Orders placed"
          to={reportPaths.report('pipeline', today)}
          value={formatNumber(pipeline.created)}
        />
        <Figure
          label="Orders approved"
          to={reportPaths.report('sales', today)}
          value={formatNumber(sales.orders)}
        >
          {sales.reversedOrders > 0 && `${formatNumber(sales.reversedOrders)} reversed`}
        </Figure>
        <Figure
          label="Sold"
          to={reportPaths.report('sales', today)}
          value={formatNaira(sales.netNaira)}
        >
          {sales.reversedNaira > 0 && `after reversals of ${formatNaira(sales.reversedNaira)}`}
        </Figure>
      </ul>
    </section>
  )
}
