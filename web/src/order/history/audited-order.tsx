import type { OrderAudit } from '@strand/contracts/order/audit'
import { useState } from 'react'
import { useLogProofs } from '../../log-proof/event-proof.tsx'
import { isApiError } from '../../shared/api/api-error.ts'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { Loading } from '../../shared/feedback/loading.tsx'
import { OrderMoney } from '../../shared/order/money/order-money.tsx'
import { useOrderAt } from './audit-queries.ts'
import { useOrderMails } from './order-mails.tsx'
import { OrderState } from './order-state.tsx'
import { TimeSlider } from './time-slider.tsx'
import { Timeline } from './timeline.tsx'
import { useUndoEvent } from './undo-event.ts'
import { useAudit } from './use-audit.ts'
import { useMarkRead } from './use-mark-read.ts'

/** An order's events as a timeline, and beside it the order's state at any point of it. */
export const AuditedOrder = ({ orderId }: { orderId: string }) => {
  const query = useAudit(orderId)
  if (query.isPending) return <Loading label="Loading the history…" />
  if (query.data) return <Life audit={query.data} />
  if (isApiError(query.error) && query.error.status === 404)
    return (
      <div className="list-empty">
        <h2>There is no order {orderId}</h2>
        <p>Please check the id: it has three groups of four characters.</p>
      </div>
    )
  return <LoadFailed what="The history" query={query} />
}

const Life = ({ audit: { orderid, events } }: { audit: OrderAudit }) => {
  // Null follows the latest event: a new event is shown when it arrives.
  const [chosen, setChosen] = useState<number | null>(null)
  const last = events.length - 1
  const index = Math.min(chosen ?? last, last)
  const event = events[index]
  const state = useOrderAt(orderid, event?.createdat ?? '')
  const mailsOf = useOrderMails(orderid)
  const proofOf = useLogProofs(orderid, events.length)
  const undo = useUndoEvent(orderid)
  useMarkRead(orderid)
  if (!event) return null

  const choose = (wanted: number) => setChosen(wanted === last ? null : wanted)
  return (
    <div className="audit">
      <Timeline
        events={events}
        index={index}
        onChoose={choose}
        onUndo={undo}
        mailsOf={mailsOf}
        proofOf={proofOf}
      />
      <section className="audit-state" aria-label="The order at that time">
        <TimeSlider events={events} index={index} onChoose={choose} />
        {state.data ? (
          <>
            <OrderState order={state.data} waiting={state.isPlaceholderData} />
            {chosen === null && <OrderMoney orderId={orderid} />}
          </>
        ) : state.isError ? (
          <LoadFailed what="The order at that time" query={state} />
        ) : (
          <Loading />
        )}
      </section>
    </div>
  )
}
