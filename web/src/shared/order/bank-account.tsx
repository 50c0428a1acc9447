import { formatNaira } from '@strand/contracts/naira'
import { lazy, Suspense } from 'react'
import './bank-account.css'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import { Skeleton } from '../feedback/loading.tsx'
import { useShop } from '../server-state/use-shop.ts'
import { neverAsked } from './trust.tsx'

const UsualTime = lazy(async () => ({ default: (await import('./usual-time.tsx')).UsualTime }))

/**
 * The account that customers pay into. `amount` is the amount to transfer, in naira; null until it
 * is known.
 */
export const BankAccount = ({
  title = 'Bank account',
  amount,
  copyAll = false,
}: {
  title?: string
  amount?: number | null
  /** Whether the bank and the beneficiary also have copy buttons. */
  copyAll?: boolean
}) => {
  const { data: shop, isError, refetch } = useShop()
  if (isError)
    return (
      <div className="bank-account">
        <p>The bank details could not be loaded.</p>
        <Button size="small" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  return (
    <section className="bank-account" aria-label={title}>
      {typeof amount === 'number' && (
        <div className="bank-account-number bank-account-amount">
          <span>
            Transfer exactly <strong>{formatNaira(amount)}</strong>
          </span>
          <CopyButton text={String(amount)} what="Amount" />
        </div>
      )}
      {amount === null && <p>Choose a location to see what to transfer, delivery included.</p>}
      <p className="bank-account-title">{title}</p>
      <div className="bank-account-number">
        {shop ? <span>{shop.bankAccountNumber}</span> : <Skeleton width="10rem" />}
        {shop && <CopyButton text={shop.bankAccountNumber} what="Account number" />}
      </div>
      <dl>
        <dt>Bank</dt>
        <dd>
          {shop?.bankName ?? <Skeleton width="9rem" />}
          {shop && copyAll && <CopyButton text={shop.bankName} what="Bank" />}
        </dd>
        <dt>Beneficiary</dt>
        <dd>
          {shop?.bankAccountName ?? <Skeleton width="11rem" />}
          {shop && copyAll && <CopyButton text={shop.bankAccountName} what="Beneficiary" />}
        </dd>
      </dl>
      <p className="field-help">{neverAsked}</p>
      {/* This line has the same height whether the time has loaded or not. */}
      <p className="field-help bank-account-usual">
        <Suspense>
          <UsualTime />
        </Suspense>
      </p>
    </section>
  )
}
