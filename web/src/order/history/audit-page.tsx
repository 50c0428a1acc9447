import { findOrderId } from '@strand/contracts/order/id'
import { TrackOrder } from '@strand/contracts/order/tracking'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { Button } from '../../shared/buttons/button.tsx'
import { TextField } from '../../shared/fields/text-field.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { isErased } from '../../shared/order/is-erased.ts'
import { LazyNoteDialog } from '../../shared/order/lazy-note-dialog.tsx'
import { useMentions } from '../../shared/server-state/mentions.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import { AuditedOrder } from './audited-order.tsx'
import { useAudit } from './use-audit.ts'
import '../../shared/list/list-view.css'
import './audit.css'

// Exported here so that both screens share a chunk. The first view of every page loads a list of
// all chunks, so fewer chunks are better.
export { LogPage } from '../../log-proof/log-page.tsx'

/** `/dashboard/audit/:orderId?`: a search for orders, and the whole history of one order. */
export const AuditPage = () => {
  const { orderId = '' } = useParams()
  usePageTitle(orderId ? `History of ${orderId}` : 'Order history')
  return (
    <>
      <div className="page-head">
        <h1>Order history</h1>
        {orderId && <NoteButton key={orderId} orderId={orderId} />}
      </div>
      <FindOrder key={`find ${orderId}`} orderId={orderId} />
      <UnreadMentions />
      {orderId && <AuditedOrder key={orderId} orderId={orderId} />}
    </>
  )
}

const FindOrderForm = TrackOrder.refine(({ orderId }) => findOrderId(orderId) !== null, {
  path: ['orderId'],
  message:
    'This isn’t an order id. To find an order by name, phone or amount, use the search at the top (Ctrl K)',
})

const FindOrder = ({ orderId }: { orderId: string }) => {
  const navigate = useNavigate()
  const { fieldProps, submit, form } = useForm({
    schema: FindOrderForm,
    initial: { orderId },
    send: async (values) => navigate(paths.auditOf(findOrderId(values.orderId) ?? '')),
  })
  return (
    <form ref={form} className="find-order" noValidate onSubmit={submit}>
      <TextField
        label="Order id"
        autoComplete="off"
        spellCheck={false}
        placeholder="7K3Q-ZM9X-WD4T"
        {...fieldProps('orderId')}
      />
      <Button type="submit" variant={orderId ? 'secondary' : 'primary'}>
        Show history
      </Button>
    </form>
  )
}

const NoteButton = ({ orderId }: { orderId: string }) => {
  const mayManage = usePermission('orders.manage')
  const [open, setOpen] = useState(false)
  const order = useAudit(orderId).data?.order
  if (!mayManage || (order && isErased(order))) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add note</Button>
      {open && <LazyNoteDialog orderId={orderId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The orders with a note that mentions the user. An order stays here until the user opens it. */
const UnreadMentions = () => {
  const { data = [] } = useMentions()
  if (data.length === 0) return null
  return (
    <section className="unread-mentions" aria-labelledby="unread-mentions">
      <h2 id="unread-mentions">Notes for you</h2>
      <ul>
        {data.map(({ orderid, name, createdat }) => (
          <li key={orderid}>
            <Link to={paths.auditOf(orderid)}>{orderid}</Link> {name},{' '}
            <RelativeTime at={createdat} />
          </li>
        ))}
      </ul>
    </section>
  )
}
