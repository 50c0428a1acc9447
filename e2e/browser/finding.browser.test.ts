import { someOf } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { keyboardOf } from './testing/keyboard.ts'
import { expectSoundScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()
const archived = await shop.placeOrder('Bakare', '', '08031239876')
const pending = await shop.placeOrder('Okafor')
const twins = [await shop.placeOrder('Twin'), await shop.placeOrder('Twin')]
await shop.call('DELETE', `/api/admin/delete-order/${archived}`)

const open = async (width: number, url: string) => {
  const screen = await openStaff(width, url)
  await screen.page.getByRole('button', { name: /Go to a screen/ }).waitFor()
  return { ...screen, ...keyboardOf(screen.page) }
}
const widths = [360, 768, 1440]

test('S4.7 an archived order is found by four digits of its phone, by keyboard, whatever its tab', async () => {
  for (const width of someOf(widths)) {
    const screen = await open(width, '/dashboard/profile')
    const { page, press } = screen
    await page.getByRole('heading', { name: 'Profile' }).first().waitFor()
    await press('/')
    await page
      .getByRole('searchbox', { name: 'Search orders' })
      .and(page.locator(':focus'))
      .waitFor()
    await expectSoundScreen(screen, 'the search of all orders')
    await page.keyboard.type('9876')
    await page.getByText('Bakare').first().waitFor()
    const tabs = page.getByRole('navigation', { name: 'Orders by status' })
    await tabs.getByRole('link', { name: /^Archived\s*1$/ }).waitFor()
    await tabs.getByRole('link', { name: /^Pending\s*0$/ }).waitFor()
    await expectSoundScreen(screen, 'an order that a search found')
    await page.getByRole('link', { name: 'Full history' }).press('Enter')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Archived' })
      .getByText('Shop Owner')
      .waitFor()
    await screen.close()
  }
})

test('a tab without hits shows those of the other tabs, and counts cover all hits', async () => {
  const screen = await open(1440, '/dashboard/orders')
  const { page, press } = screen
  await page.getByText(pending).waitFor()
  await press('/')
  await page.keyboard.type('9876')
  await page.getByText('No pending orders match. These are on other tabs:').waitFor()
  await page.getByText(archived).first().waitFor()
  await expectSoundScreen(screen, 'hits of other tabs')
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('₦75,000')
  await page.getByText(pending).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Orders by status' })
  await tabs.getByRole('link', { name: /^All\s*4$/ }).press('Enter')
  await page.getByText(archived).waitFor()
  await page.getByText(pending).waitFor()
  await screen.close()
})

test('the palette finds a pasted number, a screen and an action, and returns the focus', async () => {
  for (const width of someOf(widths)) {
    const screen = await open(width, '/dashboard/profile')
    const { page, press } = screen
    const field = page.getByRole('combobox', { name: /Go to a screen/ })
    await page.getByRole('button', { name: /Go to a screen/ }).click()
    await field.and(page.locator(':focus')).waitFor()
    await page.getByRole('option', { name: 'User Logs' }).waitFor()
    await expectSoundScreen(screen, 'the palette')
    await press('Escape')
    await page
      .getByRole('button', { name: /Go to a screen/ })
      .and(page.locator(':focus'))
      .waitFor()

    await press('Control+k')
    await field.waitFor()
    // The palette is opened again before the dialog has reported its closing.
    await page.locator('dialog.palette').evaluate((dialog: HTMLDialogElement) => {
      dialog.close()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    })
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.insertText('0803 123 9876')
    await press('Enter')
    await page.getByRole('region', { name: `Proof of payment of order ${archived}` }).waitFor()
    await press('Control+k')
    await page
      .getByRole('group', { name: `Order ${archived}` })
      .getByText('Restore')
      .waitFor()
    await expectSoundScreen(screen, 'the palette over an order')
    for (const [typed, screenName] of [
      ['confirmed', 'Orders: Confirmed'],
      ['owed', 'Money: Owed back'],
      ['month', 'Month close'],
    ] as const) {
      await page.keyboard.insertText(typed)
      await page.getByRole('option', { name: screenName, selected: true }).waitFor()
      await page.keyboard.press('Control+a')
    }
    await page.keyboard.type('bakare')
    await page.getByRole('option', { name: new RegExp(`${archived}.*Archived`) }).waitFor()
    await field.fill('user logs')
    await press('Enter')
    await page.waitForURL('**/dashboard/user-logs')
    await screen.close()
  }
})

test('letters typed right after Ctrl K are the palette’s, at its first opening too', async () => {
  const screen = await open(1440, '/dashboard/orders')
  const { page } = screen
  await page.getByText(pending).waitFor()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/palette-')),
  )
  await page.keyboard.press('Control+k')
  await page.keyboard.type('archive')
  const field = page.getByRole('combobox', { name: /Go to a screen/ })
  await field.waitFor()
  expect(await field.inputValue()).toBe('archive')
  await screen.close()
})

