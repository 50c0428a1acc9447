import { maxLineNote } from '@strand/contracts/money/bank-line-commands'
import { formatKobo } from '@strand/contracts/money/kobo'
import { type Owed, owedEndpoints, UnoweBankLine } from '@strand/contracts/order/owed'
import { call } from '../../shared/api/client.ts'
import { ModalForm } from '../../shared/dialogs/modal-form.tsx'
import { MessageField } from '../../shared/fields/message-field.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'

/** Withdraws a debt to a customer, so that its money can pay for an order again. */
export const UnoweDialog = ({ row, onClose }: { row: Owed; onClose: () => void }) => {
  const { owedId, lineId, orderid, amountKobo } = row
  const form = useCommandForm({
    schema: UnoweBankLine.pick({ reason: true }),
    initial: { reason: '' },
    draft: `not-owed.${owedId}`,
    send: ({ reason }) =>
      call(owedEndpoints.unoweBankLine, { params: { lineId }, body: { owedId, reason } }),
    success: 'Not owed',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
    onSuccess: onClose,
  })
  return (
    <ModalForm
      title="Not owed after all"
      form={form}
      text="Not owed"
      busyText="Saving..."
      onClose={onClose}
    >
      <p>
        <strong>{formatKobo(amountKobo)}</strong> of order <strong>{orderid}</strong> will be free
        for an order again. The customer may already have read the email, and gets no email about
        this.
      </p>
      <MessageField
        label="Why? Only staff read this"
        rows={2}
        maxLength={maxLineNote}
        {...form.fieldProps('reason')}
      />
    </ModalForm>
  )
}
