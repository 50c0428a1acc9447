import { type Sales, SalesAnswer, UpdateSales } from '@strand/contracts/sales'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../shared/api.ts'
import { failureNotice } from '../shared/error-catalogue.ts'
import { InlineForm } from '../shared/list/inline-form.tsx'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import { SalesFields, salesKey, salesValues } from './sales-form.tsx'

export const SalesEditor = ({ sales, onClose }: { sales: Sales; onClose: () => void }) => {
  const client = useQueryClient()
  const form = useForm({
    schema: UpdateSales,
    initial: { salesid: sales.salesid, ...salesValues(sales) },
    send: async (body) => {
      try {
        const answer = await call(SalesAnswer, 'PUT', '/admin/update-sales', body)
        toast.success({ title: 'Updated', text: answer.responseMessage })
        await client.invalidateQueries({ queryKey: salesKey })
        onClose()
      } catch (error) {
        toast.failure(failureNotice(error, 'action'))
        throw error
      }
    },
  })
  return (
    <InlineForm
      label={`Edit ${sales.salesname}`}
      form={form.form}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <SalesFields {...form} />
    </InlineForm>
  )
}
