import { deskScreens, on, order, orders } from './desk-screens.ts'
import { moneyScreens } from './money-screens.ts'
import { reviewMoneyScreens } from './review-money-screens.ts'
import { choose, fill, interceptApi, jsonReply, messageReply, press, type Screen } from './steps.ts'

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

export const staffScreens: Screen[] = [
  on('orders', orders),
  ...['confirmed', 'shipped', 'returned', 'archived'].map((tab) =>
    on(`orders-${tab}`, `${orders}?tab=${tab}`),
  ),
  on('orders.none-found', `${orders}?search=nobody`, async () => {}),
  on('orders.expanded', orders, (page) => press(page, /^Details of order/)),
  on('orders.row-menu', orders, (page) => press(page, order), true),
  on('orders.menu', orders, (page) => press(page, 'Menu'), true),
  on('orders.account-menu', orders, (page) => page.locator('.account-menu').click(), true),
  on('orders.selected', orders, async (page) => {
    for (const index of [0, 1, 2])
      await page
        .getByLabel(/^Select order/)
        .nth(index)
        .check()
    await press(page, 'Bulk actions (3)')
  }),
  on(
    'orders.approved',
    orders,
    async (page) => {
      await interceptApi(page, 'admin/approve-order/*', (route) =>
        route.fulfill(messageReply('Order 7K3Q-ZM9X-WD4T has been approved')),
      )
      await choose(page, order, 'Approve')
    },
    true,
  ),
  ...deskScreens,
  on('orders.erase', orders, (page) => choose(page, order, 'Erase personal data'), true),
  on('orders.generate', orders, (page) => press(page, 'Generate Order IDs'), true),
  on(
    'orders.generated',
    orders,
    async (page) => {
      await press(page, 'Generate Order IDs')
      await fill(page, { 'Number of ids': '12' })
      await press(page, 'Generate')
      await page.getByText('fresh order ids').waitFor()
    },
    true,
  ),
  on(
    'orders-confirmed.message',
    `${orders}?tab=confirmed`,
    async (page) => {
      await page
        .getByLabel(/^Status of order/)
        .first()
        .selectOption('returned')
      await press(page, 'Update')
    },
    true,
  ),
  on('review', `${orders}?view=review`),
  on('review.in-sight', `${orders}?view=review`, async () => {}, true),
  on('review.details', `${orders}?view=review`, (page) => page.keyboard.press('Space')),
  on('review.help', `${orders}?view=review`, (page) => page.keyboard.press('?'), true),
  on(
    'review.approved',
    `${orders}?view=review`,
    async (page) => {
      await interceptApi(page, 'admin/approve-order/*', (route) =>
        route.fulfill(messageReply('Order 7K3Q-ZM9X-WD4T has been approved')),
      )
      await page.keyboard.press('a')
    },
    true,
  ),
  ...reviewMoneyScreens,
  on('review.archive', `${orders}?view=review`, (page) => page.keyboard.press('e'), true),
  on('review.ask', `${orders}?view=review`, (page) => page.keyboard.press('q'), true),
  on('ordered-products', '/dashboard/ordered-products'),
  on('delivery-location', '/dashboard/delivery-location'),
  on('delivery-location.edit', '/dashboard/delivery-location', (page) =>
    choose(page, /^Actions for/, 'Edit'),
  ),
  on('add-delivery-location', '/dashboard/add-delivery-location'),
  on('add-delivery-location.errors', '/dashboard/add-delivery-location', (page) =>
    press(page, 'Add Location'),
  ),
  on('product', '/dashboard/product'),
  on('product.archived', '/dashboard/product?tab=archived', async () => {}),
  on('product.add', '/dashboard/product', (page) => press(page, 'Add New'), true),
  on('product.edit', '/dashboard/product', (page) => choose(page, /^Actions for/, 'Edit')),
  on('product.selected', '/dashboard/product', async (page) => {
    for (const index of [0, 1])
      await page
        .getByLabel(/^Select /)
        .nth(index + 1)
        .check()
  }),
  on('sales', '/dashboard/sales'),
  on('sales.create', '/dashboard/sales', (page) => press(page, 'Create Sales'), true),
  on(
    'sales.message',
    '/dashboard/sales',
    (page) => choose(page, /^Actions for/, 'Sales Message'),
    true,
  ),
  on('sales.edit', '/dashboard/sales', (page) => choose(page, /^Actions for/, 'Edit')),
  on('users', '/dashboard/users'),
  on('users.filter', '/dashboard/users', async (page) => {
    await press(page, /^Filter EMAIL/)
    await page.getByLabel('Search EMAIL').fill('strand')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
  }),
  on('users.edit', '/dashboard/users', (page) => choose(page, /^Actions for/, 'Edit')),
  on('add-users', '/dashboard/add-users'),
  on('add-users.errors', '/dashboard/add-users', (page) => press(page, /^Add User$/)),
  on('profile', '/dashboard/profile'),
  on('profile.add-factor', '/dashboard/profile', (page) => press(page, /authenticator app/)),
  on('change-password', '/change-password', async () => {}),
  on('overview', '/dashboard/overview'),
  on('reports', '/dashboard/reports'),
  on('reports.pipeline', '/dashboard/reports?report=pipeline', async () => {}),
  on('day-close', `/dashboard/reports/day/${yesterday}`),
  on('month-close', `/dashboard/reports/month/${yesterday.slice(0, 7)}`),
  on('log-proof', '/dashboard/audit/log'),
  on('user-logs', '/dashboard/user-logs'),
  on('user-logs.filter', '/dashboard/user-logs?dateFrom=2026-01-01&process=sign', async (page) =>
    press(page, /^Filter USERS/),
  ),
  on('order', '/dashboard/orders/{order}'),
  on('audit.before', '/dashboard/audit', async () => {}),
  on('audit', '/dashboard/audit/{order}'),
  on('audit.past', '/dashboard/audit/{order}', async (page) => {
    await page.getByRole('slider').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
  }),
  on('mails', '/dashboard/mails'),
  ...['waiting', 'sent', 'held'].map((state) =>
    on(`mails.${state}`, `/dashboard/mails?state=${state}`, async () => {}),
  ),
  on('mails.failed-one', '/dashboard/mails', async (page) => {
    const mail = {
      mailid: '1',
      kind: 'order-confirmed',
      mail: 'order confirmed',
      orderid: '7K3Q-ZM9X-WD4T',
      fullname: null,
      reason: '550 5.1.1 The mailbox does not exist',
      tries: 8,
      createdat: '2026-01-05T10:00:00.000Z',
      failedat: '2026-01-07T10:00:00.000Z',
      sentat: null,
    }
    await interceptApi(page, 'admin/mails?page*', (route) =>
      route.fulfill(jsonReply({ result: { data: [mail], total: 1, page: 1, results: 10 } })),
    )
    await page.reload()
    await page.getByText('The mailbox does not exist').waitFor()
  }),
  ...moneyScreens,
  { name: 'restricted', url: '/dashboard/users', by: 'auditor', lead: async () => {} },
  { name: 'orders.auditor', url: orders, by: 'auditor', lead: async () => {} },
  // The last screen, because it sets the page's clock forward.
  on(
    'session-notice',
    '/dashboard/product',
    async (page) => {
      await page.clock.install()
      await page.reload()
      await page.getByRole('table').waitFor()
      await page.clock.fastForward('16:05')
      await page.getByRole('alertdialog').waitFor()
    },
    true,
  ),
]
