import type { Page } from 'playwright-core'
import { actionUnanswered, adminUnanswered, type Calls } from './notices.ts'
import type { Screen, SeededShop } from './screens.ts'

/** The parts of a shop that actions need: its API as the owner, a customer, its database. */
export type StaffFixture = Pick<SeededShop, 'call' | 'placeOrder'> & {
  query: (sql: string, values: string[]) => Promise<{ rows: { id: string }[] }>
}

/** An act of staff with one call, and the notice that the specification requires for it. */
export type StaffAction = {
  what: string
  call: Calls
  unanswered: { title: string; text: string }
  done: string
  /** The text of the success notice, unless it is the server's own. */
  doneText?: (name: string) => string
  /** Goes to the point before `act`, which is one step. Things created on the way get the name. */
  go: (screen: Screen, name: string) => Promise<unknown>
  act: (screen: Screen, name: string) => Promise<unknown>
  /** Makes the server refuse the action, usually because a colleague was first. */
  colleague?: (name: string) => Promise<unknown>
  /** Whether the dialog reports the conflict instead of a notice, and keeps the typed text. */
  saysConflict?: true
}

/** Follows a link to `url`: the page stays and its screen changes. */
export const followLink = (page: Page, url: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, url)

/** Follows a link to `url`, with a screen in between, so that no dialog stays open. */
export const moveTo = async (page: Page, url: string) => {
  await followLink(page, '/dashboard/nowhere')
  await page.getByRole('heading', { name: 'Sorry, the page you visited' }).waitFor()
  await followLink(page, url)
}

