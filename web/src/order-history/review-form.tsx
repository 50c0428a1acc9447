import { CommandAnswer } from '@strand/contracts/answer'
import { ReviewOrder } from '@strand/contracts/order/order'
import { useState } from 'react'
import { call } from '../shared/api/client.ts'
import { Button } from '../shared/buttons/button.tsx'
import { MessageField } from '../shared/fields/message-field.tsx'
import { useCommandForm } from '../shared/forms/use-command-form.ts'
import '../shared/forms/form.css'

/** Folded until the customer opens it. A second review replaces the first one. */
export const ReviewForm = ({ orderId }: { orderId: string }) => {
  const [open, setOpen] = useState(false)
  const { fieldProps, setValue, submit, busy, form } = useCommandForm({
    schema: ReviewOrder,
    initial: { review: '' },
    draft: `review.${orderId}`,
    send: ({ review }) => {
      const path = `/order/${encodeURIComponent(orderId)}/review`
      return call(CommandAnswer, 'POST', path, { orderId, review }, { anonymous: true })
    },
    success: 'Review Posted',
    situation: 'review',
    onSuccess: () => {
      setValue('review', '')
      setOpen(false)
    },
  })
  return (
    <details className="review" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Review your order</summary>
      <form ref={form} noValidate onSubmit={submit}>
        <MessageField
          label="Your review"
          help="How was the product, the delivery, the shop?"
          {...fieldProps('review')}
        />
        <div className="form-buttons">
          <Button variant="primary" type="submit" busy={busy} disabled={busy}>
            Post review
          </Button>
        </div>
      </form>
    </details>
  )
}
