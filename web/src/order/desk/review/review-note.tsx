import { NoticeBox } from '../../../shared/feedback/notice-box.tsx'
import type { useLease } from './use-lease.ts'
import type { Refused } from './use-review-queue.ts'

/**
 * Says that a colleague has decided on the order on the screen or is looking at it too. Above that, names an
 * order that is back in the queue because its decision was refused.
 */
export const ReviewNote = ({
  orderId,
  refused,
  onBack,
  left,
  lease,
  onNext,
}: {
  /** The order on the screen. */
  orderId: string
  refused: Refused | null
  onBack: (orderId: string) => void
  left: string | undefined
  lease: ReturnType<typeof useLease>
  onNext: () => void
}) => {
  if (left === undefined && !lease.refusal && !refused) return null
  return (
    <div className="review-note">
      <div className="review-note-boxes">
        {refused && (
          <NoticeBox
            kind="failure"
            title={`Order ${refused.orderId} is back in the queue`}
            text={refused.text}
            {...(refused.orderId !== orderId && {
              action: { text: 'Back to it', onClick: () => onBack(refused.orderId) },
            })}
          />
        )}
        {left === undefined && lease.refusal && (
          <NoticeBox
            kind="info"
            title={lease.refusal}
            action={{ text: 'Take over', onClick: lease.takeOver }}
          />
        )}
        {left !== undefined && (
          <NoticeBox kind="info" title={left} action={{ text: 'Next', onClick: onNext }} />
        )}
      </div>
    </div>
  )
}
