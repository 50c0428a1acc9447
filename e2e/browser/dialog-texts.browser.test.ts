import { someOf } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { owner } from '../testing/test-shop.ts'
import { drawnTests } from './testing/drawn-tests.ts'
import { endSession, pressInVain, signInAgain } from './testing/end-session.ts'
import { expectSoundScreen, type Screen, signIn } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { chooseFrom } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()
const { drawn, draw } = drawnTests(2)
const { call } = shop
const widths = [360, 1440]

const status = (id: string, orderStatus: number, orderMessage = '') =>
  call('PUT', `/api/order/${id}/status`, { orderId: id, orderStatus, orderMessage })

const confirmedOrder = async (name: string) => {
  const id = await shop.placeOrder(name)
  await call('PUT', `/api/admin/approve-order/${id}`)
  await call('GET', `/api/admin/confirmed-orders?search=${id}`)
  return id
}

/** Drops the live stream. */
const withoutStream = ({ page }: Screen) =>
  page.route('**/api/admin/live*', (route) => route.abort())

test.each(
  someOf(widths),
)('a dialog whose order a colleague changed keeps its text and offers what is possible (%i px)', async (width) => {
  const id = await confirmedOrder(`Faster${width}`)
  const screen = await openStaff(width, '/dashboard/profile')
  const { page, close } = screen
  screen.provokes('/api/admin/live', '/api/order/')
  await withoutStream(screen)
  await page.goto(`/dashboard/orders?tab=confirmed&search=${id}`)
  await page.getByLabel(`Status of order ${id}`).selectOption({ label: 'shipped' })
  const dialog = page.getByRole('dialog', { name: 'Update Order Message' })
  const text = dialog.getByLabel('Message to the customer')
  await text.fill('It left us on Friday')
  await status(id, 7, 'Came back')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await dialog.getByText('This order has changed').waitFor()
  await dialog.getByText(/set this to returned \d+ s ago/).waitFor()
  expect(await page.getByText('An error occured').count()).toBe(0)
  expect(await text.inputValue()).toBe('It left us on Friday')
  const possible = dialog.getByLabel('New status')
  await expect
    .poll(() => possible.locator('option:not([hidden])').allInnerTexts())
    .toEqual([
      'Set to confirmed',
      'Set to shipped',
      'Set to archived',
      'Message only, keep returned',
    ])
  expect(await dialog.getByRole('button', { name: 'Update' }).count()).toBe(0)
  await expectSoundScreen(screen, 'a dialog whose order has changed')
  await possible.selectOption({ label: 'Set to shipped' })
  await dialog.getByRole('button', { name: 'Update' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const { result } = await call('GET', `/api/admin/orders/rows?ids=${id}`)
  expect(result[0]).toMatchObject({ orderstatus: 'shipped', orderMessage: 'It left us on Friday' })
  await close()
})

test('S3.16 a dialog shows a colleague’s change before you send, and can restore an archived order', async () => {
  const id = await confirmedOrder('Live')
  const screen = await openStaff(1440, `/dashboard/orders?tab=confirmed&search=${id}`)
  const { page, close } = screen
  await page.getByLabel(`Status of order ${id}`).selectOption({ label: 'returned' })
  const dialog = page.getByRole('dialog', { name: 'Update Order Message' })
  const text = dialog.getByLabel('Message to the customer')
  await text.fill('Torn')
  await status(id, 6)
  await dialog.getByText('archived this').waitFor()
  await dialog.getByRole('button', { name: 'Restore' }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Update' }).count()).toBe(0)
  await expectSoundScreen(screen, 'a dialog whose order is archived')
  await dialog.getByRole('button', { name: 'Restore' }).press('Enter')
  // The pressed button is gone, so the focus is where the form continues.
  await dialog.getByLabel('New status').and(page.locator(':focus')).waitFor()
  await dialog.getByLabel('New status').selectOption({ label: 'Set to returned' })
  await dialog.getByRole('button', { name: 'Update' }).waitFor()
  expect(await text.inputValue()).toBe('Torn')
  await close()
})

drawn('archiving stays open with its reason when a colleague got there first', async () => {
  const id = await shop.placeOrder('Archiving')
  const screen = await openStaff(1440, '/dashboard/profile')
  const { page, close } = screen
  screen.provokes('/api/admin/live', '/api/admin/delete-order')
  await withoutStream(screen)
  await page.goto(`/dashboard/orders?search=${id}`)
  await page.getByText(id).first().waitFor()
  await chooseFrom(page, `Actions for order ${id}`, 'Archive')
  const dialog = page.getByRole('dialog', { name: `Archive order ${id}` })
  const text = dialog.getByLabel('In the history, for staff')
  await text.fill('She wrote that she changed her mind')
  await call('PUT', `/api/admin/approve-order/${id}`)
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await dialog.getByText(/approved this \d+ s ago/).waitFor()
  await dialog.getByText('confirmed', { exact: true }).waitFor()
  expect(await text.inputValue()).toBe('She wrote that she changed her mind')
  expect(await dialog.getByRole('button', { name: 'Archive', exact: true }).count()).toBe(0)
  expect(await page.getByText('An error occured').count()).toBe(0)
  await close()
})

drawn(
  'if a colleague changed something else, a dialog says that its order still has the same status',
  async () => {
    const id = await shop.placeOrder('Asking')
    const screen = await openStaff(1440, '/dashboard/profile')
    const { page, close } = screen
    screen.provokes('/api/admin/live', '/question')
    await withoutStream(screen)
    await page.goto(`/dashboard/orders?search=${id}`)
    await page.getByText(id).first().waitFor()
    await chooseFrom(page, `Actions for order ${id}`, 'Ask the customer')
    const dialog = page.getByRole('dialog', { name: 'Ask the customer' })
    const text = dialog.getByLabel('Your question')
    await text.fill('Which of our accounts did you pay to?')
    await call('POST', `/api/admin/orders/${id}/question`, { kind: 'other', text: 'Which wig?' })
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
    await dialog.getByText('It is still pending.').waitFor()
    expect(await text.inputValue()).toBe('Which of our accounts did you pay to?')
    expect(await page.getByText('An error occured').count()).toBe(0)
    await close()
  },
)

test.each(
  someOf(widths),
)('after signing in again the dialog is open again with its text, and Escape asks (%i px)', async (width) => {
  const id = await confirmedOrder(`Again${width}`)
  const screen = await openStaff(width, `/dashboard/orders?tab=confirmed&search=${id}`)
  const { page, close } = screen
  await page.getByLabel(`Status of order ${id}`).selectOption({ label: 'shipped' })
  const dialog = page.getByRole('dialog', { name: 'Update Order Message' })
  const text = dialog.getByLabel('Message to the customer')
  await text.fill('A long message that took ten minutes')
  screen.provokes('/api/')
  await pressInVain(dialog.getByRole('button', { name: 'Update' }), () => endSession(screen))
  await page.getByText('Your session has ended').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
  await signIn(page)
  await dialog.getByText('We kept what you wrote.').waitFor()
  expect(await text.inputValue()).toBe('A long message that took ten minutes')
  await expectSoundScreen(screen, 'a dialog that is open again')

  const question = page.getByText('Discard what you typed?')
  await page.keyboard.press('Escape')
  await question.waitFor()
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  expect(await text.inputValue()).toBe('A long message that took ten minutes')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Order Message Updated').waitFor()

  // A sent draft is no longer stored.
  await page.reload()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await page
    .getByRole('table')
    .or(page.getByText(/elsewhere|No confirmed/))
    .first()
    .waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await close()
})

drawn(
  'a browser that has lost its session says so once, not as an error, and keeps the text',
  async () => {
    const id = await confirmedOrder('Cleared')
    const screen = await openStaff(1440, `/dashboard/orders?tab=confirmed&search=${id}`)
    const { page, close } = screen
    await page.getByLabel(`Status of order ${id}`).selectOption({ label: 'shipped' })
    const dialog = page.getByRole('dialog', { name: 'Update Order Message' })
    await dialog.getByLabel('Message to the customer').fill('Written before the cookies went')
    screen.provokes('/api/')
    await pressInVain(dialog.getByRole('button', { name: 'Update' }), () =>
      page.context().clearCookies(),
    )
    await page.getByText('Your session has ended').waitFor()
    expect(await page.locator('.toast').count()).toBe(0)
    // Further keys go into the email field, and none reaches the link to the customers' form.
    await page.getByLabel('Email address').and(page.locator(':focus')).waitFor()
    await signIn(page)
    await dialog.getByText('We kept what you wrote.').waitFor()
    await close()
  },
)

drawn(
  'a note, a question, a reason and a WhatsApp text reopen too, until they are discarded',
  async () => {
    const id = await shop.placeOrder('Kept')
    const url = `/dashboard/orders?search=${id}`
    const screen = await openStaff(1440, url)
    const { page, close } = screen
    const dialog = page.getByRole('dialog')
    const gone = () => dialog.waitFor({ state: 'detached' })
    for (const [entry, field] of someOf(
      [
        ['Add note', 'Note'],
        ['Ask the customer', 'Your question'],
        ['Archive', 'In the history, for staff'],
        ['Write on WhatsApp', 'Your message'],
      ] as const,
      2,
    )) {
      await page.getByText(id).first().waitFor()
      await chooseFrom(page, `Actions for order ${id}`, entry)
      const text = dialog.getByLabel(field)
      await text.fill(`What I say by ${entry}`)
      screen.provokes('/api/')
      const end = async () => {
        await endSession(screen)
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      }
      if (entry === 'Write on WhatsApp') {
        await end()
        await page.goto(url)
      } else await pressInVain(dialog.locator('[type=submit]'), end)
      await page.getByText('Your session has ended').waitFor()
      await signIn(page, owner)
      await page.getByText('We kept what you wrote.').waitFor()
      expect(await text.inputValue(), entry).toBe(`What I say by ${entry}`)
      await text.and(page.locator(':focus')).waitFor()
      await page.keyboard.type('!')
      expect(await text.inputValue(), entry).toBe(`What I say by ${entry}!`)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Discard' }).click()
      await gone()
      await chooseFrom(page, `Actions for order ${id}`, entry)
      await text.waitFor()
      expect(await text.inputValue(), entry).not.toContain('What I say')
      await text.press('Escape')
      await gone()
    }
    await close()
  },
)

drawn(
  'a campaign’s message reopens with its text; until then the tab keeps only the campaign’s id',
  async () => {
    const dates = { startDate: '2026-01-01 10:00:00', endDate: '2036-01-01 10:00:00' }
    const { salesid } = await call('POST', '/api/admin/create-sales', { sales: 'Kept', ...dates })
    const screen = await openStaff(1440, '/dashboard/sales?salesname=Kept')
    const { page, close } = screen
    await chooseFrom(page, 'Actions for Kept', 'Sales Message')
    const text = page.getByRole('dialog').getByLabel('Sales message')
    await text.fill('Thank you for waiting')
    const kept = await page.evaluate(() => sessionStorage.getItem('strand.draft.dialog.sales.'))
    expect(JSON.parse(kept ?? '')).toEqual({ kind: 'message', id: salesid })
    await signInAgain(screen, 'Save')
    expect(await text.inputValue()).toBe('Thank you for waiting')
    await page.getByRole('dialog').getByText('Kept', { exact: true }).waitFor()
    await close()
  },
)

draw()
