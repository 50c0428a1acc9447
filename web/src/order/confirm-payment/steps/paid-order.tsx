import { Link } from 'react-router-dom'
import { formatNumber, Money } from '../../../shared/format/money.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { subtotalOf } from '../draft/order-summary.ts'
import { usePaymentCode } from '../draft/payment-code.ts'
import type { PaymentForm } from '../use-payment-form.ts'

/** The products and payment from `/pay`, shown while the customer fills in the form. */
export const PaidOrder = ({ form }: { form: PaymentForm }) => {
  const { lines, seen, paidamount } = form.draft
  const code = usePaymentCode()
  if (!seen || paidamount === null) return null
  const total = subtotalOf(lines) + (form.delivery.data ?? seen).price
  return (
    <section className="paid-order" aria-label="What you have paid for">
      <p className="paid-order-total">
        You paid <Money amount={paidamount} /> <Link to={paths.pay}>Change</Link>
      </p>
      <p>
        {lines
          .map(({ productname, quantity }) => `${formatNumber(quantity)} × ${productname}`)
          .join(', ')}
      </p>
      <p>
        To {seen.locationname}
        {code && (
          <>
            {' · '}Code <strong>{code}</strong>
          </>
        )}
      </p>
      {total !== paidamount && (
        <p>
          Your order now comes to <Money amount={total} />, which is{' '}
          <Money amount={Math.abs(total - paidamount)} />{' '}
          {total > paidamount
            ? 'more than you paid.'
            : 'less than you paid. We will pay the difference back.'}
        </p>
      )}
    </section>
  )
}
