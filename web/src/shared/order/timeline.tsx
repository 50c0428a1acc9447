import { orderStatuses } from '@strand/contracts/order/status'
import type { OrderHistory } from '@strand/contracts/order/tracking'
import { RelativeTime } from '../format/relative-time.tsx'
import { formatTime } from '../format/time.ts'
import { colourClass } from './status-colour.ts'
import { UsualTime } from './usual-time.tsx'
import { Waybill } from './waybill.tsx'
import './timeline.css'

type Step = OrderHistory['histories'][number]

/**
 * An order's statuses so far, oldest first. A separate list below shows the steps that are still
 * ahead.
 */
export const Timeline = ({
  histories,
  saidAbove = '',
}: {
  histories: Step[]
  /** The message that the screen already shows above the timeline. */
  saidAbove?: string
}) => {
  const current = histories.at(-1)
  const ahead = current ? orderStatuses[current.orderStatus].ahead : []
  return (
    <div className="timeline">
      <ol aria-label="Statuses" aria-live="polite" aria-relevant="additions">
        {histories.map((step) => (
          <PastStep
            key={`${step.dateCreated} ${step.orderStatus}`}
            step={step}
            isCurrent={step === current}
            saidAbove={saidAbove}
          />
        ))}
      </ol>
      {ahead.length > 0 && (
        <ol aria-label="Steps ahead" className="timeline-ahead">
          {ahead.map((status) => (
            <li key={status} className="timeline-step">
              <p className="timeline-status">{status}</p>
              <p>
                {orderStatuses[status].toCome} {status === 'confirmed' && <UsualTime />}
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

const PastStep = ({
  step: { orderStatus, dateCreated, orderMessage, shipment },
  isCurrent,
  saidAbove,
}: {
  step: Step
  isCurrent: boolean
  saidAbove: string
}) => (
  <li
    className={`timeline-step ${colourClass(orderStatus)}`}
    aria-current={isCurrent ? 'step' : undefined}
  >
    <p className="timeline-status">{orderStatus}</p>
    {isCurrent && <p>{orderStatuses[orderStatus].meaning}</p>}
    <p className="timeline-time">
      <span>{formatTime(dateCreated)}</span> <RelativeTime at={dateCreated} />
    </p>
    {shipment && (
      <p>
        <Waybill shipment={shipment} />
      </p>
    )}
    {orderMessage && orderMessage !== saidAbove && (
      <p className="timeline-message">{orderMessage}</p>
    )}
  </li>
)
