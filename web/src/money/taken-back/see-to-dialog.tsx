import { dayInWords } from '@strand/contracts/day-words'
import { erased } from '@strand/contracts/erased'
import { formatKobo } from '@strand/contracts/money/kobo'
import {
  maxTakenBackNote,
  SeeToTakenBack,
  StaffOutcome,
  type TakenBack,
  takenBackEndpoints,
  takenBackOutcomes,
} from '@strand/contracts/order/taken-back'
import { call } from '../../shared/api/client.ts'
import { ModalForm } from '../../shared/dialogs/modal-form.tsx'
import { MessageField } from '../../shared/fields/message-field.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'

/**
 * Records what staff did about money that the bank took back. This removes the flag from the order.
 */
export const SeeToDialog = ({ row, onClose }: { row: TakenBack; onClose: () => void }) => {
  const { orderid, fullname, lineId, amountKobo, takenBackOn, isCertain } = row
  const form = useCommandForm({
    schema: SeeToTakenBack,
    initial: { outcome: StaffOutcome.parse('asked'), note: '' },
    draft: `see-to.${orderid}.${lineId}`,
    send: (body) =>
      call(takenBackEndpoints.seeToTakenBack, { params: { orderId: orderid, lineId }, body }),
    success: 'Marked as dealt with',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
    onSuccess: onClose,
  })
  return (
    <ModalForm
      title="Money taken back"
      form={form}
      text="Save"
      busyText="Saving..."
      onClose={onClose}
    >
      <p>
        On {dayInWords(takenBackOn)} the bank {isCertain ? 'took' : 'may have taken'} back{' '}
        <strong>{formatKobo(amountKobo)}</strong> of order <strong>{orderid}</strong> of {fullname}.
      </p>
      <SelectField
        label="What was done?"
        value={form.values.outcome}
        onChange={(outcome) => form.setValue('outcome', StaffOutcome.parse(outcome))}
      >
        {StaffOutcome.options.map((outcome) => (
          <option key={outcome} value={outcome}>
            {takenBackOutcomes[outcome]}
          </option>
        ))}
      </SelectField>
      {fullname !== erased && (
        <MessageField
          label="Note (optional)"
          rows={2}
          maxLength={maxTakenBackNote}
          {...form.fieldProps('note')}
        />
      )}
    </ModalForm>
  )
}
