import { CreateSales, SalesAnswer } from '@strand/contracts/sales'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../shared/api.ts'
import { Button } from '../shared/button.tsx'
import { dropDraft } from '../shared/draft.ts'
import { failureNotice } from '../shared/error-catalogue.ts'
import { Modal } from '../shared/modal.tsx'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import { SalesFields, type SalesValues, salesKey } from './sales-form.tsx'

const draft = 'sales'
const empty: SalesValues = { sales: '', startDate: '', endDate: '' }

export const CreateSalesDialog = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient()
  const form = useForm({
    schema: CreateSales,
    initial: empty,
    draft,
    send: async (sales) => {
      try {
        const answer = await call(SalesAnswer, 'POST', '/admin/create-sales', sales)
        toast.success({ title: 'Created', text: answer.responseMessage })
        await client.invalidateQueries({ queryKey: salesKey })
        onClose()
      } catch (error) {
        toast.failure(failureNotice(error, 'action'))
        throw error
      }
    },
  })
  const cancel = () => {
    dropDraft(draft)
    onClose()
  }
  return (
    <Modal title="Create Sales" onClose={cancel}>
      <form ref={form.form} className="form" noValidate onSubmit={form.submit}>
        <SalesFields {...form} />
        <div className="form-buttons">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy} disabled={form.busy}>
            {form.busy ? 'Creating Sales...' : 'Create Sales'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
