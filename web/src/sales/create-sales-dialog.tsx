import { CreateSales } from '@strand/contracts/catalogue/sales'
import { salesEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import { call } from '../shared/api/client.ts'
import { ModalForm } from '../shared/dialogs/modal-form.tsx'
import { useCommandForm } from '../shared/forms/use-command-form.ts'
import { SalesFields, salesKey } from './sales-form.tsx'

export const CreateSalesDialog = ({ onClose }: { onClose: () => void }) => {
  const form = useCommandForm({
    schema: CreateSales,
    initial: { sales: '', startDate: '', endDate: '' },
    draft: 'sales',
    send: (body) => call(salesEndpoints.createSales, { body }),
    success: 'Created',
    situation: 'action',
    invalidates: { queryKey: salesKey },
    onSuccess: onClose,
  })
  return (
    <ModalForm
      title="Create Sales"
      form={form}
      text="Create Sales"
      busyText="Creating Sales..."
      onClose={onClose}
    >
      <SalesFields {...form} />
    </ModalForm>
  )
}
