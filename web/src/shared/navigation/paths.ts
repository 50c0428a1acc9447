/**
 * The URLs of all screens except the reports. Components use these instead of writing URLs
 * themselves.
 */
export const paths = {
  home: '/',
  confirmPayment: '/confirm-payment',
  pay: '/pay',
  terms: '/terms-conditions',
  privacy: '/privacy',
  trackOrder: '/track-order',
  trackOrderOf: (orderId: string) => `/track-order?id=${encodeURIComponent(orderId)}`,
  orderHistory: '/order-history/:orderId',
  orderHistoryOf: (orderId: string) => `/order-history/${encodeURIComponent(orderId)}`,

  admin: '/admin',
  requestResetPassword: '/request-reset-password',
  resetPassword: '/reset-password/:token',
  accountActivation: '/account-activation',
  changePassword: '/change-password',
  knownDevice: '/known-device/:token',

  dashboard: '/dashboard',
  orders: '/dashboard/orders',
  reviewQueue: '/dashboard/orders?view=review',
  allOrders: '/dashboard/orders?tab=all',
  order: '/dashboard/orders/:orderId',
  orderOf: (orderId: string) => `/dashboard/orders/${encodeURIComponent(orderId)}`,
  orderedProducts: '/dashboard/ordered-products',
  deliveryLocation: '/dashboard/delivery-location',
  addDeliveryLocation: '/dashboard/add-delivery-location',
  product: '/dashboard/product',
  sales: '/dashboard/sales',
  users: '/dashboard/users',
  userOf: (email: string) => `/dashboard/users?email=${encodeURIComponent(email)}`,
  addUsers: '/dashboard/add-users',
  profile: '/dashboard/profile',
  userLogs: '/dashboard/user-logs',
  audit: '/dashboard/audit/:orderId?',
  auditStart: '/dashboard/audit',
  auditLog: '/dashboard/audit/log',
  auditOf: (orderId: string) => `/dashboard/audit/${encodeURIComponent(orderId)}`,
  money: '/dashboard/money',
  moneyTab: (tab: string) => `/dashboard/money?tab=${tab}`,
  importStatement: '/dashboard/money?view=import',
  /** The bank line's dialog over its list. `on` is the line's booking day. */
  bankLine: (lineId: string, on: string) =>
    `/dashboard/money?line=${encodeURIComponent(lineId)}&on=${on}`,
  mails: '/dashboard/mails',
  waitingMails: '/dashboard/mails?state=waiting',
  sentMails: '/dashboard/mails?state=sent',
  heldMails: '/dashboard/mails?state=held',
} as const
