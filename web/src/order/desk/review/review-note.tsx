import { Button } from '../../../shared/buttons/button.tsx'
import { NoticeBox } from '../../../shared/feedback/notice-box.tsx'
import type { useLease } from './use-lease.ts'
import type { Refused } from './use-review-queue.ts'

/**
 * Says that a colleague has already decided the order, or is also looking at it. The note appears
 * in place of the time, on a line that is kept free, so that it covers and moves nothing.
 */
export const ReviewNote = ({
  left,
  lease,
  onNext,
}: {
  left: string | undefined
  lease: ReturnType<typeof useLease>
  onNext: () => void
}) => {
  const note = left ?? lease.refusal
  if (note === undefined) return null
  return (
    <div className="review-note" role="status">
      <p className="row-note" title={note}>
        {note}
      </p>
      {left === undefined ? (
        <Button size="small" onClick={lease.takeOver}>
          Take over
        </Button>
      ) : (
        <Button size="small" onClick={onNext}>
          Next
        </Button>
      )}
    </div>
  )
}

/** Names an order that is back in the queue because the server refused to approve or archive it. */
export const ReviewRefused = ({
  orderId,
  refused,
  onBack,
}: {
  orderId: string
  refused: Refused | null
  onBack: (orderId: string) => void
}) =>
  refused && (
    <div className="review-refused">
      <NoticeBox
        kind="failure"
        title={`Order ${refused.orderId} is back in the queue`}
        text={refused.text}
        {...(refused.orderId !== orderId && {
          action: { text: 'Back to it', onClick: () => onBack(refused.orderId) },
        })}
      />
    </div>
  )
