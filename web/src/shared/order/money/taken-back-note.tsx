import type { OrderPayment } from '@strand/contracts/money/order-payment'
import type { OrderRow } from '@strand/contracts/order/staff'
import { takenBackOutcomes } from '@strand/contracts/order/taken-back'
import { Link } from 'react-router-dom'
import { paths } from '../../navigation/paths.ts'
import { WholeValues } from '../whole-values.tsx'
import { takenBackInWords } from './received-words.ts'
import './money.css'

const untouched = 'Nobody has dealt with it yet.'

/** How much of the order's money the bank took back, when, and whether staff have dealt with it. */
export const TakenBackNote = ({ takenBack }: Pick<OrderPayment, 'takenBack'>) => {
  if (takenBack.length === 0) return null
  return (
    <ul className="order-money-taken" aria-label="Money that the bank took back">
      {takenBack.map(({ lineId, debitLineId, takenBackOn, outcome, ...back }) => (
        <li key={`${lineId} ${debitLineId}`} data-open={outcome === null || undefined}>
          <p>
            <span aria-hidden="true">↩ </span>
            {takenBackInWords({ ...back, takenBackOn, outcome })}
          </p>
          <p className="order-money-fresh">
            {outcome === null ? untouched : `${takenBackOutcomes[outcome]}.`}
          </p>
          <p className="order-money-links">
            <Link to={paths.bankLine(debitLineId, takenBackOn)}>The debit that took it back</Link>
            {outcome === null && <Link to={paths.moneyTab('takenback')}>Deal with it</Link>}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The same note in one line, for the dialog that ships the order. */
export const TakenBackWarning = ({ takenBack }: Pick<OrderRow, 'takenBack'>) =>
  takenBack && (
    <strong className="order-money-warning">
      <span aria-hidden="true">↩ </span>
      <WholeValues text={`${takenBackInWords({ ...takenBack, outcome: null })}. ${untouched}`} />
    </strong>
  )
