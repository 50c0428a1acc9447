import type { UnbalancedAccount } from '@strand/contracts/money/bank-account'
import { Link } from 'react-router-dom'
import { Span } from '../format/dates.tsx'
import { paths } from '../navigation/paths.ts'
import { addsUp } from './adds-up.ts'
import { BalanceConflicts } from './balance-conflicts.tsx'
import './unbalanced.css'

/**
 * The accounts whose balances and lines do not add up over a report's days, with the amounts and
 * the files.
 */
export const UnbalancedAccounts = ({ accounts }: { accounts: readonly UnbalancedAccount[] }) => {
  if (accounts.length === 0) return null
  return (
    <section className="unbalanced" aria-labelledby="unbalanced">
      <h3 id="unbalanced">The bank’s money does not add up</h3>
      {accounts.map((account) => (
        <div key={account.bankAccountId}>
          <p>
            {account.bankName} {account.accountNumber}
          </p>
          {account.spans.length > 0 && (
            <ul className="balance-conflicts">
              {account.spans.map((span) => (
                <li key={span.from}>
                  <Span from={span.from} to={span.to} />: {addsUp(span)}
                </li>
              ))}
            </ul>
          )}
          <BalanceConflicts {...account} />
        </div>
      ))}
      <p className="only-screen">
        <Link to={paths.moneyTab('statements')}>See the accounts and their files</Link>
      </p>
    </section>
  )
}
