import { formatKobo } from '@strand/contracts/money/kobo'
import type { Overview } from '@strand/contracts/reports/overview'
import { LiveLabel } from '../../shared/feedback/live-label.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { Skeleton } from '../../shared/feedback/loading.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { formatTime } from '../../shared/format/time.ts'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { useOrderCounts } from '../../shared/server-state/order-queries.ts'
import { useOverview } from '../report-calls.ts'
import { useLiveRefetch } from '../use-live-refetch.ts'
import { DayCharts } from './day-charts.tsx'
import { Figure } from './figure.tsx'
import { MonthFigures } from './month-figures.tsx'
import { PipelineFlow } from './pipeline-flow.tsx'
import { Rankings } from './rankings.tsx'
import { TodayFigures } from './today-figures.tsx'
import '../../shared/list/list-view.css'
import './overview.css'

/**
 * `/dashboard/overview`: figures for today, and for the last 30 days compared with the 30 days
 * before.
 */
export const OverviewPage = () => {
  usePageTitle('Overview')
  const query = useOverview()
  const { data, isError, isPending, dataUpdatedAt, refetch } = query
  useLiveRefetch(query)
  return (
    <>
      <div className="page-head">
        <div className="page-title">
          <h1 tabIndex={-1}>Overview</h1>
          <LiveLabel updatedAt={dataUpdatedAt} />
        </div>
      </div>
      {isPending && <Outline />}
      {isError && !data && <LoadFailed what="The overview" query={query} />}
      {isError && data && (
        <NoticeBox
          kind="failure"
          title="The overview could not be refreshed"
          text={`These figures are from ${formatTime(new Date(dataUpdatedAt).toISOString())}.`}
          action={{ text: 'Try again', onClick: () => void refetch() }}
        />
      )}
      {data && <Numbers overview={data} />}
    </>
  )
}

const isEmpty = ({ last30, previous30 }: Overview) =>
  [last30, previous30].every(
    ({ pipeline, sales }) => pipeline.created + sales.orders + sales.reversedOrders === 0,
  ) && last30.pipeline.pending + last30.money.lines === 0

const Numbers = ({ overview }: { overview: Overview }) => {
  const counts = useOrderCounts().data
  const { today, last30, index } = overview
  if (isEmpty(overview))
    return (
      <div className="list-empty">
        <h2>No orders in 60 days</h2>
        <p>Your first order will be counted here within seconds.</p>
      </div>
    )
  return (
    <div className="overview">
      <TodayFigures today={today} counts={counts} />
      <MonthFigures {...overview} />
      <DayCharts {...overview} />
      <PipelineFlow last30={last30} counts={counts} />
      <Rankings last30={last30} />
      <MoneyFigures last30={last30} />
      {index !== null && (
        <p className="muted overview-source">
          Counted from the log, up to event {formatNumber(index)}. Any later count up to that event
          gives the same numbers.
        </p>
      )}
    </div>
  )
}

/**
 * On a phone, a note takes a line of its own. So the placeholders have room for a note only where
 * the figure nearly always has one.
 */
const outlined = [
  { part: 'today', noted: ['waiting'] },
  { part: 'last-30', noted: ['waiting', 'orders', 'approved', 'sold'] },
].map(({ part, noted }) => ({
  part,
  figures: ['waiting', 'orders', 'approved', 'sold'].map((name) => ({
    name,
    hasNote: noted.includes(name),
  })),
}))

/** A placeholder with the height of the content, so that nothing moves when it has loaded. */
const Outline = () => (
  <div className="overview" role="status">
    <span className="for-screen-readers">Loading the overview…</span>
    {outlined.map(({ part, figures }) => (
      <div key={part}>
        <div className="overview-head">
          <h2>
            <Skeleton width="8rem" />
          </h2>
          <p>
            <Skeleton width="14rem" />
          </p>
        </div>
        <ul className="figures" aria-hidden="true">
          {figures.map(({ name, hasNote }) => (
            <li key={name} className="figure">
              <span className="figure-link">
                <span className="figure-label">
                  <Skeleton width="7rem" />
                </span>
                <span className="figure-value">
                  <Skeleton width="5rem" />
                </span>
              </span>
              <span className="figure-note">{hasNote && <Skeleton width="8rem" />}</span>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </div>
)

/**
 * The last 30 days according to the bank statements. Shown only if there are bank lines for these
 * days.
 */
const MoneyFigures = ({ last30 }: Pick<Overview, 'last30'>) => {
  const { money } = last30
  if (money.lines === 0 && money.debitLines === 0) return null
  const toReport = reportPaths.report('money', last30)
  return (
    <section aria-labelledby="bank-money">
      <div className="overview-head">
        <h2 id="bank-money">What the bank says</h2>
        <p>over the same 30 days, where statements cover them</p>
      </div>
      <ul className="figures">
        <Figure label="Arrived" to={toReport} value={formatKobo(money.arrivedKobo)} />
        <Figure label="Matched to orders" to={toReport} value={formatKobo(money.matchedKobo)} />
        <Figure label="Set aside" to={toReport} value={formatKobo(money.setAsideKobo)} />
        <Figure
          label="Unmatched"
          to={reportPaths.unmatchedLines(last30)}
          value={formatKobo(money.unmatchedKobo)}
        />
      </ul>
    </section>
  )
}
