import { dayInWords } from '@strand/contracts/day-words'
import { formatKobo } from '@strand/contracts/money/kobo'
import { formatNaira } from '@strand/contracts/naira'
import type { MonthClose } from '@strand/contracts/reports/overview'
import { Link } from 'react-router-dom'
import { UnbalancedAccounts } from '../../shared/bank/unbalanced-accounts.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { useShop } from '../../shared/server-state/use-shop.ts'
import { DayAccounts } from '../day/day-accounts.tsx'
import { DayCheckpoint } from '../day/day-checkpoint.tsx'
import { DaySignatures } from '../day/day-signatures.tsx'
import { DayTable } from '../day/day-table.tsx'
import { asAtWords } from '../report/report-source.tsx'
import { formatMonth } from './month.ts'

export const MonthSheet = ({ close }: { close: MonthClose }) => {
  const { month, from, to, sales, owed } = close
  const { data: shop } = useShop()
  return (
    <article className="day-sheet" aria-labelledby="month-of-sheet">
      <header className="day-sheet-head">
        <h2 id="month-of-sheet">{formatMonth(month)}</h2>
        <p>{shop?.name}</p>
      </header>
      <div className="day-columns">
        <DayTable
          title="Sales"
          head={['', 'Orders', 'Naira']}
          rows={[
            [
              <Link key="sales" to={reportPaths.report('sales', { from, to })}>
                Gross sales
              </Link>,
              formatNumber(sales.orders),
              formatNaira(sales.totalNaira),
            ],
            ['Reversals', formatNumber(sales.reversedOrders), formatNaira(-sales.reversedNaira)],
          ]}
          sum={['Net sales', formatNumber(sales.netOrders), formatNaira(sales.netNaira)]}
        />
        <DayTable
          title="Refunds and money taken back"
          head={['', 'Naira']}
          rows={[
            ['Owed back to customers', formatKobo(owed.owedKobo)],
            ['Paid back', formatKobo(owed.paidBackKobo)],
            ['Taken back by the bank', formatKobo(close.takenBackKobo)],
            ['Still owed now', formatKobo(owed.openKobo)],
          ]}
        />
        <DayAccounts {...close} />
      </div>
      <UnbalancedAccounts accounts={close.unbalanced} />
      <DayCheckpoint checkpoint={close.checkpoint} date={to} />
      <p className="day-source">
        {dayInWords(from)} to {dayInWords(to)}. Sales and money as at {asAtWords(close.asOf)},
        counted up to {close.index === null ? 'no event' : `event ${formatNumber(close.index)}`} of
        the log; refunds and balances as they stand now.
      </p>
      <DaySignatures />
    </article>
  )
}
