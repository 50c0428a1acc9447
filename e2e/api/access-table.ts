/**
 * Who may call what: the specification's table of roles, as data. `access.int.test.ts` checks every
 * registered route against it; a route that is missing here fails that test.
 */
export const actors = [
  'anonymous',
  'pending',
  'auditor',
  'administrator',
  'superadministrator',
] as const
export type Actor = (typeof actors)[number]

const anyone = [...actors]
/** Routes that touch only the caller's own account; newcomers need them too. */
const signedIn: Actor[] = ['pending', 'auditor', 'administrator', 'superadministrator']
const readers: Actor[] = ['auditor', 'administrator', 'superadministrator']
const managers: Actor[] = ['administrator', 'superadministrator']
const owners: Actor[] = ['superadministrator']

const both = (path: string) => [path, `${path}/:id`]

const routes: [Actor[], string[]][] = [
  [
    anyone,
    [
      'GET /api/Countries',
      'GET /api/shop',
      'GET /api/products',
      'GET /api/delivery-location',
      'GET /api/delivery-location/:locationid',
      'GET /api/sales',
      'GET /api/orders/status',
      'GET /api/orders/:orderId/track',
      'GET /api/orders/:orderId/history',
      'POST /api/create-order',
      'POST /api/uploads',
      'POST /api/order/:orderId/review',
      // Requires a valid signature, which is part of the address.
      'GET /api/files/:key',
      'POST /api/login',
      'POST /api/request-password-reset',
      'POST /api/reset-password/:token',
      'POST /api/change-password',
      'GET /api/activate-account/:token',
      'POST /api/known-device/:token',
      // Authenticated by the refresh token in the body.
      'POST /api/refresh-token',
      'POST /api/logout',
    ],
  ],
  [signedIn, ['POST /api/update-password', 'PUT /api/admin/update-user']],
  [
    readers,
    [
      'GET /api/admin/orders',
      'GET /api/admin/confirmed-orders',
      'GET /api/admin/archived-orders',
      'GET /api/admin/orders/delivery',
      'GET /api/admin/orders/return',
      'GET /api/admin/orders/counts',
      'GET /api/admin/orders/ids',
      'GET /api/admin/orders/:orderId/events',
      'GET /api/admin/download-orders',
      'GET /api/admin/live',
      'GET /api/admin/notices',
      'GET /api/admin/parked',
      'GET /api/admin/products',
      'GET /api/admin/archived-products',
      'GET /api/admin/delivery-location',
      'GET /api/admin/archived-delivery-location',
      'GET /api/admin/sales',
      'GET /api/admin/archived-sales',
    ],
  ],
  [
    managers,
    [
      'PUT /api/admin/approve-order/:id',
      ...both('DELETE /api/admin/delete-order'),
      ...both('PUT /api/admin/restore-order'),
      'PUT /api/order/:orderId/status',
      'POST /api/admin/orders/:orderId/undo',
      'POST /api/admin/create-product',
      'PUT /api/admin/update-product',
      ...both('DELETE /api/admin/delete-product'),
      ...both('PUT /api/admin/restore-product'),
      'POST /api/admin/create-delivery-location',
      'PUT /api/admin/update-delivery-location',
      ...both('DELETE /api/admin/delete-delivery-location'),
      ...both('PUT /api/admin/restore-delivery-location'),
      'POST /api/admin/create-sales',
      'PUT /api/admin/update-sales',
      'PUT /api/admin/sales/:salesId/message',
      ...both('DELETE /api/admin/delete-sales'),
      ...both('PUT /api/admin/restore-sales'),
      'GET /api/admin/users',
      'GET /api/admin/archived-users',
      ...both('DELETE /api/admin/delete-user'),
      ...both('PUT /api/admin/restore-user'),
      'GET /api/admin/mails',
      'POST /api/admin/mails/:id/retry',
      'POST /api/admin/held-mails/send',
      'POST /api/admin/held-mails/drop',
    ],
  ],
  [
    owners,
    [
      'GET /api/admin/roles',
      'POST /api/admin/create-user',
      'POST /api/generate-paymentconfirmation-orderid',
      'GET /api/admin/order-products',
      'GET /api/admin/users-logs',
      'DELETE /api/admin/orders/:orderId/personal-data',
      'DELETE /api/admin/users/:userid/personal-data',
      'POST /api/admin/orders/erase-personal-data',
    ],
  ],
]

/** A route without its parameter names, which do not matter here. */
export const routeKey = (method: string, url: string) =>
  `${method} ${url.replace(/:\w+/g, ':x').replace(/\*$/, ':x')}`

export const accessTable = new Map<string, Actor[]>(
  routes.flatMap(([who, paths]) =>
    paths.map((path): [string, Actor[]] => {
      const [method = '', url = ''] = path.split(' ')
      return [routeKey(method, url), who]
    }),
  ),
)

/** Rate limits per client address, by route: the number of requests in a number of seconds. */
export const limitTable = new Map<string, [requests: number, seconds: number]>(
  Object.entries({
    'POST /api/create-order': [60, 3600] as [number, number],
    'POST /api/uploads': [300, 3600],
    'GET /api/orders/:orderId/track': [60, 60],
    'GET /api/orders/:orderId/history': [60, 60],
    'POST /api/login': [20, 60],
    'POST /api/request-password-reset': [10, 3600],
    // From no requirement: routes where callers could guess a secret or write without signing in.
    'POST /api/order/:orderId/review': [60, 3600],
    'POST /api/reset-password/:token': [20, 60],
    'POST /api/change-password': [20, 60],
    'GET /api/activate-account/:token': [20, 60],
    'POST /api/known-device/:token': [20, 60],
    'POST /api/refresh-token': [120, 60],
    'POST /api/logout': [120, 60],
  } satisfies Record<string, [number, number]>).map(([route, limit]) => {
    const [method = '', url = ''] = route.split(' ')
    return [routeKey(method, url), limit]
  }),
)
