import { useNavigate } from 'react-router-dom'
import { useLogProofs } from '../../log-proof/event-proof.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { useOrderMails } from './order-mails.tsx'
import { Timeline } from './timeline.tsx'
import { useUndoEvent } from './undo-event.ts'
import { useAudit } from './use-audit.ts'
import { useMarkRead } from './use-mark-read.ts'
import './audit.css'

/**
 * An order's whole history, on the order's page. Each event links to the state of the order at that
 * time.
 */
export const OrderEvents = ({ orderId }: { orderId: string }) => {
  const query = useAudit(orderId)
  const events = query.data?.events ?? []
  const navigate = useNavigate()
  const mailsOf = useOrderMails(orderId)
  const proofOf = useLogProofs(orderId, events.length)
  const undo = useUndoEvent(orderId)
  useMarkRead(orderId)
  if (query.isPending) return <Outline what="history" rows={4} />
  if (!query.data) return <LoadFailed what="The history" query={query} />
  return (
    <Timeline
      events={events}
      index={events.length - 1}
      onChoose={() => navigate(paths.auditOf(orderId))}
      onUndo={undo}
      mailsOf={mailsOf}
      proofOf={proofOf}
    />
  )
}
