import type { OrderPayment } from '@strand/contracts/money/order-payment'
import { Link } from 'react-router-dom'
import { formatBankDay } from '../../format/bank-day.ts'
import { paths } from '../../navigation/paths.ts'
import { PaymentLine } from './payment-line.tsx'
import { isEnough, isMoneySeen, stateInWords } from './received-words.ts'

/** The bank lines that pay for an order, as links. Renders nothing if there are none. */
export const ReceivedMoney = ({ payment }: { payment: OrderPayment }) => {
  if (payment.allocations.length === 0) return null
  const byId = new Map(payment.lines.map((line) => [line.lineId, line]))
  const isAll = isEnough(payment)
  return (
    <>
      <p className={isAll ? 'order-money-all' : 'order-money-part'}>
        <span aria-hidden="true">{isAll ? '✓ ' : '◐ '}</span>
        {stateInWords(payment)}
      </p>
      <ul className="order-money-received">
        {payment.allocations.map(({ lineId, amountKobo }) => {
          const line = byId.get(lineId)
          if (!line) return null
          return (
            <li key={lineId}>
              <PaymentLine line={line} amountKobo={amountKobo} />
              <Link to={paths.bankLine(lineId, line.bookedOn)}>
                Line<span className="for-screen-readers"> of {formatBankDay(line.bookedOn)}</span>{' '}
                in the statement
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Says how far the bank statements reach, so that nobody mistakes a late transfer for fraud. */
export const Freshness = ({ payment }: { payment: OrderPayment }) => {
  const { newestLineOn, covered } = payment
  if (newestLineOn === null) return null
  return (
    <p className="order-money-fresh">
      {isMoneySeen(payment) ? 'No further money seen yet.' : 'No money seen yet.'} Newest line:{' '}
      {formatBankDay(newestLineOn)}
      {!covered && '. Days since the order are missing from the statements'}
    </p>
  )
}
