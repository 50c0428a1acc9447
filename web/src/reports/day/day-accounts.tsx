import { formatKobo } from '@strand/contracts/money/kobo'
import type { AccountDay, DayClose } from '@strand/contracts/reports/overview'
import { Link } from 'react-router-dom'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { DayTable } from './day-table.tsx'
import { differenceOf } from './difference.ts'

const said = (kobo: number | null) => (kobo === null ? 'in no statement' : formatKobo(kobo))

/**
 * The row for a difference that nothing explains. Only a period that no single file covers can have
 * one.
 */
const differenceRow = (account: AccountDay): [string, string][] => {
  const difference = differenceOf(account)
  return difference ? [['Unexplained difference', formatKobo(difference)]] : []
}

/**
 * How each account got from its opening to its closing balance, and which money from these days
 * pays for no order.
 */
export const DayAccounts = ({
  from,
  to,
  money,
  accounts,
}: Pick<DayClose, 'money' | 'accounts'> & { from: string; to: string }) => (
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
          ...differenceRow(account),
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
          <Link key="unmatched" to={reportPaths.unmatchedLines({ from, to })}>
            {formatKobo(money.unmatchedKobo)}
          </Link>,
        ],
      ]}
      sum={['Arrived', formatKobo(money.arrivedKobo)]}
    />
  </>
)
