import { lazy, Suspense, useEffect } from 'react'
import { Loading, Skeleton } from '../../shared/feedback/loading.tsx'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import type { DraftLine } from './draft/draft.ts'
import { FormNotices, loadChangedOrder, NoLocations } from './form-notices.tsx'
import { CustomerStep } from './steps/customer-step.tsx'
import { StepHeading } from './steps/step-heading.tsx'
import { usePaymentForm } from './use-payment-form.ts'
import './confirm-payment.css'

const loadProductStep = () => import('./steps/product-step.tsx')
const loadDeliveryStep = () => import('./steps/delivery-step.tsx')
const loadPaidOrder = () => import('./steps/paid-order.tsx')
const loadOrderSent = () => import('./submission/order-sent.tsx')
const ProductStep = lazy(() => loadProductStep().then((m) => ({ default: m.ProductStep })))
const DeliveryStep = lazy(() => loadDeliveryStep().then((m) => ({ default: m.DeliveryStep })))
const PaidOrder = lazy(() => loadPaidOrder().then((m) => ({ default: m.PaidOrder })))
const OrderSent = lazy(() => loadOrderSent().then((m) => ({ default: m.OrderSent })))

const steps = [CustomerStep, ProductStep, DeliveryStep]

export const ConfirmPaymentPage = () => {
  const form = usePaymentForm()
  usePageTitle(form.sent ? 'Your order has been sent' : 'Confirm payment')
  // Prefetches each step while the customer fills in the previous one. A failure is ignored here,
  // because it is reported when the step is needed.
  useEffect(() => {
    const fetchNext = () => void loadProductStep().catch(() => undefined)
    const timer = setTimeout(fetchNext, 1_000)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (form.step === 2) void Promise.allSettled([loadDeliveryStep(), loadChangedOrder()])
    // Prefetches the receipt, so that it can be shown even if the connection is lost right after
    // the order has been sent.
    if (form.step === 3) loadOrderSent().catch(() => undefined)
  }, [form.step])
  // Suspends the whole screen, so that the button's "Confirmed" stays visible until the receipt has
  // loaded.
  if (form.sent) return <OrderSent order={form.sent} onOrderAgain={form.orderAgain} />
  if (form.locations.data?.length === 0) return <NoLocations title="Confirm your payment" />
  if (form.step === null) return <Loading />
  const Step = steps[form.step - 1] ?? CustomerStep
  return (
    <div className={`payment payment-step-${form.step}`}>
      <StepHeading step={form.step} />
      {form.step < 3 && <FormNotices form={form} />}
      {form.step < 3 && form.draft.paidamount !== null && (
        <Suspense fallback={<PaidOrderOpening lines={form.draft.lines} />}>
          <PaidOrder form={form} />
        </Suspense>
      )}
      <Suspense fallback={<Loading />}>
        <Step key={form.step} form={form} />
      </Suspense>
    </div>
  )
}

/** A placeholder with the height of `PaidOrder`, so that the fields below do not move. */
const PaidOrderOpening = ({ lines }: { lines: DraftLine[] }) => (
  <div className="paid-order">
    <p>
      <Skeleton width="60%" />
    </p>
    <p>{lines.map(({ productname, quantity }) => `${quantity} × ${productname}`).join(', ')}</p>
    <p>
      <Skeleton width="60%" />
    </p>
  </div>
)
