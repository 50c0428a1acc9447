import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderPayment } from '@strand/contracts/money/order-payment'
import { Link } from 'react-router-dom'
import { paths } from '../../navigation/paths.ts'
import { LeftToPeopleNote } from './left-to-people.tsx'
import { OwedNote } from './owed-note.tsx'
import { usePayment } from './payment-query.ts'
import { Freshness, ReceivedMoney } from './received-money.tsx'
import { isEnough } from './received-words.ts'
import { TakenBackNote } from './taken-back-note.tsx'
import './money.css'

/**
 * The money for an order, as part of the order's details. Renders nothing in a shop that has never
 * imported a statement.
 */
export const OrderMoney = ({ orderId }: { orderId: string }) => {
  const { data: payment, isError } = usePayment(orderId)
  if (isError && !payment)
    return <p className="order-money-fresh">The money could not be looked up</p>
  if (!payment || payment.newestLineOn === null) return null
  const { candidates, expectedKobo, receivedKobo } = payment
  return (
    <section className="order-money" aria-label={`Money of order ${orderId}`}>
      <h3 className="order-money-title">Money</h3>
      <dl className="order-money-sums">
        <dt>Expected</dt>
        <dd className="amount">{formatKobo(expectedKobo)}</dd>
        <dt>Received</dt>
        <dd className="amount">{formatKobo(receivedKobo)}</dd>
      </dl>
      <TakenBackNote takenBack={payment.takenBack} />
      <OwedNote owed={payment.owed} />
      <ReceivedMoney payment={payment} />
      <LeftToPeopleNote leftToPeople={payment.leftToPeople} />
      {candidates.length > 0 ? (
        <p className="order-money-fresh">
          <Waiting candidates={candidates} /> may pay for this order.
        </p>
      ) : (
        !isEnough(payment) && <Freshness payment={payment} />
      )}
    </section>
  )
}

/**
 * Says which money may pay for the order: `3 choices`, `2 transfers together`, or a link to the
 * only transfer.
 */
const Waiting = ({ candidates }: Pick<OrderPayment, 'candidates'>) => {
  const [first, ...others] = candidates
  const [line, ...further] = first?.lines ?? []
  if (!line || others.length > 0) return `${candidates.length} choices`
  if (further.length > 0) return `${1 + further.length} transfers together`
  return <Link to={paths.bankLine(line.lineId, line.bookedOn)}>A transfer</Link>
}
