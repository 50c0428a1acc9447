import { findOrderId } from '@strand/contracts/order/id'
import { TrackOrder } from '@strand/contracts/order/tracking'
import { useNavigate, useParams } from 'react-router-dom'
import { Button } from '../../shared/buttons/button.tsx'
import { TextField } from '../../shared/fields/text-field.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { AuditedOrder } from './audited-order.tsx'
import { NoteButton } from './note-button.tsx'
import { UnreadMentions } from './unread-mentions.tsx'
import '../../shared/list/list-view.css'
import './audit.css'

// In the same chunk: the list of chunks is a part of every first view.
export { LogPage } from '../../log-proof/log-page.tsx'

/** `/dashboard/audit/:orderId?`: find an order and see its whole history. */
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
  message: 'This is no order id',
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
