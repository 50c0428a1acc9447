import type { OrderPayment, PaymentCandidate } from '@strand/contracts/money/order-payment'
import { PaymentLine } from '../../../shared/order/money/payment-line.tsx'
import { SignalWords } from '../../../shared/order/money/signal-words.tsx'
import { classNames } from '../../../shared/style/class-names.ts'
import { choicesOf, keyOf, notesOf } from './candidates.ts'
import type { ChosenMoney } from './use-chosen-money.ts'
import './money-choices.css'

const About = ({ payment, candidate }: { payment: OrderPayment; candidate: PaymentCandidate }) => (
  <span className="order-money-about">
    {candidate.lines.map((line) => (
      <PaymentLine key={line.lineId} line={line} />
    ))}
    <SignalWords signals={candidate.signals} rule={candidate.rule} />
    {notesOf(payment, candidate).map((note) => (
      <span key={note} className="order-money-note">
        {note}
      </span>
    ))}
  </span>
)

/**
 * The money that may pay for the order, best candidate first. A candidate that is not enough for
 * the missing amount cannot be chosen.
 */
export const MoneyChoices = ({
  money: { payment, chosen, toggle },
  keys,
}: {
  money: ChosenMoney
  /** Whether the number keys choose the money. */
  keys: boolean
}) => {
  if (!payment || payment.candidates.length === 0) return null
  const choices = choicesOf(payment)
  return (
    <ol className="order-money-choices" aria-label="Money that may pay for the order, best first">
      {payment.candidates.map((candidate) => {
        const number = choices.indexOf(candidate) + 1
        const isChosen = candidate === chosen
        if (number === 0)
          return (
            <li key={keyOf(candidate)} className="order-money-choice order-money-choice-short">
              <About payment={payment} candidate={candidate} />
            </li>
          )
        return (
          <li key={keyOf(candidate)}>
            <button
              type="button"
              className={classNames('order-money-choice', isChosen && 'order-money-choice-chosen')}
              aria-pressed={isChosen}
              aria-keyshortcuts={keys ? String(number) : undefined}
              onClick={() => toggle(candidate)}
            >
              {keys && <kbd>{number}</kbd>}
              <About payment={payment} candidate={candidate} />
              {isChosen && (
                <span className="order-money-chosen" aria-hidden="true">
                  Chosen
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
