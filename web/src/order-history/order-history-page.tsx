import { normalizeOrderId } from '@strand/contracts/order/id'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import { isApiError } from '../shared/api/api-error.ts'
import { Loading } from '../shared/feedback/loading.tsx'
import { NoticeBox } from '../shared/feedback/notice-box.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { usePageTitle } from '../shared/navigation/use-page-title.ts'
import { OfflineNotice } from '../shared/order/offline-notice.tsx'
import { rememberOrder } from '../shared/order/recent-orders.ts'
import { HistorySteps } from './history-steps.tsx'
import { orderHistoryQuery } from './order-history-query.ts'
import { ReviewForm } from './review-form.tsx'
import './order-history.css'

export const OrderHistoryPage = () => {
  const { orderId: typed = '' } = useParams()
  const orderId = normalizeOrderId(typed) ?? typed
  usePageTitle(`Order ${orderId}`)
  const { data: history, error, refetch } = useQuery(orderHistoryQuery(orderId))
  const loadedOrderId = history?.orderId
  useEffect(() => {
    if (loadedOrderId) rememberOrder(loadedOrderId)
  }, [loadedOrderId])

  return (
    <div className="history">
      <header>
        <h1>Order history</h1>
        <p className="history-of">
          {history?.orderId ?? orderId}
          {history?.fullname && ` · ${history.fullname}`}
        </p>
      </header>
      <OfflineNotice error={error} shown={history !== undefined} />
      {history && <HistorySteps histories={history.histories} />}
      {history && <ReviewForm key={orderId} orderId={history.orderId} />}
      {!history && !error && <Loading label="Loading the history…" />}
      {!history && error && <HistoryFailure error={error} onRetry={refetch} />}
      <Link to={history ? paths.trackOrderOf(history.orderId) : paths.trackOrder}>
        {history ? 'Back to the order' : 'Track another order'}
      </Link>
    </div>
  )
}

const HistoryFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  isApiError(error) && error.status === 404 ? (
    <NoticeBox kind="failure" title={error.message} />
  ) : (
    <NoticeBox
      kind="failure"
      title="The history could not be loaded"
      action={{ text: 'Try again', onClick: onRetry }}
    />
  )
