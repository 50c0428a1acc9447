import type { OrderAudit } from '@strand/contracts/order/audit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLogProofs } from '../../log-proof/event-proof.tsx'
import { isApiError } from '../../shared/api/api-error.ts'
import { failureNotice } from '../../shared/api/error-catalogue.ts'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { Loading } from '../../shared/feedback/loading.tsx'
import { toast } from '../../shared/feedback/toast.ts'
import { OrderMoney } from '../../shared/order/money/order-money.tsx'
import { markMentionsRead, useMentions } from '../../shared/server-state/mentions.ts'
import { refreshOrders } from '../../shared/server-state/order-queries.ts'
import { useAudit, useOrderAt } from './audit-queries.ts'
import { useOrderMails } from './order-mails.tsx'
import { OrderState } from './order-state.tsx'
import { TimeSlider } from './time-slider.tsx'
import { Timeline } from './timeline.tsx'
import { undoEvent } from './undo-event.ts'

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

/** Whoever looks at the history has read the notes in it. */
const useMarkRead = (orderId: string) => {
  const client = useQueryClient()
  const { data = [] } = useMentions()
  const isUnread = data.some(({ orderid }) => orderid === orderId)
  useEffect(() => {
    // Otherwise the badge stays, and the next visit marks them.
    if (isUnread) markMentionsRead(client, orderId).catch(() => undefined)
  }, [client, isUnread, orderId])
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
  const client = useQueryClient()
  useMarkRead(orderid)
  if (!event) return null

  const choose = (wanted: number) => setChosen(wanted === last ? null : wanted)
  const undo = async (position: string) => {
    try {
      const answer = await undoEvent(orderid, position)
      toast.success({ title: 'Restored', text: answer.responseMessage })
    } catch (error) {
      toast.failure(failureNotice(error, 'action'))
    }
    await refreshOrders(client)
  }
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
