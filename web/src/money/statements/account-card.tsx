import type { BankAccount } from '@strand/contracts/money/bank-account'
import { BalanceConflicts } from '../../shared/bank/balance-conflicts.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { Skeleton } from '../../shared/feedback/loading.tsx'
import { Day } from '../../shared/format/dates.tsx'
import { useCoverages } from '../money-calls.ts'
import { CoverageStrip } from './coverage-strip.tsx'
import { SpanSums } from './span-sums.tsx'

/**
 * One bank account: the days that its statements cover, and whether its balances and lines add up.
 */
export const AccountCard = ({ account }: { account: BankAccount }) => {
  const [query] = useCoverages([account.bankAccountId])
  const name = `${account.bankName}, ${account.accountNumber}`
  return (
    <section className="statement-account" aria-label={name}>
      <h3>{name}</h3>
      <p className="field-help">{account.accountName}</p>
      {query?.data && (
        <>
          <p>
            {query.data.newestLineOn ? (
              <>
                Newest line: <Day on={query.data.newestLineOn} />
              </>
            ) : (
              'No statement has been imported yet.'
            )}
          </p>
          {query.data.conflictDays > 0 && (
            <div className="unbalanced">
              <h4>This account’s files disagree</h4>
              <BalanceConflicts {...query.data} />
              <p>
                One of them may belong to another account: undo its import in the list of files
                below. Or a file lacks lines: import these days again.
              </p>
            </div>
          )}
          {query.data.spans.length > 0 && (
            <>
              <CoverageStrip coverage={query.data} />
              <SpanSums spans={query.data.spans} />
            </>
          )}
        </>
      )}
      {query?.isPending && <Skeleton />}
      {query && !query.data && query.isError && <LoadFailed what="The days" query={query} />}
    </section>
  )
}
