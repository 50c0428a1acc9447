import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import type { useLease } from './use-lease.ts'

/** What a colleague did with the order on the screen, or that one looks at it too. */
export const ReviewNote = ({
  left,
  lease,
  onNext,
}: {
  left: string | undefined
  lease: ReturnType<typeof useLease>
  onNext: () => void
}) => {
  if (left === undefined && !lease.refusal) return null
  return (
    <div className="review-note">
      {left === undefined ? (
        <NoticeBox
          kind="info"
          title={lease.refusal ?? ''}
          action={{ text: 'Take over', onClick: lease.takeOver }}
        />
      ) : (
        <NoticeBox kind="info" title={left} action={{ text: 'Next', onClick: onNext }} />
      )}
    </div>
  )
}
