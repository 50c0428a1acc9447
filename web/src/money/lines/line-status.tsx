import { formatKobo } from '@strand/contracts/money/kobo'
import type { SetAsideKind } from '@strand/contracts/money/set-aside'
import { Link } from 'react-router-dom'
import { paths } from '../../shared/navigation/paths.ts'
import { lineWarning } from '../../shared/order/money/line-warning.ts'
import type { ShownLine } from '../money-calls.ts'
import { freeKobo } from './line-actions.ts'
import { owedWords } from './owed-part.ts'

export const setAsideKinds: Record<SetAsideKind, string> = {
  refund: 'Money to send back, or sent back',
  own: 'Our own money',
  other: 'Something else',
}

export const LineStatus = ({ line }: { line: ShownLine }) => (
  <span className="line-status">
    <StatusWords line={line} />
    {lineWarning(line) && <span className="line-reversed">{lineWarning(line)}</span>}
  </span>
)

const StatusWords = ({ line }: { line: ShownLine }) => {
  if (line.status === 'setaside' && line.setAside) {
    const { kind, note } = line.setAside
    return (
      <span className="line-note">{[setAsideKinds[kind], note].filter(Boolean).join(': ')}</span>
    )
  }
  if (line.status === 'probablysame') return 'Looks like a known line'
  if (line.status === 'merged') return 'The same as a known line'
  if (line.status === 'debit') return 'Left the account'
  if (line.allocatedKobo === 0) return 'Unmatched'
  return (
    <>
      <OrderLinks orderIds={line.allocations.map(({ orderId }) => orderId)} />
      {owedWords(line) && <span>{owedWords(line)}</span>}
      {freeKobo(line) > 0 && <span>{formatKobo(freeKobo(line))} is left</span>}
    </>
  )
}

const maxNamed = 3

const OrderLinks = ({ orderIds }: { orderIds: string[] }) => {
  const more = orderIds.length - maxNamed
  return (
    <>
      {orderIds.slice(0, maxNamed).map((orderId) => (
        <Link key={orderId} className="order-id" to={paths.orderOf(orderId)}>
          {orderId}
        </Link>
      ))}
      {more > 0 && <span>and {more} more</span>}
    </>
  )
}
