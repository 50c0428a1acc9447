/** Every address of the product's screens: no component writes one out. */
export const paths = {
  home: '/',
  confirmPayment: '/confirm-payment',
  terms: '/terms-conditions',
  trackOrder: '/track-order',
  trackOrderOf: (orderId: string) => `/track-order?id=${encodeURIComponent(orderId)}`,
  orderHistory: '/order-history/:orderId',
  orderHistoryOf: (orderId: string) => `/order-history/${encodeURIComponent(orderId)}`,

  admin: '/admin',
  requestResetPassword: '/request-reset-password',
  resetPassword: '/reset-password/:token',
  accountActivation: '/account-activation',
  changePassword: '/change-password',

  dashboard: '/dashboard',
  orders: '/dashboard/orders',
  orderedProducts: '/dashboard/ordered-products',
  deliveryLocation: '/dashboard/delivery-location',
  addDeliveryLocation: '/dashboard/add-delivery-location',
  product: '/dashboard/product',
  sales: '/dashboard/sales',
  users: '/dashboard/users',
  addUsers: '/dashboard/add-users',
  profile: '/dashboard/profile',
  userLogs: '/dashboard/user-logs',
} as const
