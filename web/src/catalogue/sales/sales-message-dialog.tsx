import { type Sales, SalesMessage } from '@strand/contracts/catalogue/sales'
import { salesEndpoints } from '@strand/contracts/catalogue/sales.resource'
import { call } from '../../shared/api/client.ts'
import { ModalForm } from '../../shared/dialogs/modal-form.tsx'
import { MessageField } from '../../shared/fields/message-field.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { salesKey } from './sales-form.tsx'

export const salesMessageDraft = (salesid: string) => `sales-message.${salesid}`

/** Edits a campaign's message, which the campaign's customers read on the tracking page. */
export const SalesMessageDialog = ({
  sales: { salesid, salesname, salesMessage },
  onClose,
}: {
  sales: Sales
  onClose: () => void
}) => {
  const form = useCommandForm({
    schema: SalesMessage,
    initial: { salesMessage },
    draft: salesMessageDraft(salesid),
    send: (body) => call(salesEndpoints.updateSalesMessage, { params: { salesId: salesid }, body }),
    success: 'Message Created',
    situation: 'action',
    invalidates: { queryKey: salesKey },
    onSuccess: onClose,
  })
  return (
    <ModalForm title="Sales Message" form={form} text="Save" busyText="Saving..." onClose={onClose}>
      <p>
        To all customers who ordered under <strong>{salesname}</strong>.
      </p>
      <MessageField label="Sales message" {...form.fieldProps('salesMessage')} />
    </ModalForm>
  )
}
