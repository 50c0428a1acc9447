import type { OrderPayment, PaymentCandidate } from '@strand/contracts/money/order-payment'
import { PaymentLine } from '../../shared/order/money/payment-line.tsx'
import { classNames } from '../../shared/style/class-names.ts'
import { choicesOf, keyOf, notesOf } from './candidates.ts'
import type { ChosenMoney } from './use-chosen-money.ts'
import './money-choices.css'

type Signals = PaymentCandidate['signals']
/** Each signal in a word, and the words for one that does not hold. */
const signalWords: [keyof Signals, string, string][] = [
  ['code', 'code', 'no code'],
  ['reference', 'reference', ''],
  ['amount', 'amount', 'other amount'],
  ['names', 'names', 'other names'],
  ['time', 'time', 'other time'],
]

/** A sign and a word each. That no reference was read from the proof says nothing. */
const SignalWords = ({ signals }: { signals: Signals }) => (
  <span className="order-money-signals">
    {signalWords.map(([signal, word, otherwise]) => {
      const holds = signals[signal]
      if (!holds && otherwise === '') return null
      return (
        <span key={signal} className={holds ? 'order-money-signal' : 'order-money-signal-missing'}>
          <span aria-hidden="true">{holds ? '✓' : '✗'}</span> {holds ? word : otherwise}{' '}
        </span>
      )
    })}
  </span>
)

const About = ({ payment, candidate }: { payment: OrderPayment; candidate: PaymentCandidate }) => (
  <span className="order-money-about">
    {candidate.lines.map((line) => (
      <PaymentLine key={line.lineId} line={line} />
    ))}
    <SignalWords signals={candidate.signals} />
    {notesOf(payment, candidate).map((note) => (
      <span key={note} className="order-money-note">
        {note}
      </span>
    ))}
  </span>
)

/** Money that may be the order's, best first. What is below the order's total cannot be chosen. */
export const MoneyChoices = ({
  money: { payment, chosen, toggle },
  keys,
}: {
  money: ChosenMoney
  /** Whether the number keys choose. */
  keys: boolean
}) => {
  if (!payment || payment.candidates.length === 0) return null
  const choices = choicesOf(payment)
  return (
    <ol className="order-money-choices" aria-label="Money that may pay the order, best first">
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
