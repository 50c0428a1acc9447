import { useLayoutEffect, useRef } from 'react'
import { matchPath, Route, Routes, useLocation } from 'react-router-dom'
import { ErrorBoundary } from '../shared/feedback/error-boundary.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { PublicLayout } from './public-layout.tsx'
import { screen } from './screen.tsx'

// Every customer screen is a chunk of its own. One chunk leads to all staff screens, so that
// customers load neither the code nor the paths of staff screens.
const ConfirmPayment = screen(
  async () =>
    (await import('../order/confirm-payment/confirm-payment-page.tsx')).ConfirmPaymentPage,
)
const Pay = screen(async () => (await import('../order/confirm-payment/pay/pay-page.tsx')).PayPage)
const Terms = screen(async () => (await import('../shop/terms/terms-page.tsx')).TermsPage)
const Privacy = screen(async () => (await import('../shop/privacy/privacy-page.tsx')).PrivacyPage)
const TrackOrder = screen(
  async () => (await import('../order/track-order/track-order-page.tsx')).TrackOrderPage,
)
const OrderHistory = screen(
  async () => (await import('../order/track-order/order-history-page.tsx')).OrderHistoryPage,
)
const NotFound = screen(
  async () => (await import('../shop/not-found/not-found-page.tsx')).NotFoundPage,
)
const Staff = screen(async () => {
  const { staffRoutes, preloadAccountScreen } = await import('./staff-routes.tsx')
  await preloadAccountScreen(location.pathname)
  return () => <Routes>{staffRoutes}</Routes>
})

const customerScreens = [
  [paths.confirmPayment, ConfirmPayment],
  [paths.pay, Pay],
  [paths.terms, Terms],
  [paths.privacy, Privacy],
  [paths.trackOrder, TrackOrder],
  [paths.orderHistory, OrderHistory],
] as const

export const publicRoutes = (
  <Route element={<PublicLayout />}>
    <Route path={paths.home} element={<ConfirmPayment />} />
    {customerScreens.map(([path, Screen]) => (
      <Route key={path} path={path} element={<Screen />} />
    ))}
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

const isStaffPath = (pathname: string) => staffPaths.some((path) => matchPath(path, pathname))

/**
 * Loads the screen that the address names, before the first render. First replaces `/` with the
 * form's address, because a redirect by the router would replace the page's frame with an empty
 * screen.
 */
export const preloadScreen = async (): Promise<void> => {
  if (location.pathname === paths.home) history.replaceState(null, '', paths.confirmPayment)
  const { pathname } = location
  const [, Screen] = customerScreens.find(([path]) => matchPath(path, pathname)) ?? []
  await (isStaffPath(pathname) ? Staff : (Screen ?? NotFound)).preload()
}

/**
 * Tells the router if the address changes during the first render. The router would miss such a
 * change, because it reads the address when the render begins, and listens for changes only after
 * the render.
 */
const useMovesDuringFirstRender = () => {
  const { pathname, search } = useLocation()
  const first = useRef(pathname + search).current
  useLayoutEffect(() => {
    // Deferred to a microtask, because the router's own effect runs after this effect.
    if (location.pathname + location.search !== first)
      queueMicrotask(() => dispatchEvent(new PopStateEvent('popstate')))
  }, [first])
}

export const Router = () => {
  const { pathname } = useLocation()
  useMovesDuringFirstRender()
  return (
    <ErrorBoundary>
      {isStaffPath(pathname) ? <Staff /> : <Routes>{publicRoutes}</Routes>}
    </ErrorBoundary>
  )
}
