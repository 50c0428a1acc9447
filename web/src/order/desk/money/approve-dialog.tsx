import { type Evidence, maximumEvidenceReason } from '@strand/contracts/money/evidence'
import type { OrderRow } from '@strand/contracts/order/staff'
import { requiredText } from '@strand/contracts/text'
import { z } from 'zod'
import { Button } from '../../../shared/buttons/button.tsx'
import { Modal } from '../../../shared/dialogs/modal.tsx'
import { ModalForm } from '../../../shared/dialogs/modal-form.tsx'
import { Loading } from '../../../shared/feedback/loading.tsx'
import { MessageField } from '../../../shared/fields/message-field.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { useSession } from '../../../shared/session/session.ts'
import { MoneyBlock } from './money-block.tsx'
import { type ChosenMoney, useChosenMoney } from './use-chosen-money.ts'

type Approve = (evidence: Evidence | null) => void

/**
 * Asks what an approval rests on, in a shop that wants to know: the money, or a reason without it.
 * It closes before the shop answers.
 */
export const ApproveDialog = ({
  order,
  approve,
  onClose,
}: {
  order: OrderRow
  approve: Approve
  onClose: () => void
}) => {
  const money = useChosenMoney(order.orderid)
  const role = useSession().admin?.role
  const { payment, chosen } = money
  const title = `Approve order ${order.orderid}`
  const finish: Approve = (evidence) => {
    onClose()
    approve(evidence)
  }
  if (money.isLoading)
    return (
      <Modal title={title} onClose={onClose}>
        <Loading label="Looking for the money…" />
      </Modal>
    )
  const needsMoney = payment?.evidence === 'required' && role !== 'superadministrator'
  const isSettled = money.evidence !== null
  if (isSettled || needsMoney)
    return (
      <Modal title={title} onClose={onClose}>
        <div className="form">
          <MoneyBlock money={money} keys={false} />
          {!isSettled && (
            <p>
              This shop approves an order only with money from its bank. A superadministrator may
              approve it without, and gives the reason.
            </p>
          )}
          <div className="form-buttons">
            <Button onClick={onClose}>{isSettled ? 'Cancel' : 'Close'}</Button>
            {isSettled && (
              <Button variant="primary" onClick={() => finish(money.evidence)}>
                {chosen ? 'Approve and match' : 'Approve'}
              </Button>
            )}
          </div>
        </div>
      </Modal>
    )
  return <WithoutMoney title={title} money={money} finish={finish} onClose={onClose} />
}

const Reason = z.object({ without: requiredText('Please give the reason', maximumEvidenceReason) })

const WithoutMoney = ({
  title,
  money,
  finish,
  onClose,
}: {
  title: string
  money: ChosenMoney
  finish: Approve
  onClose: () => void
}) => {
  const form = useForm({
    schema: Reason,
    initial: { without: '' },
    send: async (reason) => finish(reason),
  })
  return (
    <ModalForm
      title={title}
      form={{ ...form, busy: false }}
      text="Approve without money"
      busyText="Approving..."
      onClose={onClose}
    >
      <MoneyBlock money={money} keys={false} />
      <MessageField
        label="Why without money?"
        help="In the history, for staff."
        rows={3}
        maxLength={maximumEvidenceReason}
        {...form.fieldProps('without')}
      />
    </ModalForm>
  )
}
