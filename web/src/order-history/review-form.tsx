import { CommandAnswer } from '@strand/contracts/answer'
import { ReviewOrder } from '@strand/contracts/order'
import { maximumMessageLength } from '@strand/contracts/text'
import { useState } from 'react'
import { call } from '../shared/api.ts'
import { Button } from '../shared/button.tsx'
import { failureNotice } from '../shared/error-catalogue.ts'
import { Field } from '../shared/field.tsx'
import { formatNumber } from '../shared/money.tsx'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'

/** Folded away until someone wants to say something. A second review takes the first one's place. */
export const ReviewForm = ({ orderId }: { orderId: string }) => {
  const [open, setOpen] = useState(false)
  const form = useForm({
    schema: ReviewOrder,
    initial: { review: '' },
    draft: `review.${orderId}`,
    send: async ({ review }) => {
      try {
        const path = `/order/${encodeURIComponent(orderId)}/review`
        const body = { orderId, review }
        const answer = await call(CommandAnswer, 'POST', path, body, { anonymous: true })
        toast.success({ title: 'Review Posted', text: answer.message })
        form.set('review', '')
        setOpen(false)
      } catch (error) {
        toast.failure(failureNotice(error, 'review'))
        throw error
      }
    },
  })
  return (
    <details className="review" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Review your order</summary>
      <form ref={form.form} noValidate onSubmit={form.submit}>
        <Field
          label="Your review"
          help="How was the product, the delivery, the shop?"
          error={form.errorOf('review')}
        >
          {(control) => (
            <textarea
              {...control}
              className="input message-box"
              name="review"
              rows={10}
              maxLength={maximumMessageLength}
              value={form.values.review}
              onChange={(event) => form.set('review', event.target.value)}
              onBlur={() => form.values.review !== '' && form.leave('review')}
            />
          )}
        </Field>
        <div className="review-actions">
          <p className="field-help amount">
            {formatNumber(form.values.review.length)} of {formatNumber(maximumMessageLength)}{' '}
            characters
          </p>
          <Button look="primary" type="submit" busy={form.busy} disabled={form.busy}>
            Post review
          </Button>
        </div>
      </form>
    </details>
  )
}
