import { ReviewOrder } from '@strand/contracts/order/tracking'
import { trackingEndpoints } from '@strand/contracts/order/tracking.endpoints'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { randomId } from '../../shared/browser/random-id.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { MessageField } from '../../shared/fields/message-field.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import '../../shared/forms/form.css'

/** A second review replaces the first. */
export const ReviewForm = ({
  orderId,
  posted,
  onPosted,
}: {
  orderId: string
  posted: string
  onPosted: (review: string) => void
}) => {
  const [key] = useState(randomId)
  const { values, fieldProps, submit, busy, form } = useCommandForm({
    schema: ReviewOrder,
    initial: { review: posted },
    draft: `review.${orderId}`,
    send: ({ review }) =>
      call(trackingEndpoints.reviewOrder, {
        params: { orderId },
        body: { orderId, review },
        headers: { 'idempotency-key': key },
      }),
    success: 'Review Posted',
    situation: 'review',
    onSuccess: () => onPosted(values.review),
  })
  return (
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
  )
}
