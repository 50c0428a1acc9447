import { findOrderId } from '@strand/contracts/order/id'
import { Link, useParams } from 'react-router-dom'
import { isApiError } from '../../shared/api/api-error.ts'
import { Loading } from '../../shared/feedback/loading.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { OfflineNotice } from '../../shared/order/offline-notice.tsx'
import { whoSeesIt } from './first-texts.ts'
import { useTrackedOrder } from './tracked-order.ts'
import { Tracker } from './tracker.tsx'

export const OrderHistoryPage = () => {
  const { orderId: typed = '' } = useParams()
  const orderId = findOrderId(typed) ?? typed
  usePageTitle(`Order ${orderId}`)
  const tracked = useTrackedOrder(orderId)
  const { order, history, isOpening } = tracked
  const found = order.data ?? history.data
  const fullname = history.data?.fullname
  const error = history.error ?? order.error
  return (
    <div className="track">
      <header>
        <h1>Order history</h1>
        {/* Always one line high, so that nothing below it moves when the name has loaded. */}
        <p className="track-of">{fullname ? `For ${fullname}` : orderId}</p>
      </header>
      <p>{whoSeesIt}</p>
      <OfflineNotice error={error} shown={found !== undefined} />
      {found && !isOpening && <Tracker {...tracked} />}
      {(isOpening || (!found && !error)) && <Loading label="Loading the history…" />}
      {!isOpening && !found && error && <Failure error={error} onRetry={history.refetch} />}
      {!isOpening && <Link to={paths.trackOrder}>Track another order</Link>}
    </div>
  )
}

const Failure = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  isApiError(error) && error.status === 404 ? (
    <NoticeBox
      kind="failure"
      title={error.message}
      text="Compare it with the one in our email, or ask us below."
    />
  ) : (
    <NoticeBox
      kind="failure"
      title="The history could not be loaded"
      action={{ text: 'Try again', onClick: onRetry }}
    />
  )
