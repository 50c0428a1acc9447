import { someOf } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { bankLine, candidate, noMoney, stubPayments } from './testing/payments.ts'
import { expectSoundScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { chooseFrom, moveTo } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()

test('archiving asks for a reason, by keyboard, and anyone can read it later in two actions', async () => {
  for (const width of someOf([360, 768, 1440])) {
    const id = await shop.placeOrder(`Twice${width}`)
    await shop.call('GET', '/api/admin/orders')
    const screen = await openStaff(width, `/dashboard/orders?search=Twice${width}`)
    const { page } = screen
    await page.getByText(id).first().waitFor()
    await chooseFrom(page, `Actions for order ${id}`, 'Archive')
    const dialog = page.getByRole('dialog', { name: `Archive order ${id}` })
    await dialog.getByText('The customer gets no email about it.').waitFor()
    await expectSoundScreen(screen, 'the question why an order is archived')
    await dialog.getByLabel('Reason').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('The same')
    await expect
      .poll(() => dialog.getByLabel('In the history, for staff').inputValue())
      .toBe('The same order was sent twice')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Archived', { exact: true }).first().waitFor()

    await moveTo(page, `/dashboard/orders?tab=all&search=Twice${width}`)
    await page.getByRole('link', { name: 'Full history' }).press('Enter')
    const step = page.getByRole('listitem').filter({ hasText: 'The same order was sent twice' })
    await step.getByText('Shop Owner').first().waitFor()
    await expectSoundScreen(screen, 'a history with the reason of an archiving')
    await screen.close()
  }
})

test('the customer is told only a reason that staff wrote, and choosing another kind keeps typed text', async () => {
  const id = await shop.placeOrder('Told')
  await shop.call('GET', '/api/admin/orders')
  const screen = await openStaff(1440, '/dashboard/orders?search=Told')
  const { page } = screen
  await chooseFrom(page, `Actions for order ${id}`, 'Archive')
  const dialog = page.getByRole('dialog', { name: `Archive order ${id}` })
  await dialog.getByLabel('Tell the customer').check()
  const text = dialog.getByLabel('What the customer is told')
  expect(await text.inputValue()).toContain('We have not received a payment')
  await dialog.getByText('The customer gets an email').waitFor()
  await text.fill('')
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await dialog.getByText('Please say why').waitFor()
  await text.fill('Your bank took the money back')
  await dialog.getByLabel('Reason').selectOption({ label: 'Another reason' })
  expect(await text.inputValue()).toBe('Your bank took the money back')
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Archived', { exact: true }).first().waitFor()
  await page.goto(`/track-order?id=${id}`)
  await page.getByText('Your bank took the money back').first().waitFor()
  await screen.close()
})

test('after archiving or approving, a reload while the list is still loading does not reopen the dialog', async () => {
  for (const [action, button] of [
    ['Archive', 'Archive'],
    ['Approve', 'Approve without money'],
  ] as const) {
    const id = await shop.placeOrder(`Reload${action}`)
    await shop.call('GET', '/api/admin/orders')
    const screen = await openStaff(
      1440,
      `/dashboard/orders?search=Reload${action}`,
      undefined,
      (page) => stubPayments(page, () => ({ ...noMoney, evidence: 'reason' as const })),
    )
    const { page } = screen
    await page.getByText(id).first().waitFor()
    await chooseFrom(page, `Actions for order ${id}`, action)
    const dialog = page.getByRole('dialog', { name: `${action} order ${id}` })
    await dialog.getByRole('textbox').fill('She paid in the shop')
    await page.route('**/api/admin/orders?*', () => undefined)
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await page.getByText(`Order ${id} has been ${action.toLowerCase()}d`).waitFor()
    expect(await dialog.count()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await page.getByText('No pending orders match').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    const kept = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(kept).not.toContain('She paid in the shop')
    await screen.close()
  }
})

test('money that fits the order is shown before archiving, and reasons that contradict it come last', async () => {
  for (const width of someOf([360, 1440])) {
    const id = await shop.placeOrder(`Paid${width}`)
    await shop.call('GET', '/api/admin/orders')
    const screen = await openStaff(
      width,
      `/dashboard/orders?search=Paid${width}`,
      undefined,
      (page) => stubPayments(page, () => ({ ...noMoney, candidates: [candidate([bankLine(1)])] })),
    )
    const { page } = screen
    await page.getByText(id).first().waitFor()
    await chooseFrom(page, `Actions for order ${id}`, 'Archive')
    const dialog = page.getByRole('dialog', { name: `Archive order ${id}` })
    await dialog.getByText('Money may have arrived for this order').waitFor()
    await dialog.getByText('OKAFOR CHIOMA A', { exact: true }).waitFor()
    await expectSoundScreen(screen, 'archiving an order whose money is in view')
    const reason = dialog.getByLabel('Reason')
    const offered = await reason.locator('option').allInnerTexts()
    expect(offered.slice(-2)).toEqual(['No payment came', 'The proof of payment is not genuine'])
    expect(await reason.inputValue()).toBe('other')
    expect(await dialog.getByLabel('In the history, for staff').inputValue()).toBe('')
    await screen.close()
  }
})

test('of several orders, those for which money may have arrived are named, and can be left out', async () => {
  for (const width of someOf([360, 1440])) {
    const [paid, unpaid] = [
      await shop.placeOrder(`Both${width}`),
      await shop.placeOrder(`Both${width}`),
    ]
    await shop.call('GET', '/api/admin/orders')
    const screen = await openStaff(width, '/dashboard/profile')
    const { page } = screen
    await page.route('**/api/admin/orders/with-money*', (route) => {
      const isAsked = new URL(route.request().url()).searchParams.get('ids')?.includes(paid)
      const money = [{ line: bankLine(1), amountKobo: bankLine(1).amountKobo }]
      const result = isAsked ? [{ orderId: paid, money }] : []
      return route.fulfill({ json: { isSuccessful: true, message: '', result } })
    })
    await page.goto(`/dashboard/orders?search=Both${width}`)
    for (const id of [paid, unpaid])
      await page.getByRole('checkbox', { name: `Select order ${id}` }).check()
    await chooseFrom(page, 'Bulk actions (2)', 'Archive selected')
    const both = page.getByRole('dialog', { name: 'Archive 2 orders' })
    await both.getByText('Money may have arrived for 1 order').waitFor()
    await both.getByRole('listitem').filter({ hasText: paid }).getByText('OKAFOR').first().waitFor()
    await expectSoundScreen(screen, 'archiving orders of which one has money in view')
    await expect.poll(() => both.getByLabel('Reason').inputValue()).toBe('other')
    expect(await both.getByLabel('In the history, for staff').inputValue()).toBe('')
    await both.getByRole('button', { name: 'Leave out' }).press('Enter')
    const one = page.getByRole('dialog', { name: 'Archive 1 order', exact: true })
    await one.locator('select:focus').waitFor()
    await one.getByLabel('Reason').selectOption({ label: 'No payment came' })
    await one.getByRole('button', { name: 'Archive', exact: true }).click()
    await one.waitFor({ state: 'detached' })
    await page.getByText('Archived', { exact: true }).first().waitFor()
    const statusOf = async (id: string) =>
      (await shop.call('GET', `/api/orders/${id}/track`)).result.orderStatus
    await expect.poll(() => statusOf(unpaid)).toBe('archived')
    expect(await statusOf(paid)).toBe('pending')
    await screen.close()
  }
})

test('one reason serves for several orders', async () => {
  const ids = [await shop.placeOrder('Several'), await shop.placeOrder('Several')]
  await shop.call('GET', '/api/admin/orders')
  const screen = await openStaff(1440, '/dashboard/orders?search=Several')
  const { page } = screen
  for (const id of ids) await page.getByRole('checkbox', { name: `Select order ${id}` }).check()
  await chooseFrom(page, 'Bulk actions (2)', 'Archive selected')
  const dialog = page.getByRole('dialog', { name: 'Archive 2 orders' })
  await dialog.getByLabel('Reason').selectOption({ label: 'It was a test' })
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const id of ids) {
    await moveTo(page, `/dashboard/audit/${id}`)
    await page.getByRole('listitem').filter({ hasText: 'It was a test' }).first().waitFor()
  }
  await screen.close()
})
