import type { OrderRow } from '@strand/contracts/order/staff'
import { isStatusMailed, orderStatusOptions } from '@strand/contracts/order/status-change'
import { useState } from 'react'
import { Button } from '../../../shared/buttons/button.tsx'
import { ModalForm } from '../../../shared/dialogs/modal-form.tsx'
import { MessageField } from '../../../shared/fields/message-field.tsx'
import { SelectField } from '../../../shared/fields/select-field.tsx'
import { useCommandForm } from '../../../shared/forms/use-command-form.ts'
import { isErased } from '../../../shared/order/is-erased.ts'
import { TakenBackWarning } from '../../../shared/order/money/taken-back-note.tsx'
import { StatusTag } from '../../../shared/order/status-tag.tsx'
import { MailNotice } from '../../../shared/order/undo/mail-notice.tsx'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import { useCommand } from '../../../shared/server-state/use-command.ts'
import { orderMessageForm, possibleStatuses, type StatusOption } from '../list/status-choice.ts'
import { changeOrderMessage, changeOrderStatus, restoreOrder } from '../order-commands.ts'
import { OrderChanged, useOrderNow } from './order-now.tsx'

/**
 * Changes an order's status with a message to the customer, or only the message. If the order
 * changes while the dialog is open, the dialog keeps the typed text, and asks the user to choose
 * among the statuses that are possible now. So pressing the button right after the change
 * overwrites nothing.
 */
export const OrderMessageDialog = ({
  order: opened,
  option: wanted,
  onClose,
}: {
  order: OrderRow
  option: StatusOption
  onClose: () => void
}) => {
  const [chosen, setChosen] = useState({ option: wanted, position: opened.position })
  const { order, changed, onConflict } = useOrderNow(opened)
  const takesComment = !isErased(order)
  const possible = possibleStatuses(orderStatusOptions, order.orderstatus, takesComment)
  const isChosen = chosen.position === order.position
  const { option } = chosen
  const messageOnly = isChosen && option.name === order.orderstatus
  const change = messageOnly ? changeOrderMessage : changeOrderStatus
  const form = useCommandForm({
    schema: orderMessageForm(option.name, messageOnly, takesComment),
    initial: { orderMessage: messageOnly ? opened.orderMessage : '' },
    draft: `order-message.${opened.orderid}.${wanted.id}`,
    send: ({ orderMessage }) => change(order, option, takesComment ? orderMessage : ''),
    success: 'Order Message Updated',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
    onConflict,
    onSuccess: onClose,
  })
  const restoring = useCommand({
    send: () => restoreOrder(order.orderid),
    success: 'Restored',
    situation: 'action',
    invalidates: { queryKey: ordersKey },
  })
  const isOver = changed !== null && !form.busy
  return (
    <ModalForm
      title="Update Order Message"
      form={form}
      text="Update"
      busyText="Updating..."
      canSubmit={isChosen || form.busy}
      onClose={onClose}
    >
      {isOver && (
        <OrderChanged opened={opened} order={order} changed={changed}>
          {order.orderstatus === 'archived' && (
            <Button
              size="small"
              busy={restoring.busy}
              onClick={() => void restoring.attempt(undefined)}
            >
              Restore
            </Button>
          )}
        </OrderChanged>
      )}
      <p>
        Order <strong>{order.orderid}</strong> of {order.fullname}:{' '}
        <StatusTag status={order.orderstatus} />
        {isChosen && !messageOnly && (
          <>
            {' → '}
            <StatusTag status={option.name} />
          </>
        )}
      </p>
      {isChosen && !messageOnly && option.name === 'shipped' && (
        <>
          <TakenBackWarning takenBack={order.takenBack} />
          {order.orderstatus === 'confirmed' && (
            <p className="field-help">
              This email names no carrier and no waybill. “Mark shipped” in the order’s menu asks
              for them.
            </p>
          )}
        </>
      )}
      {isOver && order !== opened && possible.length > 0 && (
        <SelectField
          label="New status"
          value={isChosen ? String(option.id) : ''}
          onChange={(id) => {
            const next = possible.find((one) => String(one.id) === id)
            if (next) setChosen({ option: next, position: order.position })
          }}
        >
          <option value="" disabled hidden>
            Please choose
          </option>
          {possible.map(({ id, name }) => (
            <option key={id} value={id}>
              {name === order.orderstatus ? `Message only, keep ${name}` : `Set to ${name}`}
            </option>
          ))}
        </SelectField>
      )}
      {takesComment ? (
        <>
          <p>
            <MailNotice isMailed={isChosen && !messageOnly && isStatusMailed(option.name)} />
          </p>
          <MessageField label="Message to the customer" {...form.fieldProps('orderMessage')} />
        </>
      ) : (
        <p>The personal data was erased, so the customer can’t be told.</p>
      )}
    </ModalForm>
  )
}
