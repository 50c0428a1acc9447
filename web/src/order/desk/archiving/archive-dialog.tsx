import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import { useEffect } from 'react'
import { ModalForm } from '../../../shared/dialogs/modal-form.tsx'
import { NoticeBox } from '../../../shared/feedback/notice-box.tsx'
import { PaymentLine } from '../../../shared/order/money/payment-line.tsx'
import { usePayment } from '../../../shared/order/money/payment-query.ts'
import { ArchiveReasonFields, useArchiveReason } from './archive-reason-fields.tsx'
import { preparedReason } from './archive-reasons.ts'
import { moneyInView } from './money-in-view.ts'

/**
 * Asks why before one order is archived, or a few at once. It closes before the shop answers. If money
 * that fits the order is in view, it says so, and proposes no reason that contradicts it.
 */
export const ArchiveDialog = ({
  title,
  orderId,
  archive,
  onClose,
}: {
  title: string
  /** Of one order. */
  orderId?: string
  archive: (why: ArchiveReason) => void
  onClose: () => void
}) => {
  const form = useArchiveReason((why) => {
    onClose()
    archive(why)
  })
  const { data: payment } = usePayment(orderId)
  const money = payment ? moneyInView(payment) : []
  const isPaid = money.length > 0
  const { kind, reason, tell } = form.values
  // What somebody has chosen or written meanwhile stays.
  const isUntouched = kind === 'unpaid' && reason === preparedReason('unpaid', tell)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the money is found
  useEffect(() => {
    if (isPaid && isUntouched) form.change({ kind: 'other', reason: '' })
  }, [isPaid])
  return (
    <ModalForm
      title={title}
      form={{ ...form, busy: false }}
      text="Archive"
      busyText="Archiving..."
      onClose={onClose}
    >
      {isPaid && (
        <NoticeBox kind="info" title="Money may have come for this order">
          {money.map(({ line, amountKobo }) => (
            <p key={line.lineId}>
              <PaymentLine line={line} amountKobo={amountKobo} />
            </p>
          ))}
          <p>If it is for this order, approve the order or owe the money back.</p>
        </NoticeBox>
      )}
      <ArchiveReasonFields form={form} isPaid={isPaid} />
    </ModalForm>
  )
}
