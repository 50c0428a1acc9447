export type Visitor = 'customer' | 'owner' | 'administrator' | 'auditor'

export type Visit = {
  /** `{order}` stands for the id of an approved order. */
  url: string
  /** The target of the route's redirect, if any. */
  leadsTo?: string
  shows: string
  /** The signed-in person. Default: `customer`, which is nobody. */
  by?: Visitor
  state?: string
}

const restricted = "You're restricted from viewing this, contact your administrator!"
const refused = (by: Visitor, url: string): Visit => ({
  url,
  shows: restricted,
  by,
  state: `for an ${by}`,
})

/** Every route by its path in the router, with the tests' visits to it. */
export const visits: Record<string, Visit[]> = {
  '/': [{ url: '/', leadsTo: '/confirm-payment', shows: 'Customer Details' }],
  '/confirm-payment': [{ url: '/confirm-payment', shows: 'Customer Details' }],
  '/pay': [{ url: '/pay', shows: 'Send the money to' }],
  '/privacy': [{ url: '/privacy', shows: 'How to have it erased' }],
  '/terms-conditions': [{ url: '/terms-conditions', shows: 'Return and Exchanges' }],
  '/track-order': [
    { url: '/track-order', shows: 'Order id', state: 'before an id is typed' },
    { url: '/track-order?id={order}', shows: 'Your payment has arrived', state: 'with an order' },
  ],
  '/order-history/:orderId': [{ url: '/order-history/{order}', shows: 'Your payment has arrived' }],
  '/*': [{ url: '/nowhere', shows: 'Sorry, the page you visited does not exist.' }],

  '/admin': [{ url: '/admin', shows: 'Staff sign-in' }],
  '/request-reset-password': [{ url: '/request-reset-password', shows: 'Send the email' }],
  '/reset-password/:token': [
    { url: '/reset-password/some-token', shows: 'Password too short, minimum of 8 characters!' },
  ],
  '/known-device/:token': [{ url: '/known-device/some-token', shows: 'Use this browser' }],
  '/account-activation/:token?': [
    { url: '/account-activation', shows: 'Old password', state: 'without a token' },
    {
      url: '/account-activation/some-token',
      shows: 'Activating account...',
      state: 'with a token, in its first two seconds',
    },
  ],
  '/change-password/:token?': [
    { url: '/change-password', shows: 'Old password', state: 'of nobody signed in' },
    { url: '/change-password/some-token', shows: 'Activating account...', state: 'with a token' },
    { url: '/change-password', shows: 'Change password', by: 'owner', state: 'of active staff' },
  ],

  '/dashboard': [
    { url: '/dashboard', leadsTo: '/dashboard/orders', shows: 'Review queue', by: 'owner' },
    { url: '/dashboard', leadsTo: '/admin', shows: 'Staff sign-in', state: 'not signed in' },
  ],
  '/dashboard/orders': [
    { url: '/dashboard/orders', shows: 'Review queue', by: 'owner', state: 'pending' },
    {
      url: '/dashboard/orders?tab=confirmed',
      shows: 'Download Excel',
      by: 'owner',
      state: 'confirmed',
    },
    {
      url: '/dashboard/orders?tab=returned',
      shows: 'No returned orders',
      by: 'owner',
      state: 'an empty tab',
    },
    {
      url: '/dashboard/orders?view=review',
      shows: 'All details',
      by: 'owner',
      state: 'the review queue',
    },
    {
      url: '/dashboard/orders',
      shows: 'Review queue',
      by: 'administrator',
      state: 'for an administrator',
    },
  ],
  '/dashboard/ordered-products': [
    { url: '/dashboard/ordered-products', shows: 'Wig', by: 'owner' },
    refused('administrator', '/dashboard/ordered-products'),
  ],
  '/dashboard/delivery-location': [
    { url: '/dashboard/delivery-location', shows: 'Lagos', by: 'owner' },
  ],
  '/dashboard/add-delivery-location': [
    { url: '/dashboard/add-delivery-location', shows: 'Add Location', by: 'owner' },
    refused('auditor', '/dashboard/add-delivery-location'),
  ],
  '/dashboard/product': [{ url: '/dashboard/product', shows: 'Wig', by: 'owner' }],
  '/dashboard/sales': [{ url: '/dashboard/sales', shows: 'No sales', by: 'owner' }],
  '/dashboard/users': [
    { url: '/dashboard/users', shows: 'superadministrator', by: 'owner' },
    { url: '/dashboard/users', shows: 'ACTIVE', by: 'administrator', state: 'without the role' },
    refused('auditor', '/dashboard/users'),
  ],
  '/dashboard/add-users': [
    { url: '/dashboard/add-users', shows: 'Add User', by: 'owner' },
    refused('administrator', '/dashboard/add-users'),
  ],
  '/dashboard/profile': [{ url: '/dashboard/profile', shows: 'Update Profile', by: 'owner' }],
  '/dashboard/user-logs': [
    { url: '/dashboard/user-logs', shows: 'Signed in', by: 'owner' },
    refused('administrator', '/dashboard/user-logs'),
  ],
  '/dashboard/orders/:orderId': [
    { url: '/dashboard/orders/{order}', shows: 'What the customer sees', by: 'owner' },
    {
      url: '/dashboard/orders/{order}',
      shows: 'What the customer sees',
      by: 'auditor',
      state: 'read only',
    },
    {
      url: '/dashboard/orders/7K3Q-ZM9X-WD4T',
      shows: 'There is no order',
      by: 'owner',
      state: 'of an unknown order',
    },
  ],
  '/dashboard/audit/:orderId?': [
    { url: '/dashboard/audit', shows: 'Show history', by: 'owner', state: 'before an id is typed' },
    {
      url: '/dashboard/audit/{order}',
      shows: 'The order as it is now',
      by: 'owner',
      state: 'an order’s life',
    },
  ],
  '/dashboard/audit/log': [
    { url: '/dashboard/audit/log', shows: 'Check a checkpoint I kept', by: 'auditor' },
    refused('administrator', '/dashboard/audit/log'),
  ],
  '/dashboard/money': [
    { url: '/dashboard/money', shows: 'No statement has been imported yet', by: 'owner' },
    {
      url: '/dashboard/money?tab=statements',
      shows: 'Add an account',
      by: 'owner',
      state: 'the statements',
    },
    {
      url: '/dashboard/money?view=import',
      shows: 'Choose the statement',
      by: 'administrator',
      state: 'the import',
    },
    {
      url: '/dashboard/money',
      shows: 'Only administrators can import statements',
      by: 'auditor',
      state: 'for an auditor',
    },
  ],
  '/dashboard/overview': [
    { url: '/dashboard/overview', shows: 'All products', by: 'owner' },
    {
      url: '/dashboard/overview',
      shows: 'All places',
      by: 'administrator',
      state: 'for an administrator',
    },
  ],
  '/dashboard/reports': [
    { url: '/dashboard/reports', shows: 'SHA-256 of the rows', by: 'owner' },
    {
      url: '/dashboard/reports?report=staff',
      shows: 'SHA-256 of the rows',
      by: 'auditor',
      state: 'the staff, for an auditor',
    },
    {
      url: '/dashboard/reports?report=issued',
      shows: 'No report has been issued yet',
      by: 'administrator',
      state: 'before one is issued',
    },
  ],
  '/dashboard/reports/day/:date': [
    { url: '/dashboard/reports/day/2026-01-31', shows: 'Pending at the end', by: 'owner' },
  ],
  '/dashboard/reports/month/:month': [
    { url: '/dashboard/reports/month/2026-01', shows: 'Net sales', by: 'owner' },
  ],
  '/dashboard/mails': [
    { url: '/dashboard/mails', shows: 'All emails went out', by: 'owner' },
    refused('auditor', '/dashboard/mails'),
  ],
  '/dashboard/*': [
    {
      url: '/dashboard/nowhere',
      shows: 'Sorry, the page you visited does not exist.',
      by: 'owner',
    },
  ],
}
