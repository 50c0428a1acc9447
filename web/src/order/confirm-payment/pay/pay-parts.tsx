import { formatNaira } from '@strand/contracts/naira'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../../shared/buttons/button.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { BankAccount } from '../../../shared/order/bank-account.tsx'
import { notPaid, saveDraft } from '../draft/draft.ts'
import { subtotalOf, summaryLine } from '../draft/order-summary.ts'
import { OrderSummaryTable } from '../draft/order-summary-table.tsx'
import { LocationField, type LocationForm } from '../steps/location-field.tsx'
import { type ProductForm, ProductList, type Refused, refusedLine } from '../steps/product-list.tsx'
import { StepActions } from '../steps/step-frame.tsx'
import { answerFirst, missingLine, priceLine } from '../steps/steps.ts'
import { keepSentOrder } from '../submission/sent-order.ts'
import { PaymentCodeCard } from './payment-code-card.tsx'

/**
 * The products, the location, the total, the account to pay into, and the button that leads to the
 * form.
 */
export const PayParts = ({ form }: { form: ProductForm & LocationForm }) => {
  const navigate = useNavigate()
  const [refused, setRefused] = useState<Refused>({})
  const { draft } = form
  const { lines, location } = draft
  const price = form.delivery.data?.price
  const total = lines.length > 0 && price !== undefined ? subtotalOf(lines) + price : null
  const notChosen = missingLine({
    ...(lines.length === 0 && { products: 'missing' }),
    ...(location === '' && { location: 'missing' }),
  })
  const sent = draft.paidamount ?? 0
  const rest = total === null ? null : Math.max(0, total - sent)
  const summary =
    rest === null
      ? summaryLine(lines)
      : rest === 0
        ? `You paid ${formatNaira(sent)}`
        : `To transfer ${formatNaira(rest)}`
  const unanswered = draft.old && !draft.insists ? answerFirst : ''
  const missing =
    refusedLine(form, refused) || notChosen || unanswered || (total === null ? priceLine(form) : '')
  const paid = () => {
    // Otherwise the form would show the receipt of this tab's last order.
    keepSentOrder(null)
    // Stores the draft directly, because `change` stores it in an effect, and this screen is gone
    // before the effect runs.
    saveDraft({ ...draft, paid: true, paidamount: Math.max(sent, total ?? 0) })
    navigate(paths.confirmPayment)
  }
  return (
    <>
      <section className="pay-part" aria-labelledby="pay-products">
        <h2 id="pay-products">What you’re buying</h2>
        <ProductList form={form} refused={refused} onRefused={setRefused} />
      </section>
      <section className="pay-part" aria-labelledby="pay-location">
        <h2 id="pay-location">Where it goes</h2>
        <LocationField form={form} />
      </section>
      <section className="pay-part" aria-labelledby="pay-transfer">
        <h2 id="pay-transfer" tabIndex={-1}>
          Your transfer
        </h2>
        {lines.length > 0 && <OrderSummaryTable lines={lines} delivery={form.delivery} />}
        {sent > 0 && (
          <p>
            You paid {formatNaira(sent)}.{' '}
            <Button size="small" onClick={() => form.change(notPaid)}>
              I have not paid yet
            </Button>
          </p>
        )}
        {rest === 0 ? (
          <BankAccount title="You paid to this account" />
        ) : (
          <BankAccount
            title={sent > 0 ? 'Send the rest to' : 'Send the money to'}
            amount={rest}
            copyAll
          />
        )}
        {total !== null && <PaymentCodeCard />}
      </section>
      <StepActions
        sticky
        missing={missing}
        summary={summary}
        aside={
          lines.length > 0 &&
          rest !== 0 && <NextPart isPlaced={location !== '' && !form.delivery.isError} />
        }
      >
        <Button variant="primary" disabled={missing !== ''} onClick={paid}>
          {sent === 0 ? 'I have paid' : rest === 0 ? 'Back to the form' : 'I have paid the rest'}
        </Button>
      </StepActions>
    </>
  )
}

/**
 * A button that scrolls to the next part, because the location and the account are below a long
 * list.
 */
const NextPart = ({ isPlaced }: { isPlaced: boolean }) => {
  const go = () => {
    const heading = document.getElementById(isPlaced ? 'pay-transfer' : 'pay-location')
    heading?.scrollIntoView()
    const field = isPlaced ? heading : heading?.parentElement?.querySelector('input')
    field?.focus({ preventScroll: true })
  }
  return (
    <Button variant="quiet" size="small" onClick={go}>
      {isPlaced ? 'See the account' : 'Choose a location'}
    </Button>
  )
}
