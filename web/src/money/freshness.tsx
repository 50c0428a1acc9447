import { counted } from '@strand/contracts/counted'
import { Link } from 'react-router-dom'
import { Skeleton } from '../shared/feedback/loading.tsx'
import { Day } from '../shared/format/dates.tsx'
import { useBankAccounts, useCoverages } from './money-calls.ts'
import { daysOf } from './statements/coverage-days.ts'
import { statementsTab, tabAddress } from './tabs.ts'

/**
 * The age of the newest statements, so that nobody thinks that an order is unpaid only because its
 * line is missing.
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
  // Keeps its space above the list while loading.
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
