import { eventually } from '@strand/platform/testing/eventually'
import { actionUnanswered, adminUnanswered } from './notices.ts'
import type { Screen } from './screens.ts'
import {
  button,
  chooseFrom,
  idsByName,
  moveTo,
  type StaffAction,
  type StaffFixture,
} from './staff-actions.ts'

type Filled = Record<string, string>
const fill = async ({ page }: Screen, fields: Filled) => {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/** Something that can be active or archived: its paths, its screen, and how to create one. */
type Resource = {
  one: string
  thing: string
  screen: string
  list: string
  field: string
  id: string
  sent: (name: string) => object
  nameOf: (name: string) => string
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

const resources: Resource[] = [
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

const actionsOf = ({ call }: StaffFixture, kind: Resource): StaffAction[] => {
  const ids = idsByName()
  const { one, thing, list, field, id } = kind
  const create = async (name: string) => {
    await call('POST', `/api/admin/create-${thing}`, kind.sent(name))
    const { data } = (await call('GET', `/api/admin/${list}?${field}=${name}`)).result
    ids.keep(name, data[0][id])
  }
  const archive = (name: string) => call('DELETE', `/api/admin/delete-${thing}/${ids.of(name)}`)
  const restore = (name: string) => call('PUT', `/api/admin/restore-${thing}/${ids.of(name)}`)
  const open = async ({ page }: Screen, name: string, tab = 'active') => {
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
      // Presses the button inside the dialog, if there is one, because the button that opened the
      // dialog may have the same name.
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
      act: async (screen, name) => {
        await choose('Archive')(screen, name)
        if (kind.thing === 'user')
          await screen.page
            .getByRole('alertdialog')
            .getByRole('button', { name: 'Archive' })
            .click()
      },
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

const salesMessage = ({ call }: StaffFixture): StaffAction => ({
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

const failedMail = ({ call, placeOrder, query }: StaffFixture): StaffAction => {
  const mails = idsByName()
  const orders = idsByName()
  return {
    what: 'Sending a failed mail again',
    call: 'POST /api/admin/mails/',
    unanswered: adminUnanswered,
    done: 'Updated',
    go: async ({ page }, name) => {
      orders.keep(name, await placeOrder(name))
      // Once the email has gone out, puts it into the state after a refusal by the mail server.
      const failed = await eventually(async () => {
        const { rows } = await query(
          `update public.outbox set state = 'failed', reason = '550 no such mailbox'
            where stream like $1 and state = 'done' returning id`,
          [`%${orders.of(name)}`],
        )
        return rows[0]
      })
      if (!failed) throw new Error('the mail was never sent')
      mails.keep(name, failed.id)
      await page.goto('/dashboard/mails')
    },
    act: ({ page }, name) =>
      page.getByRole('button', { name: new RegExp(`^Send again.*${orders.of(name)}`) }).click(),
    colleague: (name) => call('POST', `/api/admin/mails/${mails.of(name)}/retry`),
  }
}

const erasedUser = ({ call }: StaffFixture): StaffAction => {
  const ids = idsByName()
  const restore = (name: string) => call('PUT', `/api/admin/restore-user/${ids.of(name)}`)
  return {
    what: 'Erasing personal data of a user',
    call: 'DELETE /api/admin/users/',
    unanswered: adminUnanswered,
    done: 'Deleted',
    go: async ({ page }, name) => {
      const email = `${name}@strand.example`
      const details = { firstname: 'Bola', lastname: name, phone: '08030000001', roleid: 'auditor' }
      const made = await call('POST', '/api/admin/create-user', { ...details, email })
      ids.keep(name, made.userid)
      await call('DELETE', `/api/admin/delete-user/${made.userid}`)
      await call('GET', `/api/admin/archived-users?email=${name}`)
      await moveTo(page, `/dashboard/users?tab=archived&email=${name}`)
      await chooseFrom(page, `Actions for Bola ${name}`, 'Erase personal data')
      await page.getByLabel('Type the email address to continue').fill(email)
    },
    act: (screen) => button(screen, 'Erase permanently'),
    colleague: restore,
  }
}

export const resourceActions = (shop: StaffFixture): StaffAction[] => [
  ...resources.flatMap((kind) => actionsOf(shop, kind)),
  salesMessage(shop),
  failedMail(shop),
  erasedUser(shop),
]
