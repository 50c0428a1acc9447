import { type ComponentType, lazy } from 'react'
import { Navigate, Route } from 'react-router-dom'
import { paths } from '../shared/paths.ts'

const screen = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

// The frame holds all that staff screens share; each screen is a small chunk of its own.
const SignIn = screen(async () => (await import('../account/sign-in-page.tsx')).SignInPage)
const RequestReset = screen(
  async () => (await import('../account/request-reset-page.tsx')).RequestResetPage,
)
const ResetPassword = screen(
  async () => (await import('../account/reset-password-page.tsx')).ResetPasswordPage,
)
const ChangePassword = screen(
  async () => (await import('../account/change-password-page.tsx')).ChangePasswordPage,
)
const StaffFrame = screen(async () => (await import('./staff-frame.tsx')).StaffFrame)
const Orders = screen(async () => (await import('../order-desk/orders-page.tsx')).OrdersPage)
const NotFound = screen(async () => (await import('../not-found/not-found-page.tsx')).NotFoundPage)

/** Every screen of staff, from the sign-in on. */
export const staffRoutes = (
  <>
    <Route path={paths.admin} element={<SignIn />} />
    <Route path={paths.requestResetPassword} element={<RequestReset />} />
    <Route path={paths.resetPassword} element={<ResetPassword />} />
    <Route path={`${paths.accountActivation}/:token?`} element={<ChangePassword />} />
    <Route path={`${paths.changePassword}/:token?`} element={<ChangePassword />} />
    <Route path={paths.dashboard} element={<StaffFrame />}>
      <Route index element={<Navigate to={paths.orders} replace />} />
      <Route path={paths.orders} element={<Orders />} />
      <Route path="*" element={<NotFound />} />
    </Route>
  </>
)
