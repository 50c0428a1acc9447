import { someOf } from '@strand/platform/testing/random'
import { beforeAll, expect, test } from 'vitest'
import { owner } from '../testing/test-shop.ts'
import {
  adminUnanswered,
  captureAnswer,
  expectNoNotice,
  expectNotice,
  invalidForm,
  runClockUntil,
  timedOut,
  withoutAnswers,
  withTimeouts,
} from './testing/notices.ts'
import { resourceActions } from './testing/resource-actions.ts'
import { expectSoundScreen, onEach, type Screen, widths } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import {
  archiveWithReason,
  moveTo,
  orderActions,
  type StaffFixture,
} from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()
let screens: Screen[]

beforeAll(async () => {
  screens = await Promise.all(someOf(widths).map((width) => openStaff(width, '/dashboard/orders')))
})

/** Reads `shop` late, because the tests get their names before it is open. */
const desk: StaffFixture = {
  call: (...input) => shop.call(...input),
  placeOrder: (name) => shop.placeOrder(name),
  query: (sql, values) => shop.pool.query<{ id: string }>(sql, values),
}

let number = 0
for (const action of someOf([...orderActions(desk), ...resourceActions(desk)], 7)) {
  const { what, call, go, act, colleague, saysConflict, done, doneText } = action
  const refused = saysConflict
    ? ' a colleague got there first: said in the dialog;'
    : " refused: 'An error occured' with server message;"
  const refusal = colleague ? refused : ''
  const title = `${what}, no response: '${action.unanswered.title}' / '${action.unanswered.text}';${refusal} success: '${done}'`
  number += 1
  const base = `row${number}x`
  test(title, () =>
    onEach(screens, async (screen) => {
      const name = `${base}${screen.width}`
      await go(screen, name)
      const work = () => act(screen, name)
      await withoutAnswers(screen, call, async () => {
        await work()
        await expectNotice(screen, action.unanswered)
      })
      // Tries only some calls, because all notices have the same words, and
      // `error-catalogue.test.ts` checks the rule.
      if (someOf([true, false, false]).includes(true))
        await withTimeouts(screen, call, async () => {
          await work()
          await expectNotice(screen, timedOut, false)
        })
      const sent = colleague ? `${name}again` : name
      if (colleague) {
        const meanwhile = () => colleague(name)
        const { status, message } = await captureAnswer(screen, call, { work, meanwhile })
        expect(status).toBe(409)
        if (saysConflict) {
          await screen.page.getByRole('dialog').getByText(message).waitFor()
          await expectNoNotice(screen)
        } else await expectNotice(screen, { title: 'An error occured', text: message }, false)
        await go(screen, sent)
      }
      const answer = await captureAnswer(screen, call, { work: () => act(screen, sent) })
      await expectNotice(screen, { title: done, text: doneText?.(sent) ?? answer.responseMessage })
    }),
  )
}

test(`Invalid form submit: '${invalidForm}', with the first error of each failing field`, () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    const forms: [url: string, opens: string, sends: string, errors: string[]][] = [
      [
        '/dashboard/product',
        'Add New',
        'Add Product',
        ['Please enter product name!', 'Please enter price!'],
      ],
      [
        '/dashboard/add-delivery-location',
        '',
        'Add Location',
        ['Please enter location name!', 'Please enter price!'],
      ],
      [
        '/dashboard/sales',
        'Create Sales',
        'Create Sales',
        [
          'Please enter sales name!',
          'Please enter sales start date!',
          'Please enter sales end date!',
        ],
      ],
      [
        '/dashboard/add-users',
        '',
        'Add User',
        [
          'Please enter first name!',
          'Please enter last name!',
          'Please enter email address!',
          'Please enter phone number!',
          'Please select user role!',
        ],
      ],
      ['/dashboard/orders', 'Generate Order IDs', 'Generate', ['Please enter the number of ids!']],
      [
        '/dashboard/profile',
        '',
        'Update Profile',
        ['Please enter phone number!', 'Please enter password!'],
      ],
      ['/dashboard/audit', '', 'Show history', ['Please enter order id!']],
    ]
    for (const [url, opens, sends, errors] of forms) {
      await moveTo(page, url)
      const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click()
      if (opens) {
        await press(opens)
        await page.getByRole('dialog').waitFor()
      }
      await press(sends)
      await expectNotice(screen, { title: invalidForm, text: errors.join('\n') })
    }
  }))

