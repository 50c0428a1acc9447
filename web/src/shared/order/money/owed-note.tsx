import type { OrderPayment } from '@strand/contracts/money/order-payment'
import { Link } from 'react-router-dom'
import { paths } from '../../navigation/paths.ts'
import { owedInWords } from './received-words.ts'

/**
 * What the shop owes or has paid back to the order's customer, with the transfers that the money
 * came from.
 */
export const OwedNote = ({ owed }: Pick<OrderPayment, 'owed'>) => {
  if (owed.length === 0) return null
  return (
    <ul className="order-money-taken" aria-label="Money owed back to the customer">
      {owed.map(({ owedId, lineId, paidOn, amountKobo, restKobo }) => (
        <li key={owedId}>
          <p>{owedInWords({ amountKobo, restKobo })}</p>
          <p className="order-money-links">
            {paidOn && (
              <Link to={paths.bankLine(lineId, paidOn)}>The transfer that it came from</Link>
            )}
            {restKobo > 0 && <Link to={paths.moneyTab('owed')}>All money owed back</Link>}
          </p>
        </li>
      ))}
    </ul>
  )
}
