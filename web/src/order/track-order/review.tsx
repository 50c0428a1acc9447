import { useState } from 'react'
import { keepReview, keptReview } from './kept-reviews.ts'
import { ReviewForm } from './review-form.tsx'
import './review.css'

export const Review = ({ orderId }: { orderId: string }) => {
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [posted, setPosted] = useState(() => keptReview(orderId))
  const onPosted = (review: string) => {
    keepReview(orderId, review)
    setPosted(review)
    setOpen(false)
  }
  return (
    <div className="order-review">
      {posted && (
        <section aria-label="What you wrote">
          <p className="review-title">Your review, as you posted it from this phone</p>
          <blockquote>{posted}</blockquote>
        </section>
      )}
      <details
        open={open}
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open)
          if (currentTarget.open) setWasOpen(true)
        }}
      >
        <summary>{posted ? 'Change your review' : 'Review your order'}</summary>
        {wasOpen && <ReviewForm orderId={orderId} posted={posted} onPosted={onPosted} />}
      </details>
    </div>
  )
}
