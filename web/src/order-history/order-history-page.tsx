import { normalOrderId } from '@strand/contracts/order-id'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import { isApiError } from '../shared/api-error.ts'
import { Button } from '../shared/button.tsx'
import { Loading } from '../shared/loading.tsx'
import { usePageTitle } from '../shared/page.tsx'
import { paths } from '../shared/paths.ts'
import { rememberOrder } from '../shared/recent-orders.ts'
import { HistorySteps } from './history-steps.tsx'
import { orderHistoryQuery } from './order-history.ts'
import { ReviewForm } from './review-form.tsx'
import './order-history.css'

export const OrderHistoryPage = () => {
  const { orderId: typed = '' } = useParams()
  const orderId = normalOrderId(typed) ?? typed
  usePageTitle(`Order ${orderId}`)
  const { data: history, error, refetch, isFetching } = useQuery(orderHistoryQuery(orderId))
  const known = history?.orderId
  useEffect(() => {
    if (known) rememberOrder(known)
  }, [known])

  return (
    <div className="history">
      <header>
        <h1>Order history</h1>
        <p className="history-of">
          {history?.orderId ?? orderId}
          {history?.fullname && ` · ${history.fullname}`}
        </p>
      </header>
      {history && <HistorySteps histories={history.histories} />}
      {history && <ReviewForm key={orderId} orderId={history.orderId} />}
      {!history && !error && <Loading label="Loading the history…" />}
      {!history && error && (
        <div className="history-failed">
          {isApiError(error) && error.status === 404 ? (
            <p>{error.message}</p>
          ) : (
            <>
              <p>The history could not be loaded.</p>
              <Button busy={isFetching} onClick={() => refetch()}>
                Try again
              </Button>
            </>
          )}
        </div>
      )}
      <Link to={history ? paths.trackOrderOf(history.orderId) : paths.trackOrder}>
        {history ? 'Back to the order' : 'Track another order'}
      </Link>
    </div>
  )
}