export const chooseFrom = async (page: Page, menu: string | RegExp, entry: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

export const archiveWithReason = async (page: Page, menu: string | RegExp, entry: string) => {
  await chooseFrom(page, menu, entry)
  await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
}

export const button = ({ page }: Screen, name: string) =>
  page.getByRole('button', { name, exact: true }).click()

export const idsByName = () => {
  const ids = new Map<string, string>()
  return {
    keep: (name: string, id: string) => ids.set(name, id),
    of: (name: string) => ids.get(name) ?? '',
  }
}

const checkEveryOrder = async ({ page }: Screen) => {
  const boxes = page.getByRole('checkbox', { name: /^Select order/ })
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await box.check()
}

export const orderActions = ({ call, placeOrder }: StaffFixture): StaffAction[] => {
  const orders = idsByName()
  const place = async (name: string) => {
    orders.keep(name, await placeOrder(name))
    return orders.of(name)
  }
  const approve = (id: string) => call('PUT', `/api/admin/approve-order/${id}`)
  const archive = (id: string) => call('DELETE', `/api/admin/delete-order/${id}`)
  const restore = (id: string) => call('PUT', `/api/admin/restore-order/${id}`)
  const erase = (id: string) => call('DELETE', `/api/admin/orders/${id}/personal-data`)
  const ship = (id: string) =>
    call('PUT', `/api/order/${id}/status`, { orderId: id, orderStatus: 5, orderMessage: '' })
  const open = async ({ page }: Screen, tab: string, id: string) => {
    await call('GET', `/api/admin/orders?search=${id}`)
    await moveTo(page, `/dashboard/orders?tab=${tab}&search=${id}`)
  }
  const choose = (entry: string) => (screen: Screen, name: string) =>
    chooseFrom(screen.page, `Actions for order ${orders.of(name)}`, entry)
  const confirmed = async (screen: Screen, name: string) => {
    await approve(await place(name))
    await open(screen, 'confirmed', orders.of(name))
  }
  return [
    {
      what: 'Approving an order',
      call: 'PUT /api/admin/approve-order/',
      unanswered: actionUnanswered,
      done: 'Approved',
      go: async (screen, name) => open(screen, 'pending', await place(name)),
      act: choose('Approve'),
      colleague: (name) => approve(orders.of(name)),
    },
    {
      what: 'Archiving an order',
      call: 'DELETE /api/admin/delete-order/',
      unanswered: actionUnanswered,
      done: 'Archived',
      go: async (screen, name) => {
        await open(screen, 'pending', await place(name))
        await choose('Archive')(screen, name)
      },
      act: (screen) => button(screen, 'Archive'),
      colleague: (name) => archive(orders.of(name)),
      saysConflict: true,
    },
    {
      what: 'Restoring an order',
      call: 'PUT /api/admin/restore-order/',
      unanswered: actionUnanswered,
      done: 'Restored',
      go: async (screen, name) => {
        await archive(await place(name))
        await open(screen, 'archived', orders.of(name))
      },
      act: choose('Restore'),
      colleague: (name) => restore(orders.of(name)),
    },
    {
      what: 'Archiving several orders',
      call: 'DELETE /api/admin/delete-order',
      unanswered: actionUnanswered,
      done: 'Archived',
      go: async (screen, name) => {
        await place(name)
        await place(name)
        await open(screen, 'pending', name)
        await checkEveryOrder(screen)
      },
      act: ({ page }) => archiveWithReason(page, 'Bulk actions (2)', 'Archive selected'),
    },
    {
      what: 'Restoring several orders',
      call: 'PUT /api/admin/restore-order',
      unanswered: actionUnanswered,
      done: 'Restored',
      go: async (screen, name) => {
        await archive(await place(name))
        await archive(await place(name))
        await open(screen, 'archived', name)
        await checkEveryOrder(screen)
      },
      act: ({ page }) => chooseFrom(page, 'Bulk actions (2)', 'Restore selected'),
    },
    {
      what: 'Giving an order a status',
      call: 'PUT /api/order/',
      unanswered: adminUnanswered,
      done: 'Order Message Updated',
      go: async (screen, name) => {
        await confirmed(screen, name)
        const status = screen.page.getByLabel(`Status of order ${orders.of(name)}`)
        await status.selectOption('shipped')
      },
      act: (screen) => button(screen, 'Update'),
      colleague: (name) => ship(orders.of(name)),
      saysConflict: true,
    },
    {
      what: 'Changing the message of an order',
      call: 'PUT /api/order/',
      unanswered: adminUnanswered,
      done: 'Order Message Updated',
      go: async (screen, name) => {
        await confirmed(screen, name)
        await choose('Update Order Message')(screen, name)
        await screen.page.getByLabel('Message to the customer').fill('On Friday')
      },
      act: (screen) => button(screen, 'Update'),
      colleague: (name) => erase(orders.of(name)),
      saysConflict: true,
    },
    {
      what: 'Erasing personal data',
      call: 'DELETE /api/admin/orders/',
      unanswered: adminUnanswered,
      done: 'Deleted',
      go: async (screen, name) => {
        await open(screen, 'pending', await place(name))
        await choose('Erase personal data')(screen, name)
        await screen.page.getByLabel('Type the order id to continue').fill(orders.of(name))
      },
      act: (screen) => button(screen, 'Erase permanently'),
    },
    {
      what: 'Taking a change back, in the order’s history',
      call: 'POST /api/admin/orders/',
      unanswered: actionUnanswered,
      done: 'Undone',
      go: async (screen, name) => {
        await approve(await place(name))
        await call('GET', `/api/admin/orders/${orders.of(name)}/events`)
        await moveTo(screen.page, `/dashboard/audit/${orders.of(name)}`)
        await screen.page.getByRole('button', { name: 'Undo' }).waitFor()
      },
      act: (screen) => button(screen, 'Undo'),
      colleague: (name) => ship(orders.of(name)),
    },
    {
      what: 'Generating order ids',
      call: 'POST /api/generate-paymentconfirmation-orderid',
      unanswered: adminUnanswered,
      done: 'Order IDs Generated',
      go: async (screen) => {
        await moveTo(screen.page, '/dashboard/orders')
        await button(screen, 'Generate Order IDs')
        await screen.page.getByLabel('Number of ids').fill('2')
      },
      act: (screen) => button(screen, 'Generate'),
    },
  ]
}
