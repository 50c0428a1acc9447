import type { OrderCounts } from '@strand/contracts/order/staff'
import type { Overview } from '@strand/contracts/reports/overview'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatNumber } from '../../shared/format/money.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { FlowChart, type FlowStage } from '../charts/flow-chart.tsx'
import { formatBasisPoints, formatDays, formatMinutes } from '../words.ts'

type Stage = FlowStage & { label: string; notes: ReactNode[] }

/**
 * How many orders got to each stage within 30 days, and how many are waiting there and for how
 * long. The drawing only repeats what the list below it says.
 */
export const PipelineFlow = ({
  last30,
  counts,
}: Pick<Overview, 'last30'> & { counts: OrderCounts | undefined }) => {
  const { pipeline } = last30
  const stages = stagesOf(pipeline, counts)
  return (
    <section className="panel" aria-labelledby="pipeline">
      <div className="chart-head">
        <h3 id="pipeline">From the order to the parcel</h3>
        <Link to={reportPaths.report('pipeline', last30)}>All days</Link>
      </div>
      <div className="flow">
        <FlowChart stages={stages} />
        <ol className="flow-stages">
          {stages.map(({ status, label, value, notes }) => (
            <li key={status}>
              <p className="figure-label">{label}</p>
              <p className="flow-value">
                <Link to={reportPaths.report('pipeline', last30)}>{formatNumber(value)}</Link>
              </p>
              {notes.filter(Boolean).map((note, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a stage always has the same notes
                <p key={at}>{note}</p>
              ))}
            </li>
          ))}
        </ol>
      </div>
      <p className="flow-archived">
        {formatNumber(pipeline.archived)} were archived in this period;{' '}
        <Link to={reportPaths.ordersIn('archived')}>
          {counts ? `${formatNumber(counts.archived)} are in the archive` : 'the archive'}
        </Link>
        .
      </p>
    </section>
  )
}

const stagesOf = (
  pipeline: Overview['last30']['pipeline'],
  counts: OrderCounts | undefined,
): Stage[] => {
  const { pendingDaysP50, pendingDaysMax, returnRateBasisPoints } = pipeline
  return [
    {
      status: 'pending',
      label: 'Placed',
      value: pipeline.created,
      notes: [
        counts && <Link to={paths.orders}>{formatNumber(counts.pending)} wait for approval</Link>,
        pendingDaysP50 !== null &&
          pendingDaysMax !== null &&
          `half of them for up to ${formatDays(pendingDaysP50)}, the oldest for ${formatDays(pendingDaysMax)}`,
      ],
    },
    {
      status: 'confirmed',
      label: 'Approved',
      value: pipeline.approved,
      notes: [
        counts && (
          <Link to={reportPaths.ordersIn('confirmed')}>
            {formatNumber(counts.confirmed)} wait for shipping
          </Link>
        ),
        times(pipeline.approveMinutesP50, pipeline.approveMinutesP90),
      ],
    },
    {
      status: 'shipped',
      label: 'Shipped',
      value: pipeline.shipped,
      notes: [
        counts && (
          <Link to={reportPaths.ordersIn('shipped')}>
            {formatNumber(counts.shipped)} are shipped
          </Link>
        ),
        times(pipeline.shipMinutesP50, pipeline.shipMinutesP90),
      ],
    },
    {
      status: 'returned',
      label: 'Returned',
      value: pipeline.returned,
      notes: [
        counts && (
          <Link to={reportPaths.ordersIn('returned')}>
            {formatNumber(counts.returned)} are returned
          </Link>
        ),
        returnRateBasisPoints !== null &&
          `${formatBasisPoints(returnRateBasisPoints)} of shipped orders`,
      ],
    },
  ]
}

const times = (half: number | null, most: number | null) =>
  half !== null &&
  most !== null &&
  `half within ${formatMinutes(half)}, nine in ten within ${formatMinutes(most)}`
