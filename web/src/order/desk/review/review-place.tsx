import { Button } from '../../../shared/buttons/button.tsx'
import { formatNumber } from '../../../shared/format/money.tsx'

/** Where the shown order stands in the queue, with a step to either side. */
export const ReviewPlace = ({
  index,
  total,
  onPrevious,
  onNext,
}: {
  index: number
  total: number
  onPrevious: () => void
  onNext: () => void
}) => (
  <div className="review-place">
    <Button size="small" disabled={index === 0} onClick={onPrevious}>
      Previous
    </Button>
    <span>
      {formatNumber(index + 1)} of {formatNumber(total)}
    </span>
    <Button size="small" disabled={index >= total - 1} onClick={onNext}>
      Next
    </Button>
  </div>
)
