import type { OrderHistory } from '@strand/contracts/order/order'
import { RelativeTime } from '../shared/format/relative-time.tsx'
import { formatTime } from '../shared/format/time.ts'
import { colourClass } from '../shared/order/status-colour.ts'

/** An order's statuses as steps, oldest first; the last one is the current status. */
export const HistorySteps = ({ histories }: { histories: OrderHistory['histories'] }) => (
  <ol className="history-steps" aria-label="Statuses" aria-live="polite" aria-relevant="additions">
    {histories.map(({ orderStatus, dateCreated, orderMessage }, index) => (
      <li
        key={`${dateCreated} ${orderStatus}`}
        className={`history-step ${colourClass(orderStatus)}`}
        aria-current={index === histories.length - 1 ? 'step' : undefined}
      >
        <p className="history-status">{orderStatus}</p>
        <p className="history-time">
          <span>{formatTime(dateCreated)}</span> <RelativeTime at={dateCreated} />
        </p>
        {orderMessage && <p className="history-message">{orderMessage}</p>}
      </li>
    ))}
  </ol>
)
