import { lazy, Suspense } from 'react'
import { Loading } from '../../shared/feedback/loading.tsx'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { OrderChanges } from '../form-notices.tsx'
import { useChoices } from '../use-choices.ts'
import '../confirm-payment.css'
import './pay.css'

// Parts of the form's later steps, which no first view waits for.
const PayParts = lazy(() => import('./pay-parts.tsx').then((m) => ({ default: m.PayParts })))

/** Before the form: what to buy, what it costs, and where to send the money with which code. */
export const PayPage = () => {
  usePageTitle('Pay for your order')
  const { drafts, ...lists } = useChoices(() => undefined)
  const { draft, update, changes } = drafts
  return (
    <div className="payment pay">
      <h1>Pay for your order</h1>
      <p className="how-it-works">
        Choose what you buy, transfer the money with your code in the description, then tell us that
        you have paid.
      </p>
      <div role="alert" className="pay-changes">
        <OrderChanges changes={changes} />
      </div>
      <Suspense fallback={<Loading />}>
        <PayParts form={{ ...lists, draft, change: update }} />
      </Suspense>
    </div>
  )
}
