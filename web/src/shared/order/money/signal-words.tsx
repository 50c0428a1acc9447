import type { PaymentCandidate } from '@strand/contracts/money/order-payment'
import './signal-words.css'

type Signals = PaymentCandidate['signals']

/** Each signal in a word, and the words for one that does not hold. */
const signalWords: [keyof Signals, string, string][] = [
  ['code', 'code', 'no code'],
  ['reference', 'reference', ''],
  ['amount', 'amount', 'other amount'],
  ['names', 'names', 'other names'],
  ['history', 'paid for this customer before', ''],
  ['time', 'time', 'other time'],
]

/** A sign and a word each. That no reference was read, or nobody paid for them before, says nothing. */
export const SignalWords = ({ signals, rule }: Pick<PaymentCandidate, 'signals' | 'rule'>) => (
  <span className="signal-words">
    {signalWords.map(([signal, word, otherwise]) => {
      const isOneName = signal === 'names' && rule === 'names' && !signals.names
      const holds = signals[signal] || isOneName
      if (!holds && otherwise === '') return null
      return (
        <span key={signal} className={holds ? 'signal-word' : 'signal-word-missing'}>
          <span aria-hidden="true">{holds ? '✓' : '✗'}</span>{' '}
          {isOneName ? 'one name that nobody else has' : holds ? word : otherwise}{' '}
        </span>
      )
    })}
  </span>
)
