import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../shared/buttons/button.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { BankAccount } from '../../shared/order/bank-account.tsx'
import { useShop } from '../../shared/server-state/use-shop.ts'
import { acceptance, prices } from './first-texts.ts'
import './terms.css'

const sections: { id: string; title: string; Content: () => ReactNode }[] = [
  { id: 'general', title: 'General', Content: () => <General /> },
  { id: 'payment-methods', title: 'Payment Methods', Content: () => <PaymentMethods /> },
  { id: 'order-status', title: 'Order Status', Content: () => <OrderStatusTerms /> },
  { id: 'delivery', title: 'Delivery', Content: () => <Delivery /> },
  { id: 'return-and-exchanges', title: 'Return and Exchanges', Content: () => <Returns /> },
]

export const TermsPage = () => {
  usePageTitle('Terms & conditions')
  return (
    <div className="terms">
      <header className="terms-head">
        <h1>Terms &amp; conditions</h1>
        <Button size="small" className="terms-print" onClick={() => window.print()}>
          Print
        </Button>
      </header>
      <nav className="terms-nav" aria-label="Sections">
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="terms-sections">
        {sections.map(({ id, title, Content }) => (
          <section key={id} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Content />
          </section>
        ))}
      </div>
    </div>
  )
}

const General = () => (
  <>
    <p>{acceptance}</p>
    <p>{prices}</p>
    <p>We use what you enter to process your order, deliver it and keep you informed.</p>
  </>
)

const PaymentMethods = () => (
  <>
    <p>
      Payment is by bank transfer only. Please send the full amount, delivery included, to this
      account:
    </p>
    <BankAccount />
    <LegalName />
    <p>
      The easiest way is to <Link to={paths.pay}>get a payment code</Link> and to write it in the
      description of your transfer.
    </p>
    <p>
      Once the payment page or the form has shown you a total, its prices hold for 24 hours on that
      phone, even if we change them in the meantime: please confirm your payment within that time.
      If it takes you longer, or something has sold out, and you have already sent the money, you
      can still confirm: we will take your order with the amount that you sent, and write to you
      about what has changed.
    </p>
    <p>
      Then <Link to={paths.confirmPayment}>confirm your payment</Link> with the proof of your
      transfer. Please name the account that the money was sent from, so that we can find your
      payment.
    </p>
  </>
)

const LegalName = () => {
  const { data: shop } = useShop()
  if (!shop) return null
  return (
    <p>
      The beneficiary is also our legal name: {shop.bankAccountName}
      {shop.registration && `, registered as ${shop.registration}`}
      {shop.address && `, ${shop.address}`}. Please do not send money to an account with any other
      name.
    </p>
  )
}

const OrderStatusTerms = () => (
  <>
    <p>An order goes through these statuses:</p>
    <dl className="terms-statuses">
      <div>
        <dt>Pending</dt>
        <dd>We have your confirmation and are checking the payment.</dd>
      </div>
      <div>
        <dt>Confirmed</dt>
        <dd>We have seen the payment and are preparing your order.</dd>
      </div>
      <div>
        <dt>Shipped</dt>
        <dd>Your order is on its way, or ready to be picked up.</dd>
      </div>
      <div>
        <dt>Returned</dt>
        <dd>Your order has come back to us.</dd>
      </div>
    </dl>
    <p>
      You can <Link to={paths.trackOrder}>track your order</Link> at any time with the order id you
      were given. Anyone who has the id can see the status, so please keep it to yourself.
    </p>
  </>
)

const Delivery = () => (
  <>
    <p>
      You choose your delivery location when you confirm your payment. The delivery price isn’t part
      of the product prices: it depends on the location and is added to your order’s total.
    </p>
    <p>
      For an order abroad we need your country and your postal code. Where a location has a pick-up
      address, you collect your order there.
    </p>
    <p>Please check your address and phone number before you confirm.</p>
  </>
)

const Returns = () => (
  <>
    <p>
      <strong>There are no refunds.</strong> Please choose with care, and ask us before you pay if
      you are unsure.
    </p>
    <p>
      That is about goods. Money that you never owed us, because you paid twice or too much, is
      yours: we pay it back.
    </p>
    <p>Exchanges are allowed 2–4 days after you have received your order.</p>
    <Contact />
  </>
)

const Contact = () => {
  const { data: shop } = useShop()
  if (!shop?.supportEmail && !shop?.instagram) return null
  return (
    <p>
      For an exchange, or for any question, write to{' '}
      {shop.supportEmail && <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>}
      {shop.supportEmail && shop.instagram && ' or to '}
      {shop.instagram && (
        <a href={`https://www.instagram.com/${shop.instagram}`} rel="noreferrer">
          @{shop.instagram}
        </a>
      )}
      .
    </p>
  )
}
