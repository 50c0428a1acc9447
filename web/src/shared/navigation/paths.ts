/** Every URL of the product's screens: components never write one out. */
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
  overview: '/dashboard/overview',
  orders: '/dashboard/orders',
  ordersIn: (status: string) => `/dashboard/orders?tab=${status}`,
  reviewQueue: '/dashboard/orders?view=review',
  allOrders: '/dashboard/orders?tab=all',
  orderFound: (orderId: string) =>
    `/dashboard/orders?tab=all&search=${encodeURIComponent(orderId)}`,
  orderedProducts: '/dashboard/ordered-products',
  deliveryLocation: '/dashboard/delivery-location',
  addDeliveryLocation: '/dashboard/add-delivery-location',
  product: '/dashboard/product',
  sales: '/dashboard/sales',
  users: '/dashboard/users',
  addUsers: '/dashboard/add-users',
  profile: '/dashboard/profile',
  userLogs: '/dashboard/user-logs',
  audit: '/dashboard/audit/:orderId?',
  auditStart: '/dashboard/audit',
  auditOf: (orderId: string) => `/dashboard/audit/${encodeURIComponent(orderId)}`,
  money: '/dashboard/money',
  moneyTab: (tab: string) => `/dashboard/money?tab=${tab}`,
  importStatement: '/dashboard/money?view=import',
  /** A line of the bank, over the list that has it; `on` is the day on which it was booked. */
  bankLine: (lineId: string, on: string) =>
    `/dashboard/money?line=${encodeURIComponent(lineId)}&on=${on}`,
  /** Unmatched lines of those days, both included. */
  unmatchedLines: ({ from, to }: { from: string; to: string }) =>
    `/dashboard/money?dateFrom=${from}&dateTo=${to}`,
  reports: '/dashboard/reports',
  report: (name: string, { from, to }: { from: string; to: string }) =>
    `/dashboard/reports?report=${name}&from=${from}&to=${to}`,
  dayClose: '/dashboard/reports/day/:date',
  dayCloseOf: (date: string) => `/dashboard/reports/day/${date}`,
  mails: '/dashboard/mails',
  waitingMails: '/dashboard/mails?state=waiting',
  sentMails: '/dashboard/mails?state=sent',
  heldMails: '/dashboard/mails?state=held',
} as const
