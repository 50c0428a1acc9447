import { type Evidence, maxEvidenceReason } from '@strand/contracts/money/evidence'
import type { OrderRow } from '@strand/contracts/order/staff'
import { requiredText } from '@strand/contracts/text'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Button } from '../../../shared/buttons/button.tsx'
import { Modal } from '../../../shared/dialogs/modal.tsx'
import { ModalForm } from '../../../shared/dialogs/modal-form.tsx'
import { Outline } from '../../../shared/feedback/outline.tsx'
import { MessageField } from '../../../shared/fields/message-field.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { useSession } from '../../../shared/session/session.ts'
import { OrderChanged, useOrderNow } from '../dialogs/order-now.tsx'
import { useDialogSend } from '../dialogs/use-dialog-send.ts'
import { draftOf } from '../order-commands.ts'
import { looksAlike, OrderFlags } from '../order-flags.tsx'
import { MoneyBlock } from './money-block.tsx'
import { type ChosenMoney, useChosenMoney } from './use-chosen-money.ts'

type Approve = (
  evidence: Evidence | null,
  onConflict?: (message: string) => boolean,
) => Promise<boolean>

/**
 * Asks for the evidence of an approval: the money that pays for the order or, if the shop requires
 * it, the reason for approving without money.
 */
export const ApproveDialog = ({
  order: opened,
  approve,
  closesAtOnce = false,
  onClose,
}: {
  order: OrderRow
  /**
   * Resolves to whether the command succeeded. After a conflict, `onConflict` is called with a text
   * that says what a colleague did in the meantime.
   */
  approve: Approve
  /** Whether to close before the server answers, because the screen moves on to another order. */
  closesAtOnce?: boolean
  onClose: () => void
}) => {
  const { order, changed, onConflict } = useOrderNow(opened)
  const { busy, finish } = useDialogSend({ send: approve, closesAtOnce, onConflict, onClose })
  const money = useChosenMoney(order.orderid)
  const role = useSession().admin?.role
  const { payment, chosen } = money
  const title = `Approve order ${order.orderid}`
  const isPending = order.orderstatus === 'pending' || busy
  const notice = !busy && (
    <>
      <OrderChanged opened={opened} order={order} changed={changed} />
      <OrderFlags order={order} isProven={money.isProven} />
      {looksAlike(order, money.isProven) && (
        <p>Compare them. Approve this one only if it was paid for separately.</p>
      )}
    </>
  )
  if (money.isLoading)
    return (
      <Modal title={title} onClose={onClose}>
        <Outline what="money" rows={2} />
      </Modal>
    )
  const needsMoney = payment?.evidence === 'required' && role !== 'superadministrator'
  const isSettled = money.evidence !== null || payment?.evidence === 'optional'
  if (isSettled || needsMoney)
    return (
      <Modal title={title} onClose={onClose}>
        <div className="form">
          {notice}
          <MoneyBlock money={money} keys={false} />
          {!isSettled && (
            <p>
              This shop approves an order only with money from its bank. A superadministrator may
              approve it without money, and must give a reason.
            </p>
          )}
          <div className="form-buttons">
            <Button onClick={onClose}>{isSettled && isPending ? 'Cancel' : 'Close'}</Button>
            {isSettled && isPending && (
              <Button
                variant="primary"
                busy={busy}
                disabled={busy}
                onClick={() => void finish(money.evidence)}
              >
                {chosen ? 'Approve and match' : 'Approve'}
              </Button>
            )}
          </div>
        </div>
      </Modal>
    )
  return (
    <WithoutMoney
      title={title}
      orderId={opened.orderid}
      money={money}
      busy={busy}
      canSubmit={isPending}
      finish={finish}
      onClose={onClose}
    >
      {notice}
    </WithoutMoney>
  )
}

const Reason = z.object({ without: requiredText('Please give the reason', maxEvidenceReason) })

const WithoutMoney = ({
  title,
  orderId,
  money,
  busy,
  canSubmit,
  finish,
  onClose,
  children,
}: {
  title: string
  orderId: string
  money: ChosenMoney
  busy: boolean
  canSubmit: boolean
  finish: (evidence: Evidence) => Promise<boolean>
  onClose: () => void
  children: ReactNode
}) => {
  const form = useForm({
    schema: Reason,
    initial: { without: '' },
    draft: draftOf('approve', orderId),
    send: finish,
  })
  return (
    <ModalForm
      title={title}
      form={{ ...form, busy }}
      text="Approve without money"
      busyText="Approving..."
      canSubmit={canSubmit}
      onClose={onClose}
    >
      {children}
      <MoneyBlock money={money} keys={false} />
      <MessageField
        label="Why without money?"
        help="In the history, for staff."
        rows={3}
        maxLength={maxEvidenceReason}
        {...form.fieldProps('without')}
      />
    </ModalForm>
  )
}
