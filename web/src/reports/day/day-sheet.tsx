import { formatNaira } from '@strand/contracts/naira'
import type { DayClose } from '@strand/contracts/reports/overview'
import { Link } from 'react-router-dom'
import { serverNow } from '../../shared/api/server-time.ts'
import { UnbalancedAccounts } from '../../shared/bank/unbalanced-accounts.tsx'
import { longDayInWords } from '../../shared/format/desk-days.ts'
import { formatNumber } from '../../shared/format/money.tsx'
import { formatTime } from '../../shared/format/time.ts'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { useShop } from '../../shared/server-state/use-shop.ts'
import { asAtWords } from '../report/report-source.tsx'
import { DayAccounts } from './day-accounts.tsx'
import { DayCheckpoint } from './day-checkpoint.tsx'
import { DaySignatures } from './day-signatures.tsx'
import { DayTable } from './day-table.tsx'

export const DaySheet = ({ day }: { day: DayClose }) => {
  const { data: shop, dataUpdatedAt } = useShop()
  return (
    <article className="day-sheet" aria-labelledby="day-of-sheet">
      <header className="day-sheet-head">
        <h2 id="day-of-sheet">{longDayInWords(day.date)}</h2>
        <p>{shop?.name}</p>
      </header>
      <div className="day-columns">
        <OrderTables day={day} />
        <DayAccounts {...day} from={day.date} to={day.date} />
      </div>
      <UnbalancedAccounts accounts={day.unbalanced} />
      <DayCheckpoint checkpoint={day.checkpoint} date={day.date} />
      <p className="day-source">
        As at {asAtWords(day.asOf)}, counted up to{' '}
        {day.index === null ? 'no event' : `event ${formatNumber(day.index)}`} of the log
        {dataUpdatedAt > 0 && `; made on ${formatTime(new Date(serverNow()).toISOString())}`}.
      </p>
      <DaySignatures />
    </article>
  )
}

/**
 * How many orders went through each step that day, and how many approvals had money as evidence.
 */
const OrderTables = ({ day }: { day: DayClose }) => {
  const { pendingBefore, pipeline, approvals, sales } = day
  const withMoney = {
    approvals: approvals.approvals - approvals.withoutMoney,
    naira: approvals.approvedNaira - approvals.withoutMoneyNaira,
  }
  return (
    <>
      <DayTable
        title="Orders"
        head={['', 'Orders']}
        rows={[
          ['Pending at the start', formatNumber(pendingBefore)],
          ['Placed', formatNumber(pipeline.created)],
          ['Approved', formatNumber(pipeline.approved)],
          ['Shipped', formatNumber(pipeline.shipped)],
          ['Returned', formatNumber(pipeline.returned)],
          ['Archived', formatNumber(pipeline.archived)],
        ]}
        sum={['Pending at the end', formatNumber(pipeline.pending)]}
      />
      <DayTable
        title="Approvals"
        head={['', 'Orders', 'Naira']}
        rows={[
          [
            'With a bank transaction',
            formatNumber(withMoney.approvals),
            formatNaira(withMoney.naira),
          ],
          [
            <WithoutMoney key="without" day={day} />,
            formatNumber(approvals.withoutMoney),
            formatNaira(approvals.withoutMoneyNaira),
          ],
        ]}
        sum={['Approved', formatNumber(approvals.approvals), formatNaira(approvals.approvedNaira)]}
      />
      <SalesTable sales={sales} restored={approvals.restored} />
    </>
  )
}

/**
 * The row's name, with links to the orders. The table may count more, because an order that was
 * approved twice that day counts twice there.
 */
const WithoutMoney = ({ day: { date, approvals, ordersWithoutMoney } }: { day: DayClose }) => {
  if (ordersWithoutMoney === 0) return 'Without money'
  const again = approvals.withoutMoney - ordersWithoutMoney
  return (
    <>
      <Link to={reportPaths.approvedWithoutMoney(date)}>Without money</Link>
      {again > 0 && `, ${formatNumber(again)} approved again`}
    </>
  )
}

const SalesTable = ({ sales, restored }: { sales: DayClose['sales']; restored: number }) => (
  <DayTable
    title="Sales"
    head={['', 'Orders', 'Naira']}
    rows={[
      [
        restored > 0 ? `Gross sales, ${formatNumber(restored)} restored` : 'Gross sales',
        formatNumber(sales.orders),
        formatNaira(sales.totalNaira),
      ],
      ['Reversals', formatNumber(-sales.reversedOrders), formatNaira(-sales.reversedNaira)],
    ]}
    sum={['Net sales', formatNumber(sales.netOrders), formatNaira(sales.netNaira)]}
  />
)
