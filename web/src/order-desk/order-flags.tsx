import type { OrderFlag } from '@strand/contracts/order/staff'
import './order-flags.css'

const meaning: Record<OrderFlag, { text: string; why: string }> = {
  'same-proof': { text: 'Same proof', why: 'Another order has the same proof file' },
  'same-payment': {
    text: 'Same payment',
    why: 'Another order within 72 hours has the same account name and amount',
  },
  waiting: { text: 'Over 24 h', why: 'Pending for more than 24 hours' },
  international: { text: 'International', why: 'The delivery goes abroad' },
}

/** What to check before approving: a sign, a colour and words, never a colour alone. */
export const OrderFlags = ({ flags }: { flags: OrderFlag[] }) =>
  flags.length > 0 && (
    <ul className="flags" aria-label="Please look at">
      {flags.map((flag) => (
        <li key={flag} className={`flag flag-${flag}`} title={meaning[flag].why}>
          <span aria-hidden="true">{flag.startsWith('same') ? '⚠ ' : '• '}</span>
          {meaning[flag].text}
        </li>
      ))}
    </ul>
  )