test('what is typed while a dialog is opening goes nowhere else', async () => {
  const screen = await open(1440, '/dashboard/product')
  const { page } = screen
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/palette-*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/dashboard/orders?view=review')
  const approved: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('approve-order')) approved.push(request.url())
  })
  const order = page.getByRole('region', { name: `Order ${pending}` })
  await order.waitFor()
  // The palette's code has not arrived.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('a ')
  arrive()
  const field = page.getByRole('combobox', { name: /Go to a screen/ })
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  // A dialog takes the focus only after fading in. The page sends both keys itself, because the
  // dialog may have faded in between two keys of a slow test.
  const typeAhead = (...keys: string[]) =>
    page.evaluate(async (keys) => {
      for (const key of keys) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        document.activeElement?.dispatchEvent(event)
        await new Promise((resolve) => setTimeout(resolve))
      }
    }, keys)
  await typeAhead('e', 'a')
  const dialog = page.getByRole('dialog', { name: `Archive order ${pending}` })
  await dialog.getByRole('combobox').first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // Escape closes the dialog even while it fades in.
  await typeAhead('e', 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await order.waitFor()
  expect(approved).toEqual([])
  await screen.close()
})

test('the palette selects a page of any list, and acts on what is selected', async () => {
  const screen = await open(1440, '/dashboard/product')
  const { page, press } = screen
  await page.getByRole('checkbox', { name: /^Select Wig/ }).waitFor()
  await press('Control+k')
  await page.getByRole('group', { name: 'This list' }).waitFor()
  await page.getByRole('option', { name: 'Select this page' }).click()
  await page.getByText(/^\d+ selected$/).waitFor()
  await press('Control+k')
  const selected = page.getByRole('group', { name: /^\d+ products? selected$/ })
  await selected.getByRole('option', { name: 'Archive selected' }).waitFor()
  expect(await page.getByRole('option', { name: 'Select this page' }).count()).toBe(0)
  await screen.close()
})

test('S4.9 a flag shows both orders side by side, and the queue approves one at the second press', async () => {
  const [first = '', second = ''] = twins
  for (const width of someOf(widths)) {
    const screen = await open(width, '/dashboard/orders')
    const { page, press } = screen
    const flag = page.getByRole('button', { name: `Same payment as ${second}` })
    await flag.press('Enter')
    const other = page.getByRole('dialog').getByRole('region', { name: `Order ${second}` })
    await other.getByRole('link', { name: 'Open the PDF' }).waitFor()
    await expectSoundScreen(screen, 'two orders side by side')
    await press('Escape')
    await flag.and(page.locator(':focus')).waitFor()
    await flag.press('Enter')
    await other.getByRole('link', { name: second }).press('Enter')
    await page.getByRole('region', { name: `Proof of payment of order ${second}` }).waitFor()
    await screen.close()
  }

  const screen = await open(1440, '/dashboard/orders')
  const { page, press } = screen
  await page.getByRole('link', { name: 'Review queue' }).press('Enter')
  // The focus has left the link, so a second press of Enter does not return to the list.
  await page.locator('main:focus').waitFor()
  const looked = (id: string) => page.getByRole('region', { name: `Order ${id}` })
  await looked(pending).waitFor()
  await press('a')
  await looked(first).waitFor()
  await press('a')
  await page.getByRole('alert').getByText(`Same payment as ${second}`).waitFor()
  await page.getByText('Press A again').waitFor()
  await expectSoundScreen(screen, 'the question for a second press')
  await press('c')
  const compared = page.getByRole('dialog', { name: 'Two orders that look alike' })
  await compared.getByRole('region', { name: `Order ${second}`, exact: true }).waitFor()
  await press('Escape')
  await compared.waitFor({ state: 'detached' })
  await page.getByRole('alert').getByText(`Same payment as ${second}`).waitFor()
  // Moving to another order forgets the first press.
  await press('j')
  await looked(second).waitFor()
  await press('k')
  await looked(first).waitFor()
  await press('a')
  await page.getByRole('alert').getByText(`Same payment as ${second}`).waitFor()
  await press('Control+k')
  await page.getByRole('option', { name: 'Approve a' }).waitFor()
  await page.keyboard.type('approve')
  await press('Enter')
  await looked(second).waitFor()
  await press('a')
  await page.getByRole('alert').getByText(`Same payment as ${first}`).waitFor()
  // The queue moves on before the shop answers, and closing the page would abort the request.
  for (const id of [pending, first])
    await expect
      .poll(async () => (await shop.call('GET', `/api/orders/${id}/track`)).result)
      .toMatchObject({ orderStatus: 'confirmed' })
  await screen.close()

  // On a phone, the notice comes into view, above the buttons.
  const phone = await open(360, '/dashboard/orders?view=review')
  await phone.page
    .getByRole('region', { name: `Order ${second}` })
    .getByRole('term')
    .filter({ hasText: 'Total' })
    .waitFor()
  await phone.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await phone.page.getByText('Compare the two. Approve again if').waitFor()
  const notice = phone.page.getByRole('alert').getByText(`Same payment as ${first}`)
  const buttons = phone.page.locator('.review-buttons')
  await expect
    .poll(async () => {
      const [box, end] = [await notice.boundingBox(), await buttons.boundingBox()]
      return box !== null && end !== null && box.y > 0 && box.y + box.height <= end.y
    })
    .toBe(true)
  await phone.close()
})
