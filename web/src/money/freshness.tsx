import { counted } from '@strand/contracts/counted'
import { Link } from 'react-router-dom'
import { Skeleton } from '../shared/feedback/loading.tsx'
import { Day } from '../shared/format/dates.tsx'
import { useBankAccounts, useCoverages } from './money-calls.ts'
import { daysOf } from './statements/coverage-days.ts'
import { statementsTab, tabAddress } from './tabs.ts'

/**
 * Shows how old the newest statements are, so that nobody takes an order for unpaid only because
 * its bank line has not been imported yet.
 */
export const Freshness = () => {
  const query = useBankAccounts()
  const accounts = query.data ?? []
  const coverages = useCoverages(accounts.map(({ bankAccountId }) => bankAccountId))
  const known = accounts.flatMap((account, at) => {
    const coverage = coverages[at]?.data
    return coverage?.newestLineOn ? [{ account, ...coverage, on: coverage.newestLineOn }] : []
  })
  const isAwaited = query.isPending || coverages.some(({ isPending }) => isPending)
  // Takes up space while loading, so that the list below does not move.
  if (isAwaited && known.length === 0)
    return (
      <p className="money-freshness">
        <Skeleton width="10rem" />
      </p>
    )
  if (known.length === 0) return null
  return (
    <ul className="money-freshness" aria-label="How far the statements reach">
      {known.map(({ account, on, gaps }) => {
        const days = gaps.reduce((sum, gap) => sum + daysOf(gap), 0)
        return (
          <li key={account.bankAccountId}>
            {accounts.length > 1
              ? `${account.bankName} ${account.accountNumber}: newest line `
              : 'Newest line: '}
            <strong>
              <Day on={on} />
            </strong>
            {days > 0 && (
              <>
                {' · '}
                <Link to={tabAddress(statementsTab.status)}>
                  {counted(days, 'day')} without a statement
                </Link>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
