import { CommandAnswer } from '@strand/contracts/answer'
import { type Sales, SalesMessage } from '@strand/contracts/sales'
import { maximumMessageLength } from '@strand/contracts/text'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../shared/api.ts'
import { Button } from '../shared/button.tsx'
import { dropDraft } from '../shared/draft.ts'
import { failureNotice } from '../shared/error-catalogue.ts'
import { MessageField } from '../shared/message-field.tsx'
import { Modal } from '../shared/modal.tsx'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import { salesKey } from './sales-form.tsx'

/** What customers of a campaign read when they track their order. */
export const SalesMessageDialog = ({ sales, onClose }: { sales: Sales; onClose: () => void }) => {
  const client = useQueryClient()
  const draft = `sales-message.${sales.salesid}`
  const { values, set, leave, errorOf, submit, busy, form } = useForm({
    schema: SalesMessage,
    initial: { salesMessage: sales.salesMessage },
    draft,
    send: async (body) => {
      try {
        const path = `/admin/sales/${encodeURIComponent(sales.salesid)}/message`
        const answer = await call(CommandAnswer, 'PUT', path, body)
        toast.success({ title: 'Message Created', text: answer.responseMessage })
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
    <Modal title="Sales Message" onClose={cancel}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <p>
          To all customers who ordered under <strong>{sales.salesname}</strong>.
        </p>
        <MessageField
          label="Sales message"
          name="salesMessage"
          maximum={maximumMessageLength}
          value={values.salesMessage}
          error={errorOf('salesMessage')}
          onChange={(value) => set('salesMessage', value)}
          onLeave={() => leave('salesMessage')}
        />
        <div className="form-buttons">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy} disabled={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
