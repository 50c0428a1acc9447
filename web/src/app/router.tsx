import { type ComponentType, lazy, Suspense } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { Loading } from '../shared/feedback/loading.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { PublicLayout } from './public-layout.tsx'

const screen = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

// Every screen is its own chunk, and all staff screens load through one chunk: a customer loads
// neither their code nor the list of their paths. Decision 072.
const ConfirmPayment = screen(
  async () => (await import('../confirm-payment/confirm-payment-page.tsx')).ConfirmPaymentPage,
)
const Terms = screen(async () => (await import('../terms/terms-page.tsx')).TermsPage)
const Privacy = screen(async () => (await import('../privacy/privacy-page.tsx')).PrivacyPage)
const TrackOrder = screen(
  async () => (await import('../track-order/track-order-page.tsx')).TrackOrderPage,
)
const OrderHistory = screen(
  async () => (await import('../track-order/order-history-page.tsx')).OrderHistoryPage,
)
const NotFound = screen(async () => (await import('../not-found/not-found-page.tsx')).NotFoundPage)
const Staff = screen(async () => {
  const { staffRoutes } = await import('./staff-routes.tsx')
  return () => <Routes>{staffRoutes}</Routes>
})

/** Every customer screen, and the one for an unknown path. */
export const publicRoutes = (
  <Route element={<PublicLayout />}>
    <Route path={paths.home} element={<Navigate to={paths.confirmPayment} replace />} />
    <Route path={paths.confirmPayment} element={<ConfirmPayment />} />
    <Route path={paths.terms} element={<Terms />} />
    <Route path={paths.privacy} element={<Privacy />} />
    <Route path={paths.trackOrder} element={<TrackOrder />} />
    <Route path={paths.orderHistory} element={<OrderHistory />} />
    <Route path="*" element={<NotFound />} />
  </Route>
)

const staffPaths = [
  paths.admin,
  `${paths.dashboard}/*`,
  paths.requestResetPassword,
  paths.resetPassword,
  paths.knownDevice,
  `${paths.accountActivation}/:token?`,
  `${paths.changePassword}/:token?`,
]

export const Router = () => {
  const { pathname } = useLocation()
  const isStaff = staffPaths.some((path) => matchPath(path, pathname))
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        {isStaff ? <Staff /> : <Routes>{publicRoutes}</Routes>}
      </Suspense>
    </ErrorBoundary>
  )
}
