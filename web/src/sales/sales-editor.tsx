import { type Sales, UpdateSales } from '@strand/contracts/catalogue/sales'
import { salesEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import { call } from '../shared/api/client.ts'
import { useCommandForm } from '../shared/forms/use-command-form.ts'
import { InlineForm } from '../shared/list/table/inline-form.tsx'
import { SalesFields, salesKey, salesValues } from './sales-form.tsx'

export const SalesEditor = ({ sales, onClose }: { sales: Sales; onClose: () => void }) => {
  const form = useCommandForm({
    schema: UpdateSales,
    initial: { salesid: sales.salesid, ...salesValues(sales) },
    send: (body) => call(salesEndpoints.updateSales, { body }),
    success: 'Updated',
    situation: 'action',
    invalidates: { queryKey: salesKey },
    onSuccess: onClose,
  })
  return (
    <InlineForm label={`Edit ${sales.salesname}`} form={form} onCancel={onClose}>
      <SalesFields {...form} />
    </InlineForm>
  )
}
