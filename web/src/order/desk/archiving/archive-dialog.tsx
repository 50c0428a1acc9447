import { counted } from '@strand/contracts/counted'
import { moneyInView } from '@strand/contracts/money/money-in-view'
import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import type { OrderRow } from '@strand/contracts/order/staff'
import { ModalForm } from '../../../shared/dialogs/modal-form.tsx'
import { NoticeBox } from '../../../shared/feedback/notice-box.tsx'
import { PaymentLine } from '../../../shared/order/money/payment-line.tsx'
import { usePayment } from '../../../shared/order/money/payment-query.ts'
import { OrderChanged, useOrderNow } from '../dialogs/order-now.tsx'
import { useDialogSend } from '../dialogs/use-dialog-send.ts'
import { ArchiveReasonFields, useArchiveReason, useNoDenial } from './archive-reason-fields.tsx'
import { MoneyOfSelected, useMoneyOfSelected } from './money-of-selected.tsx'

/**
 * Asks for the reason before an order is archived. If money that fits the order has arrived, the
 * dialog says so, and does not suggest a reason that contradicts this.
 */
export const ArchiveOrderDialog = ({
  order: opened,
  archive,
  closesAtOnce = false,
  onClose,
}: {
  order: OrderRow
  /**
   * Resolves to whether the command succeeded. After a conflict, `onConflict` is called with a text
   * that says what a colleague did in the meantime.
   */
  archive: (why: ArchiveReason, onConflict?: (message: string) => boolean) => Promise<boolean>
  /** Whether to close before the server answers, because the screen moves on to another order. */
  closesAtOnce?: boolean
  onClose: () => void
}) => {
  const { orderid } = opened
  const { order, changed, onConflict } = useOrderNow(opened)
  const { busy, finish } = useDialogSend({ send: archive, closesAtOnce, onConflict, onClose })
  const form = useArchiveReason(finish, orderid)
  const { data: payment } = usePayment(orderid)
  const money = payment ? moneyInView(payment) : []
  const isPaid = money.length > 0
  useNoDenial(form, isPaid)
  return (
    <ModalForm
      title={`Archive order ${orderid}`}
      form={{ ...form, busy }}
      text="Archive"
      busyText="Archiving..."
      canSubmit={order.orderstatus === 'pending' || busy}
      onClose={onClose}
    >
      {!busy && <OrderChanged opened={opened} order={order} changed={changed} />}
      {isPaid && (
        <NoticeBox kind="info" title="Money may have arrived for this order">
          {money.map(({ line, amountKobo }) => (
            <p key={line.lineId}>
              <PaymentLine line={line} amountKobo={amountKobo} />
            </p>
          ))}
          <p>If it is for this order, approve the order, or mark the money as owed back.</p>
        </NoticeBox>
      )}
      <ArchiveReasonFields form={form} isPaid={isPaid} />
    </ModalForm>
  )
}

/**
 * Asks for the reason before several orders are archived, and names the orders for which money may
 * have arrived. The dialog closes before the server answers.
 */
export const ArchiveDialog = ({
  ids,
  archive,
  onLeaveOut,
  onClose,
}: {
  ids: readonly string[]
  archive: (why: ArchiveReason) => void
  onLeaveOut: (ids: string[]) => void
  onClose: () => void
}) => {
  const form = useArchiveReason((why) => {
    onClose()
    archive(why)
  })
  const seen = useMoneyOfSelected(ids)
  const isPaid = seen.orders.length > 0
  useNoDenial(form, isPaid)
  return (
    <ModalForm
      title={`Archive ${counted(ids.length, 'order')}`}
      form={{ ...form, busy: false }}
      text="Archive"
      busyText="Archiving..."
      onClose={onClose}
    >
      <MoneyOfSelected
        seen={seen}
        onLeaveOut={(paid) => {
          if (paid.length === ids.length) onClose()
          onLeaveOut(paid)
        }}
      />
      <ArchiveReasonFields form={form} isPaid={isPaid} />
    </ModalForm>
  )
}
