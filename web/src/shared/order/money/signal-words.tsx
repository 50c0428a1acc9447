import type { PaymentCandidate } from '@strand/contracts/money/order-payment'
import './signal-words.css'

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
export const SignalWords = ({ signals }: { signals: Signals }) => (
  <span className="signal-words">
    {signalWords.map(([signal, word, otherwise]) => {
      const holds = signals[signal]
      if (!holds && otherwise === '') return null
      return (
        <span key={signal} className={holds ? 'signal-word' : 'signal-word-missing'}>
          <span aria-hidden="true">{holds ? '✓' : '✗'}</span> {holds ? word : otherwise}{' '}
        </span>
      )
    })}
  </span>
)
