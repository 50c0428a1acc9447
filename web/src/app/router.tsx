import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { Loading } from '../shared/loading.tsx'
import { paths } from '../shared/paths.ts'
import { LoadFailure } from './load-failure.tsx'
import { PublicLayout } from './public-layout.tsx'
import { staffRoutes } from './staff-routes.tsx'

// Every screen is its own chunk. All of staff's hang behind one door, so that a customer never
// loads a byte of PrimeReact.
const ConfirmPayment = lazy(() =>
  import('../confirm-payment/confirm-payment-page.tsx').then(({ ConfirmPaymentPage }) => ({
    default: ConfirmPaymentPage,
  })),
)
const Terms = lazy(() =>
  import('../terms/terms-page.tsx').then(({ TermsPage }) => ({ default: TermsPage })),
)
const TrackOrder = lazy(() =>
  import('../track-order/track-order-page.tsx').then(({ TrackOrderPage }) => ({
    default: TrackOrderPage,
  })),
)
const OrderHistory = lazy(() =>
  import('../order-history/order-history-page.tsx').then(({ OrderHistoryPage }) => ({
    default: OrderHistoryPage,
  })),
)
const NotFound = lazy(() =>
  import('../not-found/not-found-page.tsx').then(({ NotFoundPage }) => ({ default: NotFoundPage })),
)

export const Router = () => (
  <LoadFailure>
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route element={<PublicLayout />}>
          <Route path={paths.home} element={<Navigate to={paths.confirmPayment} replace />} />
          <Route path={paths.confirmPayment} element={<ConfirmPayment />} />
          <Route path={paths.terms} element={<Terms />} />
          <Route path={paths.trackOrder} element={<TrackOrder />} />
          <Route path={paths.orderHistory} element={<OrderHistory />} />
          <Route path="*" element={<NotFound />} />
        </Route>
        {staffRoutes}
      </Routes>
    </Suspense>
  </LoadFailure>
)
