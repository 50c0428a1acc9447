import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderPayment } from '@strand/contracts/money/order-payment'
import { takenBackOutcomes } from '@strand/contracts/order/taken-back'
import { Link } from 'react-router-dom'
import { formatBankDay } from '../../format/bank-day.ts'
import { paths } from '../../navigation/paths.ts'

/** How much of the order's money the bank took back, when, and whether someone has dealt with it. */
export const TakenBackNote = ({ takenBack }: Pick<OrderPayment, 'takenBack'>) => {
  if (takenBack.length === 0) return null
  return (
    <ul className="order-money-taken" aria-label="Money that the bank took back">
      {takenBack.map(({ lineId, debitLineId, amountKobo, takenBackOn, isCertain, outcome }) => (
        <li key={`${lineId} ${debitLineId}`} data-open={outcome === null || undefined}>
          <p>
            <span aria-hidden="true">↩ </span>
            {formatKobo(amountKobo)} {isCertain ? 'was' : 'may have been'} taken back on{' '}
            {formatBankDay(takenBackOn)}
          </p>
          <p className="order-money-fresh">
            {outcome === null ? 'Nobody has seen to it yet.' : `${takenBackOutcomes[outcome]}.`}
          </p>
          <p className="order-money-links">
            <Link to={paths.bankLine(debitLineId, takenBackOn)}>The line that took it</Link>
            {outcome === null && <Link to={paths.moneyTab('takenback')}>See to it</Link>}
          </p>
        </li>
      ))}
    </ul>
  )
}
