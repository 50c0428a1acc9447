import type { OrderRow } from '@strand/contracts/order.staff'
import { MessageField } from '../shared/message-field.tsx'
import { ModalForm } from '../shared/modal-form.tsx'
import { ordersKey } from '../shared/order-counts.ts'
import { StatusTag } from '../shared/status-tag.tsx'
import { useCommandForm } from '../shared/use-command-form.ts'
import { changeOrderMessage, changeOrderStatus } from './order-calls.ts'
import { orderMessageForm, type StatusOption } from './status-choice.ts'

/** A status change with its message to the customer, or a new message for the same status. */
export const OrderMessageDialog = ({
  order,
  option,
  onClose,
}: {
  order: OrderRow
  option: StatusOption
  onClose: () => void
}) => {
  const messageOnly = option.name === order.orderstatus
  const change = messageOnly ? changeOrderMessage : changeOrderStatus
  const form = useCommandForm({
    schema: orderMessageForm(option.id, messageOnly),
    initial: { orderMessage: messageOnly ? order.orderMessage : '' },
    draft: `order-message.${order.orderid}.${option.id}`,
    command: ({ orderMessage }) => change(order.orderid, option.id, orderMessage),
    done: 'Order Message Updated',
    situation: 'admin',
    refreshes: ordersKey,
    after: onClose,
  })
  return (
    <ModalForm
      title="Update Order Message"
      form={form}
      text="Update"
      busyText="Updating..."
      onClose={onClose}
    >
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
      <MessageField label="Message to the customer" {...form.fieldProps('orderMessage')} />
    </ModalForm>
  )
}
