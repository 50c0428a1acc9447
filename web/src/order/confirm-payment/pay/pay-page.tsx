import { lazy, Suspense, useEffect } from 'react'
import { Loading } from '../../../shared/feedback/loading.tsx'
import { usePageTitle } from '../../../shared/navigation/use-page-title.ts'
import { isFirstAttempt } from '../../../shared/server-state/is-first-attempt.ts'
import { NoLocations, OldOrderNotice, OrderChanges } from '../form-notices.tsx'
import { useChoices } from '../use-choices.ts'
import { howToPay } from './first-texts.ts'
import '../confirm-payment.css'
import './pay.css'

// Parts that the first view does not wait for.
const loadParts = () => import('./pay-parts.tsx')
const PayParts = lazy(() => loadParts().then((m) => ({ default: m.PayParts })))

/**
 * `/pay`, the page before the form. It shows products and what they cost, the account to pay into,
 * and the code to write on the transfer.
 */
export const PayPage = () => {
  usePageTitle('Pay for your order')
  const { drafts, changes, ...lists } = useChoices(() => undefined)
  const { draft, update } = drafts
  useEffect(() => {
    // If loading fails, `PayParts` tries again when it is shown, and reports the failure.
    loadParts().catch(() => undefined)
  }, [])
  if (lists.locations.data?.length === 0) return <NoLocations title="Pay for your order" />
  // Shows all parts together, so that nothing moves when a list arrives.
  const isOpening = [lists.products, lists.locations].some(isFirstAttempt)
  return (
    <div className="payment pay">
      <h1>Pay for your order</h1>
      <p className="how-it-works">{howToPay}</p>
      <div role="alert" className="pay-changes">
        <OrderChanges changes={changes} />
        <OldOrderNotice form={{ ...lists, draft, change: update }} />
      </div>
      {isOpening ? (
        <Loading />
      ) : (
        <Suspense fallback={<Loading />}>
          <PayParts form={{ ...lists, draft, change: update }} />
        </Suspense>
      )}
    </div>
  )
}
