import { Link } from 'react-router-dom'
import { usePageTitle } from '../shared/page.tsx'
import { paths } from '../shared/paths.ts'
import { CustomerStep } from './customer-step.tsx'
import { DeliveryStep } from './delivery-step.tsx'
import { FormNotices } from './form-notices.tsx'
import { OrderSent } from './order-sent.tsx'
import { ProductStep } from './product-step.tsx'
import { StepList } from './step-list.tsx'
import { usePaymentForm } from './use-payment-form.ts'
import './confirm-payment.css'

const steps = [CustomerStep, ProductStep, DeliveryStep]

export const ConfirmPaymentPage = () => {
  const form = usePaymentForm()
  usePageTitle(form.sent ? 'Your order has been sent' : 'Confirm payment')
  if (form.sent) return <OrderSent order={form.sent} onOrderAgain={form.orderAgain} />
  if (form.locations.data?.length === 0) return <NoLocations />
  const Step = steps[form.step - 1] ?? CustomerStep
  return (
    <div className={`payment payment-step-${form.step}`}>
      <h1>Confirm your payment</h1>
      <StepList step={form.step} />
      <FormNotices form={form} />
      <Step key={form.step} form={form} />
    </div>
  )
}

const NoLocations = () => (
  <div className="payment payment-closed">
    <h1>Confirm your payment</h1>
    <p>There are no delivery locations at the moment, please check back later</p>
    <Link to={paths.trackOrder}>Track your previous order</Link>
  </div>
)
