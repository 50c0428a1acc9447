import type { OrderAudit } from '@strand/contracts/order/audit'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLogProofs } from '../../log-proof/event-proof.tsx'
import { isApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/client.ts'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { OrderMoney } from '../../shared/order/money/order-money.tsx'
import { OrderFacts } from '../../shared/order/order-facts.tsx'
import { Proofs } from '../../shared/order/proofs.tsx'
import { StatusTag } from '../../shared/order/status-tag.tsx'
import { useOrderLive } from '../../shared/server-state/use-order-live.ts'
import { useOrderMails } from './order-mails.tsx'
import { TimeSlider } from './time-slider.tsx'
import { Timeline } from './timeline.tsx'
import { useUndoEvent } from './undo-event.ts'
import { auditKey, useAudit } from './use-audit.ts'
import { useMarkRead } from './use-mark-read.ts'

/** A timeline of an order's events and, beside it, the order's state after the chosen event. */
export const AuditedOrder = ({ orderId }: { orderId: string }) => {
  const query = useAudit(orderId)
  useOrderLive(orderId)
  if (query.isPending) return <Outline what="history" />
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
  // Null means the latest event, so that a new event is shown as soon as it arrives.
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
          <Outline what="order at that time" />
        )}
      </section>
    </div>
  )
}

const useOrderAt = (orderId: string, at: string) =>
  useQuery({
    queryKey: [...auditKey(orderId), at],
    queryFn: async ({ signal }) => {
      const which = { params: { orderId }, query: { at }, signal }
      return (await call(orderDeskEndpoints.listOrderEvents, which)).result.order
    },
    // While the slider moves, the previous state stays visible.
    placeholderData: keepPreviousData,
  })

const OrderState = ({ order, waiting }: { order: OrderAudit['order']; waiting: boolean }) => (
  <div className="order-state" aria-busy={waiting || undefined}>
    <p className="order-state-head">
      <span className="order-id">{order.orderid}</span> <StatusTag status={order.orderstatus} />
    </p>
    <OrderFacts order={order} />
    <Proofs order={order} />
  </div>
)
