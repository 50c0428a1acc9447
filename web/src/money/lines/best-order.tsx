import type { BankLineRow } from '@strand/contracts/money/bank-line'
import { Link } from 'react-router-dom'
import { Button } from '../../shared/buttons/button.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { SignalWords } from '../../shared/order/money/signal-words.tsx'
import { nameOfLine } from './name-of-line.ts'

/** The order that a line most likely pays, what speaks for it, and the button that says so. */
export const BestOrder = ({
  line,
  approve,
  busy,
}: {
  line: BankLineRow
  /** Absent for people who may not approve. */
  approve?: ((lineId: string) => void) | undefined
  busy: boolean
}) => {
  const { best, lineId } = line
  if (!best) return <span className="line-no-order">No order fits</span>
  return (
    <span className="line-best">
      <span>
        <Link className="order-id" to={paths.orderFound(best.orderId)}>
          {best.orderId}
        </Link>{' '}
        {best.customer}
      </span>
      <SignalWords signals={best.signals} rule={best.rule} />
      {!best.only && best.signals.amount && (
        <span className="second-line">Other money or orders may fit too</span>
      )}
      {approve && best.signals.amount && (
        <Button
          size="small"
          data-approve
          busy={busy}
          disabled={busy}
          aria-label={`Match and approve order ${best.orderId} with ${nameOfLine(line)}`}
          onClick={() => approve(lineId)}
        >
          Match and approve
        </Button>
      )}
    </span>
  )
}
