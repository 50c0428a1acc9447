import type { OrderRow } from '@strand/contracts/order.staff'
import { maximumMessageLength } from '@strand/contracts/text'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../shared/button.tsx'
import { dropDraft } from '../shared/draft.ts'
import { failureNotice } from '../shared/error-catalogue.ts'
import { MessageField } from '../shared/message-field.tsx'
import { Modal } from '../shared/modal.tsx'
import { refreshOrders } from '../shared/order-counts.ts'
import { StatusTag } from '../shared/status-tag.tsx'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import { changeOrderMessage, changeOrderStatus } from './order-calls.ts'
import { orderMessageForm, type StatusOption } from './status-choice.ts'

/** A status change with its message to the customer, or a new message under the same status. */
export const OrderMessageDialog = ({
  order,
  option,
  onClose,
}: {
  order: OrderRow
  option: StatusOption
  onClose: () => void
}) => {
  const client = useQueryClient()
  const messageOnly = option.name === order.orderstatus
  const draft = `order-message.${order.orderid}.${option.id}`
  const { values, set, leave, errorOf, submit, busy, form } = useForm({
    schema: orderMessageForm(option.id, messageOnly),
    initial: { orderMessage: messageOnly ? order.orderMessage : '' },
    draft,
    send: async ({ orderMessage }) => {
      try {
        const change = messageOnly ? changeOrderMessage : changeOrderStatus
        const answer = await change(order.orderid, option.id, orderMessage)
        toast.success({ title: 'Order Message Updated', text: answer.responseMessage })
        await refreshOrders(client)
        onClose()
      } catch (error) {
        toast.failure(failureNotice(error, 'admin'))
        throw error
      }
    },
  })
  const cancel = () => {
    dropDraft(draft)
    onClose()
  }
  return (
    <Modal title="Update Order Message" onClose={cancel}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <p>
          Order <strong>{order.orderid}</strong> of {order.fullname}:{' '}
          <StatusTag status={order.orderstatus} />
          {!messageOnly && (
            <>
              {' → '}
              <StatusTag status={option.name} />
            </>
          )}
        </p>
        <MessageField
          label="Message to the customer"
          name="orderMessage"
          maximum={maximumMessageLength}
          value={values.orderMessage}
          error={errorOf('orderMessage')}
          onChange={(value) => set('orderMessage', value)}
          onLeave={() => leave('orderMessage')}
        />
        <div className="form-buttons">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy} disabled={busy}>
            {busy ? 'Updating...' : 'Update'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
