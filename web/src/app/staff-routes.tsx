import type { Permission } from '@strand/contracts/accounts/permission'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { matchPath, Navigate, Route } from 'react-router-dom'
import { paths } from '../shared/navigation/paths.ts'
import { reportPaths } from '../shared/navigation/report-paths.ts'
import { screen } from './screen.tsx'

// The frame contains what all staff screens share; each screen is a small chunk of its own.
const SignIn = screen(async () => (await import('../accounts/sign-in/sign-in-page.tsx')).SignInPage)
const RequestReset = screen(
  async () => (await import('../accounts/sign-in/request-reset-page.tsx')).RequestResetPage,
)
const ResetPassword = screen(
  async () => (await import('../accounts/sign-in/reset-password-page.tsx')).ResetPasswordPage,
)
const ChangePassword = screen(
  async () => (await import('../accounts/sign-in/change-password-page.tsx')).ChangePasswordPage,
)
const KnownDevice = screen(
  async () => (await import('../accounts/sign-in/known-device-page.tsx')).KnownDevicePage,
)
const StaffFrame = screen(async () => (await import('./staff-frame.tsx')).StaffFrame)
/** While a desk screen loads, the frame shows the screen's outline (`staff-layout.tsx`). */
const deskScreen = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load() }))
const Overview = deskScreen(
  async () => (await import('../reports/overview/overview-page.tsx')).OverviewPage,
)
const Orders = deskScreen(async () => (await import('../order/desk/orders-page.tsx')).OrdersPage)
const Order = deskScreen(async () => (await import('./order-screen.tsx')).OrderScreen)
const OrderedProducts = deskScreen(
  async () =>
    (await import('../reports/ordered-product/ordered-products-page.tsx')).OrderedProductsPage,
)
const Products = deskScreen(
  async () => (await import('../catalogue/product/products-page.tsx')).ProductsPage,
)
const Locations = deskScreen(
  async () => (await import('../catalogue/location/locations-page.tsx')).LocationsPage,
)
const AddLocation = deskScreen(
  async () => (await import('../catalogue/location/add-location-page.tsx')).AddLocationPage,
)
const Sales = deskScreen(async () => (await import('../catalogue/sales/sales-page.tsx')).SalesPage)
const Users = deskScreen(async () => (await import('../accounts/users/users-page.tsx')).UsersPage)
const AddUser = deskScreen(
  async () => (await import('../accounts/users/add-user-page.tsx')).AddUserPage,
)
const Profile = deskScreen(
  async () => (await import('../accounts/profile/profile-page.tsx')).ProfilePage,
)
const UserLogs = deskScreen(
  async () => (await import('../accounts/user-log/user-logs-page.tsx')).UserLogsPage,
)
const Audit = deskScreen(async () => (await import('../order/history/audit-page.tsx')).AuditPage)
const LogProof = deskScreen(async () => (await import('../order/history/audit-page.tsx')).LogPage)
const Mails = deskScreen(async () => (await import('../mail/mails-page.tsx')).MailsPage)
const Money = deskScreen(async () => (await import('../money/money-page.tsx')).MoneyPage)
const Reports = deskScreen(async () => (await import('../reports/reports-page.tsx')).ReportsPage)
const DayClose = deskScreen(
  async () => (await import('../reports/day/day-close-page.tsx')).DayClosePage,
)
const MonthClose = deskScreen(
  async () => (await import('../reports/month/month-close-page.tsx')).MonthClosePage,
)
const NotFound = deskScreen(
  async () => (await import('../shop/not-found/not-found-page.tsx')).NotFoundPage,
)

const Restricted = lazy(async () => ({
  default: (await import('../staff-shell/restricted.tsx')).Restricted,
}))
const restricted = (path: string, permission: Permission, element: ReactNode) => (
  <Route path={path} element={<Restricted to={permission}>{element}</Restricted>} />
)

const accountScreens = [
  [paths.admin, SignIn],
  [paths.requestResetPassword, RequestReset],
  [paths.resetPassword, ResetPassword],
  [paths.knownDevice, KnownDevice],
  [`${paths.accountActivation}/:token?`, ChangePassword],
  [`${paths.changePassword}/:token?`, ChangePassword],
] as const

export const preloadAccountScreen = async (pathname: string): Promise<void> => {
  const [, Screen] = accountScreens.find(([path]) => matchPath(path, pathname)) ?? []
  await Screen?.preload()
}

export const staffRoutes = (
  <>
    {accountScreens.map(([path, Screen]) => (
      <Route key={path} path={path} element={<Screen />} />
    ))}
    <Route path={paths.dashboard} element={<StaffFrame />}>
      <Route index element={<Navigate to={paths.orders} replace />} />
      {restricted(reportPaths.overview, 'reports.read', <Overview />)}
      {restricted(paths.orders, 'orders.read', <Orders />)}
      {restricted(paths.order, 'orders.read', <Order />)}
      {restricted(paths.orderedProducts, 'ordered-products.read', <OrderedProducts />)}
      {restricted(paths.deliveryLocation, 'catalogue.read', <Locations />)}
      {restricted(paths.addDeliveryLocation, 'catalogue.manage', <AddLocation />)}
      {restricted(paths.product, 'catalogue.read', <Products />)}
      {restricted(paths.sales, 'catalogue.read', <Sales />)}
      {restricted(paths.users, 'users.read', <Users />)}
      {restricted(paths.addUsers, 'users.manage', <AddUser />)}
      {restricted(paths.audit, 'orders.read', <Audit />)}
      {restricted(paths.auditLog, 'log.verify', <LogProof />)}
      {restricted(paths.money, 'money.read', <Money />)}
      {restricted(reportPaths.reports, 'reports.read', <Reports />)}
      {restricted(reportPaths.dayClose, 'reports.read', <DayClose />)}
      {restricted(reportPaths.monthClose, 'reports.read', <MonthClose />)}
      {restricted(paths.mails, 'mails.manage', <Mails />)}
      <Route path={paths.profile} element={<Profile />} />
      {restricted(paths.userLogs, 'user-logs.read', <UserLogs />)}
      <Route path="*" element={<NotFound />} />
    </Route>
  </>
)
