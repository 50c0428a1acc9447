import { formatKobo } from '@strand/contracts/money/kobo'
import type { DayClose } from '@strand/contracts/reports/overview'
import { Link } from 'react-router-dom'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { DayTable } from './day-table.tsx'

const said = (kobo: number | null) => (kobo === null ? 'not said' : formatKobo(kobo))

/** Each bank account from its opening to its closing, and what of the day pays no order. */
export const DayAccounts = ({ day: { date, money, accounts } }: { day: DayClose }) => (
  <>
    {accounts.map((account) => (
      <DayTable
        key={account.bankAccountId}
        title={`${account.bankName} ${account.accountNumber}`}
        head={['', 'Naira']}
        rows={[
          ['Opening', said(account.openingKobo)],
          ['Credits', formatKobo(account.creditKobo)],
          ['Debits', formatKobo(account.debitKobo)],
          ['Closing', said(account.closingKobo)],
        ]}
        sum={['Unmatched', formatKobo(account.unmatchedKobo)]}
      />
    ))}
    <DayTable
      title="Money that the bank booked"
      head={['', 'Naira']}
      rows={[
        ['Matched to orders', formatKobo(money.matchedKobo)],
        ['Set aside', formatKobo(money.setAsideKobo)],
        [
          'Unmatched',
          <Link key="unmatched" to={reportPaths.unmatchedLines({ from: date, to: date })}>
            {formatKobo(money.unmatchedKobo)}
          </Link>,
        ],
      ]}
      sum={['Arrived', formatKobo(money.arrivedKobo)]}
    />
  </>
)
