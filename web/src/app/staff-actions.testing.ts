import type { Page } from 'playwright-core'
import { actionUnanswered, adminUnanswered, type Calls } from './catalogue.testing.ts'
import type { Screen, StockedShop } from './screens.testing.ts'

/** Something staff do with one call, and what the specification has them told about it. */
export type Action = {
  what: string
  call: Calls
  unanswered: { title: string; text: string }
  /** The title of its success. */
  done: string
  /** The success's text where it is not the server's own. */
  doneText?: (name: string) => string
  /** Leads to where `act` is one step away; what it makes on the way bears the name. */
  go: (screen: Screen, name: string) => Promise<unknown>
  act: (screen: Screen, name: string) => Promise<unknown>
  /** What makes the server refuse it: most often a colleague who was faster. */
  colleague?: (name: string) => Promise<unknown>
}

/** Goes there as a link does: the page stays, the screen changes, and no window stays open. */
const moveTo = async (page: Page, url: string) => {
  const show = (to: string) =>
    page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
  await show('/dashboard/nowhere')
  await page.getByRole('heading', { name: 'Sorry, the page you visited' }).waitFor()
  await show(url)
}

export const chooseFrom = async (page: Page, menu: string | RegExp, entry: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

const button = ({ page }: Screen, name: string) =>
  page.getByRole('button', { name, exact: true }).click()

/** An id for each name, by whatever made it. */
const remembered = () => {
  const ids = new Map<string, string>()
  return {
    keep: (name: string, id: string) => ids.set(name, id),
    of: (name: string) => ids.get(name) ?? '',
  }
}

export const orderActions = ({ call, placeOrder }: StockedShop): Action[] => {
  const orders = remembered()
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
    // The lists have heard of it by then.
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
      go: async (screen, name) => open(screen, 'pending', await place(name)),
      act: choose('Archive'),
      colleague: (name) => archive(orders.of(name)),
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
        await screen.page
          .getByRole('checkbox', { name: /^Select order/ })
          .first()
          .waitFor()
        for (const box of await screen.page.getByRole('checkbox', { name: /^Select order/ }).all())
          await box.check()
      },
      act: ({ page }) => chooseFrom(page, 'Bulk actions (2)', 'Archive selected'),
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
        await screen.page
          .getByRole('checkbox', { name: /^Select order/ })
          .first()
          .waitFor()
        for (const box of await screen.page.getByRole('checkbox', { name: /^Select order/ }).all())
          await box.check()
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
    },
    {
      what: 'Erasing personal data',
      call: 'DELETE /api/admin/orders/',
      unanswered: adminUnanswered,
      done: 'Deleted',
      go: async (screen, name) => {
        await open(screen, 'pending', await place(name))
        await choose('Erase personal data')(screen, name)
        await screen.page.getByLabel('Type the order id to go on').fill(orders.of(name))
      },
      act: (screen) => button(screen, 'Erase for ever'),
    },
    {
      what: 'Taking a change back, in the order’s history',
      call: 'POST /api/admin/orders/',
      unanswered: actionUnanswered,
      done: 'Restored',
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

/** A form in a window or on a page of its own: opened and filled in, or sent. */
type Filled = Record<string, string>
const fill = async ({ page }: Screen, fields: Filled) => {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/** What is active or archived: the paths of its calls, its screen, and how one is made. */
type Kind = {
  one: string
  thing: string
  screen: string
  list: string
  field: string
  id: string
  sent: (name: string) => object
  nameOf: (name: string) => string
  /** Where an update or a creation gets no answer. */
  form: { title: string; text: string }
  created: string
  createdText?: (name: string) => string
  add: (screen: Screen, name: string) => Promise<unknown>
  addButton: string
  edited: Filled
}

const soon = '2026-01-01T10:00'
const later = '2036-01-01T10:00'
const lagos = (time: string) => `${time.replace('T', ' ')}:00`

const kinds: Kind[] = [
  {
    one: 'a product',
    thing: 'product',
    screen: '/dashboard/product?productname=',
    list: 'products',
    field: 'productname',
    id: 'productid',
    sent: (name) => ({ productname: name, price: 5_000 }),
    nameOf: (name) => name,
    form: actionUnanswered,
    created: 'Created',
    add: async (screen, name) => {
      await moveTo(screen.page, '/dashboard/product')
      await button(screen, 'Add New')
      await fill(screen, { 'Product name': name, Price: '5000' })
    },
    addButton: 'Add Product',
    edited: { Price: '6000' },
  },
  {
    one: 'a delivery location',
    thing: 'delivery-location',
    screen: '/dashboard/delivery-location?locationname=',
    list: 'delivery-location',
    field: 'locationname',
    id: 'locationid',
    sent: (name) => ({ location: name, price: 5_000, deliveryaddress: '' }),
    nameOf: (name) => name,
    form: adminUnanswered,
    created: 'Delivery Location Added',
    add: async (screen, name) => {
      await moveTo(screen.page, '/dashboard/add-delivery-location')
      await fill(screen, { 'Location name': name, Price: '5000' })
    },
    addButton: 'Add Location',
    edited: { Price: '6000' },
  },
  {
    one: 'sales',
    thing: 'sales',
    screen: '/dashboard/sales?salesname=',
    list: 'sales',
    field: 'salesname',
    id: 'salesid',
    sent: (name) => ({ sales: name, startDate: lagos(soon), endDate: lagos(later) }),
    nameOf: (name) => name,
    form: actionUnanswered,
    created: 'Created',
    add: async (screen, name) => {
      await moveTo(screen.page, '/dashboard/sales')
      await button(screen, 'Create Sales')
      await fill(screen, { 'Sales name': name, 'Start date': soon, 'End date': later })
    },
    addButton: 'Create Sales',
    edited: { 'End date': '2037-01-01T10:00' },
  },
  {
    one: 'a user',
    thing: 'user',
    screen: '/dashboard/users?email=',
    list: 'users',
    field: 'email',
    id: 'userid',
    sent: (name) => ({
      firstname: 'Bola',
      lastname: name,
      email: `${name}@strand.example`,
      phone: '08030000001',
      countryCode: 'NG',
      roleid: 'auditor',
    }),
    nameOf: (name) => `Bola ${name}`,
    form: adminUnanswered,
    created: 'User Created',
    createdText: (name) => `Bola (${name}@strand.example) was created sucessfully`,
    add: async (screen, name) => {
      await moveTo(screen.page, '/dashboard/add-users')
      await fill(screen, {
        'First name': 'Bola',
        'Last name': name,
        'Email address': `${name}@strand.example`,
        'Phone number': '08030000001',
      })
      await screen.page.getByLabel('Role').selectOption('auditor')
    },
    addButton: 'Add User',
    edited: { 'First name': 'Bolade' },
  },
]

const kindActions = ({ call }: StockedShop, kind: Kind): Action[] => {
  const ids = remembered()
  const { one, thing, list, field, id } = kind
  const create = async (name: string) => {
    await call('POST', `/api/admin/create-${thing}`, kind.sent(name))
    const { data } = (await call('GET', `/api/admin/${list}?${field}=${name}`)).result
    ids.keep(name, data[0][id])
  }
  const archive = (name: string) => call('DELETE', `/api/admin/delete-${thing}/${ids.of(name)}`)
  const restore = (name: string) => call('PUT', `/api/admin/restore-${thing}/${ids.of(name)}`)
  const open = async ({ page }: Screen, name: string, tab = 'active') => {
    // The lists have heard of it by then.
    await call('GET', `/api/admin/${list}?${field}=${name}`)
    await moveTo(page, `${kind.screen}${name}&tab=${tab}`)
  }
  const choose = (entry: string) => (screen: Screen, name: string) =>
    chooseFrom(screen.page, `Actions for ${kind.nameOf(name)}`, entry)
  const { createdText } = kind
  return [
    {
      what: `Adding ${one}`,
      call: `POST /api/admin/create-${thing}`,
      unanswered: kind.form,
      done: kind.created,
      ...(createdText && { doneText: createdText }),
      go: kind.add,
      // Inside the window where there is one: the button that opened it may have the same name.
      act: ({ page }) =>
        page.getByRole('button', { name: kind.addButton, exact: true }).last().click(),
      colleague: create,
    },
    {
      what: `Changing ${one}`,
      call: `PUT /api/admin/update-${thing}`,
      unanswered: kind.form,
      done: 'Updated',
      go: async (screen, name) => {
        await create(name)
        await open(screen, name)
        await choose('Edit')(screen, name)
        await fill(screen, kind.edited)
      },
      act: (screen) => button(screen, 'Save'),
      colleague: archive,
    },
    {
      what: `Archiving ${one}`,
      call: `DELETE /api/admin/delete-${thing}/`,
      unanswered: actionUnanswered,
      done: 'Archived',
      go: async (screen, name) => {
        await create(name)
        await open(screen, name)
      },
      act: choose('Archive'),
      colleague: archive,
    },
    {
      what: `Restoring ${one}`,
      call: `PUT /api/admin/restore-${thing}/`,
      unanswered: actionUnanswered,
      done: 'Restored',
      go: async (screen, name) => {
        await create(name)
        await archive(name)
        await open(screen, name, 'archived')
      },
      act: choose('Restore'),
      colleague: restore,
    },
  ]
}

const salesMessage = ({ call }: StockedShop): Action => ({
  what: 'Writing the message of sales',
  call: 'PUT /api/admin/sales/',
  unanswered: actionUnanswered,
  done: 'Message Created',
  go: async ({ page }, name) => {
    const dates = { startDate: lagos(soon), endDate: lagos(later) }
    await call('POST', '/api/admin/create-sales', { sales: name, ...dates })
    await moveTo(page, `/dashboard/sales?salesname=${name}`)
    await chooseFrom(page, `Actions for ${name}`, 'Sales Message')
    await page.getByRole('textbox', { name: 'Sales message' }).fill('Thank you')
  },
  act: (screen) => button(screen, 'Save'),
  colleague: async (name) => {
    const { data } = (await call('GET', `/api/admin/sales?salesname=${name}`)).result
    await call('DELETE', `/api/admin/delete-sales/${data[0].salesid}`)
  },
})

export const catalogueActions = (shop: StockedShop): Action[] => [
  ...kinds.flatMap((kind) => kindActions(shop, kind)),
  salesMessage(shop),
]
