import type { PaymentCandidate } from '@strand/contracts/money/order-payment'
import './signal-words.css'

type Signals = PaymentCandidate['signals']

/** For each signal, its words: first if it is true, then if it is false. */
const signalWords: [keyof Signals, string, string][] = [
  ['code', 'code', 'no code'],
  ['reference', 'reference', ''],
  ['amount', 'amount', 'other amount'],
  ['names', 'names', 'other names'],
  ['history', 'paid for this customer before', ''],
  ['time', 'time', 'other time'],
]

/**
 * A mark and a word for each signal. If the reference is missing or the payer is new, that signal
 * is left out, because it proves nothing.
 */
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
