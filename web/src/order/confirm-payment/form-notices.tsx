import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../shared/navigation/paths.ts'
import type { ChangedForm } from './draft/changed-order.tsx'
import type { PaymentForm } from './use-payment-form.ts'
import './form-notices.css'

export const loadChangedOrder = () => import('./draft/changed-order.tsx')
const ChangedOrder = lazy(() => loadChangedOrder().then((m) => ({ default: m.ChangedOrder })))

/**
 * All messages about the form as a whole that stay visible: whether the order arrived, that there
 * is no network, why the shop refused, and which prices changed. In the last step, they are beside
 * the button.
 */
export const FormNotices = ({ form }: { form: PaymentForm }) => {
  const { notice, refusal, changes, draft } = form
  const isChanged = draft.old !== null
  const notices = useRef<HTMLDivElement>(null)
  // Moves the focus to a new message, because the customer may be looking elsewhere.
  useEffect(() => {
    if (refusal || isChanged) notices.current?.focus()
  }, [refusal, isChanged])
  useEffect(() => {
    if (notice?.text) notices.current?.scrollIntoView({ block: 'nearest' })
  }, [notice?.text])
  return (
    <div ref={notices} tabIndex={-1} className="form-notices">
      <div role="status">
        {notice && (
          <p className={`notice notice-${notice.kind}`}>
            {notice.busy && <span className="spinner" aria-hidden="true" />}
            {notice.text}
          </p>
        )}
      </div>
      <div role="alert">
        {refusal && <p className="notice notice-failure">{refusal}</p>}
        <OrderChanges changes={changes} />
        <OldOrderNotice form={form} />
      </div>
    </div>
  )
}

export const OldOrderNotice = ({ form }: { form: ChangedForm }) =>
  form.draft.old && (
    <Suspense fallback={null}>
      <ChangedOrder form={form} />
    </Suspense>
  )

/** What the shop has changed since the customer last looked, as far as it affects the order. */
export const OrderChanges = ({ changes }: { changes: string[] }) =>
  changes.length > 0 && (
    <div className="notice notice-warning">
      <p className="notice-title">Please look at your order again</p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  )

/** Nobody should pay for an order that the form then cannot take. */
export const NoLocations = ({ title }: { title: string }) => (
  <div className="payment payment-closed">
    <h1>{title}</h1>
    <p>There are no delivery locations at the moment, please check back later</p>
    <Link to={paths.trackOrder}>Track your previous order</Link>
  </div>
)
