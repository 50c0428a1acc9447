import type { Permission } from '@strand/contracts/accounts/permission'
import { paths } from '../shared/navigation/paths.ts'
import { reportPaths } from '../shared/navigation/report-paths.ts'

export type MenuIconName =
  | 'orders'
  | 'products-ordered'
  | 'audit'
  | 'place'
  | 'place-add'
  | 'product'
  | 'sales'
  | 'users'
  | 'user-add'
  | 'profile'
  | 'logs'
  | 'mail'
  | 'money'
  | 'seal'
  | 'overview'
  | 'reports'

export type MenuItem = {
  text: string
  to: string
  icon: MenuIconName
  permission?: Permission
  /**
   * A live number beside the entry: pending orders, emails that wait for a decision, unread
   * mentions in notes, or money that waits for staff.
   */
  badge?: 'pending' | 'mails' | 'mentions' | 'money'
}
/** A group without a title contains entries that belong to no named group. */
type MenuGroup = { title: string | null; items: MenuItem[] }

/**
 * The side menu. It has the specification's groups in their order, and our own entries in groups
 * without a title.
 */
const menuGroups: MenuGroup[] = [
  {
    title: null,
    items: [
      { text: 'Overview', to: reportPaths.overview, icon: 'overview', permission: 'reports.read' },
    ],
  },
  {
    title: 'Orders',
    items: [
      {
        text: 'Orders',
        to: paths.orders,
        icon: 'orders',
        permission: 'orders.read',
        badge: 'pending',
      },
      {
        text: 'Ordered Products',
        to: paths.orderedProducts,
        icon: 'products-ordered',
        permission: 'ordered-products.read',
      },
    ],
  },
  // Our own entries belong to none of the specification's groups. Money and reports are here, near
  // the daily work.
  {
    title: null,
    items: [
      { text: 'Money', to: paths.money, icon: 'money', permission: 'money.read', badge: 'money' },
      { text: 'Reports', to: reportPaths.reports, icon: 'reports', permission: 'reports.read' },
    ],
  },
  {
    title: 'Delivery Location',
    items: [
      { text: 'View', to: paths.deliveryLocation, icon: 'place', permission: 'catalogue.read' },
      {
        text: 'Add New',
        to: paths.addDeliveryLocation,
        icon: 'place-add',
        permission: 'catalogue.manage',
      },
    ],
  },
  {
    title: null,
    items: [
      { text: 'Products', to: paths.product, icon: 'product', permission: 'catalogue.read' },
      { text: 'Sales', to: paths.sales, icon: 'sales', permission: 'catalogue.read' },
    ],
  },
  {
    title: 'Users',
    items: [
      { text: 'All Users', to: paths.users, icon: 'users', permission: 'users.read' },
      { text: 'Add Users', to: paths.addUsers, icon: 'user-add', permission: 'users.manage' },
      { text: 'Profile', to: paths.profile, icon: 'profile' },
    ],
  },
  {
    title: null,
    items: [{ text: 'User Logs', to: paths.userLogs, icon: 'logs', permission: 'user-logs.read' }],
  },
  {
    title: null,
    items: [
      {
        text: 'Order History',
        to: paths.auditStart,
        icon: 'audit',
        permission: 'orders.read',
        badge: 'mentions',
      },
      { text: 'Proof of the Log', to: paths.auditLog, icon: 'seal', permission: 'log.verify' },
      { text: 'Mails', to: paths.mails, icon: 'mail', permission: 'mails.manage', badge: 'mails' },
    ],
  },
]

export const visibleMenu = (permissions: readonly Permission[]): MenuGroup[] =>
  menuGroups
    .map(({ title, items }) => ({
      title,
      items: items.filter(({ permission }) => !permission || permissions.includes(permission)),
    }))
    .filter(({ items }) => items.length > 0)

/**
 * The path of the menu entry that a screen belongs to: the longest entry path with which the
 * screen's own path begins.
 */
export const entryOf = (pathname: string): string | undefined =>
  menuGroups
    .flatMap(({ items }) => items.map(({ to }) => to))
    .filter((to) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((one, other) => other.length - one.length)[0]

const maxShown = 10_000

/** A count with a cap: `9999`, `10000`, then `10000+`. */
export const cappedCount = (count: number): string =>
  count > maxShown ? `${maxShown}+` : String(count)

const maxNameLength = 40

export const shownName = (firstname: string, lastname: string): string => {
  const name = [...`${firstname} ${lastname}`.trim()]
  return name.length <= maxNameLength
    ? name.join('')
    : `${name.slice(0, maxNameLength - 1).join('')}…`
}

export const initialsOf = (firstname: string, lastname: string): string =>
  [firstname, lastname]
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase()
