import { isStatusMailed } from '@strand/contracts/order/mailed-status'
import type { OrderRow } from '@strand/contracts/order/staff'
import { isConflict } from '../../../shared/api/api-error.ts'
import { ModalForm } from '../../../shared/dialogs/modal-form.tsx'
import { MessageField } from '../../../shared/fields/message-field.tsx'
import { useCommandForm } from '../../../shared/forms/use-command-form.ts'
import { isErased } from '../../../shared/order/is-erased.ts'
import { StatusTag } from '../../../shared/order/status-tag.tsx'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import { orderMessageForm, type StatusOption } from '../list/status-choice.ts'
import { MailNotice } from '../mail-notice.tsx'
import { changeOrderMessage, changeOrderStatus } from '../order-calls.ts'

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
  const takesComment = !isErased(order)
  const change = messageOnly ? changeOrderMessage : changeOrderStatus
  const form = useCommandForm({
    schema: orderMessageForm(option.name, messageOnly, takesComment),
    initial: { orderMessage: messageOnly ? order.orderMessage : '' },
    draft: `order-message.${order.orderid}.${option.id}`,
    send: ({ orderMessage }) =>
      change(order, option.id, orderMessage).catch((error: unknown) => {
        // A colleague was faster, and this dialog is about a state that is over. The text is kept.
        if (isConflict(error)) onClose()
        throw error
      }),
    success: 'Order Message Updated',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
    onSuccess: onClose,
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
      {takesComment ? (
        <>
          <MessageField label="Message to the customer" {...form.fieldProps('orderMessage')} />
          <p>
            <MailNotice isMailed={!messageOnly && isStatusMailed(option.name)} />
          </p>
        </>
      ) : (
        <p>The personal data was erased, so the customer can’t be told.</p>
      )}
    </ModalForm>
  )
}