const lists: [url: string, calls: string, shows: string][] = [
  ['/dashboard/orders?search=x', 'GET /api/admin/orders', 'The orders could not be loaded'],
  [
    '/dashboard/orders?view=review&search=x',
    'GET /api/admin/orders',
    'The pending orders could not be loaded',
  ],
  [
    '/dashboard/ordered-products',
    'GET /api/admin/order-products',
    'The ordered products could not be loaded',
  ],
  ['/dashboard/product?page=9', 'GET /api/admin/products', 'The products could not be loaded'],
  [
    '/dashboard/delivery-location?page=9',
    'GET /api/admin/delivery-location',
    'The delivery locations could not be loaded',
  ],
  ['/dashboard/sales?page=9', 'GET /api/admin/sales', 'The sales could not be loaded'],
  ['/dashboard/users?page=9', 'GET /api/admin/users', 'The users could not be loaded'],
  [
    '/dashboard/user-logs?page=9',
    'GET /api/admin/users-logs',
    'The log entries could not be loaded',
  ],
  ['/dashboard/mails?page=9', 'GET /api/admin/mails', 'The failed emails could not be loaded'],
  ['/dashboard/profile', 'GET /api/admin/sessions', 'Where you are signed in could not be loaded'],
  ['/dashboard/audit/0000-0000-0000', 'GET /api/admin/orders/', 'The history could not be loaded'],
]

test('List-loading failures: no toast, shown in place of the list, with a way to continue', () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    await page.clock.install()
    // A new page, so that it cannot show what an earlier test loaded.
    await page.goto(`${shop.address}/dashboard/orders`)
    for (const [url, calls, shows] of someOf(lists, 4))
      await withoutAnswers(screen, calls, async () => {
        await moveTo(page, url)
        await runClockUntil(screen, page.getByText(shows))
        await page.getByText('There was no answer. Please check your connection.').waitFor()
        await page.getByRole('button', { name: 'Try again' }).waitFor()
        await expectNoNotice(screen)
      })
  }))

test("A download without response: 'Invalid order request' / 'Your request seems to be invalid'", async () => {
  // The run may have drawn no action that confirms an order.
  await shop.call('PUT', `/api/admin/approve-order/${await shop.placeOrder('Downloaded')}`)
  await shop.call('GET', '/api/admin/confirmed-orders')
  await shop.call('GET', '/api/admin/order-products')
  await onEach(screens, async (screen) => {
    const { page } = screen
    for (const [url, calls] of [
      ['/dashboard/orders?tab=confirmed', 'GET /api/admin/download-orders'],
      ['/dashboard/ordered-products', 'GET /api/admin/order-products'],
    ] as const) {
      await moveTo(page, url)
      await page.getByRole('navigation', { name: /^Pages of/ }).waitFor()
      await withoutAnswers(screen, calls, async () => {
        await page.getByRole('button', { name: 'Download Excel' }).click()
        await expectNotice(screen, adminUnanswered)
      })
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download Excel' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^(confirmed-orders|ordered-products)-[\d-]+\.csv$/)
    }
  })
})

test('A bulk action lists what it could not do, each with its reason', () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    const name = `Both${screen.width}`
    const faster = await shop.placeOrder(name)
    await shop.placeOrder(name)
    await shop.call('GET', '/api/admin/orders')
    await moveTo(page, `/dashboard/orders?search=${name}`)
    await page.getByRole('checkbox', { name: `Select order ${faster}` }).waitFor()
    for (const box of await page.getByRole('checkbox', { name: /^Select order/ }).all())
      await box.check()
    const answer = await captureAnswer(screen, 'DELETE /api/admin/delete-order', {
      work: () => archiveWithReason(page, 'Bulk actions (2)', 'Archive selected'),
      meanwhile: () => shop.call('PUT', `/api/admin/approve-order/${faster}`),
    })
    const window = page.getByRole('dialog', { name: 'Not everything worked' })
    await window.getByText(faster).waitFor()
    await expectNotice(screen, { title: 'Archived', text: answer.responseMessage })
    await window.getByRole('button', { name: 'Close' }).last().click()
  }))

test("'Profile Updated', then the page reloads; a wrong password: 'An error occured' with server message", async () => {
  // The screens take turns, because both have the same user.
  for (const one of screens)
    await onEach([one], async (screen) => {
      const { page } = screen
      await moveTo(page, '/dashboard/profile')
      const newPhone = `0803000${screen.width}`
      const phone = page.getByLabel('Phone number')
      await phone.fill(newPhone)
      const password = page.getByLabel('Password', { exact: true })
      await password.fill('Wrong-1-password')
      const calls = 'PUT /api/admin/update-user'
      const work = () => page.getByRole('button', { name: 'Update Profile' }).click()
      await withoutAnswers(screen, calls, async () => {
        await work()
        await expectNotice(screen, adminUnanswered)
      })
      screen.provokes('/api/admin/update-user')
      const refused = await captureAnswer(screen, calls, { work })
      expect(refused.status).toBe(400)
      await expectNotice(screen, { title: 'An error occured', text: refused.message })
      await password.fill(owner.password)
      const reloaded = page.waitForEvent('load')
      const done = await captureAnswer(screen, calls, { work })
      await page.getByText('Profile Updated').waitFor()
      await page.clock.runFor(1_500)
      await reloaded
      await expect.poll(() => phone.inputValue()).toBe(newPhone)
      await expectNotice(screen, { title: 'Profile Updated', text: done.responseMessage }, false)
      await expectSoundScreen(screen, 'the profile, loaded again')
    })
})
