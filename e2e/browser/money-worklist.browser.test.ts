import { csvDialects } from '@strand/command-api/money/testing/write-tables'
import { lagosDay } from '@strand/contracts/lagos-time'
import { expect, test } from 'vitest'
import { importFile } from './testing/import-file.ts'
import { expectSoundScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()
const { call } = shop

const daysAgo = (days: number) => lagosDay(new Date(Date.now() - days * 86_400_000).toISOString())

const importCredits = async (credits: [narration: string, naira: number][], day = daysAgo(0)) => {
  const lines = credits.map(([narration, naira], at) => ({
    bookedOn: day,
    valueOn: day,
    amountKobo: naira * 100,
    narration,
    reference: `WORK${day}${at}`,
  }))
  const made = { accountNumber: '0123456789', currency: 'NGN', openingKobo: 0, lines }
  await importFile(call, csvDialects.commas?.(made))
}

const statusOf = async (orderId: string) =>
  (await call('GET', `/api/orders/${orderId}/track`)).result.orderStatus

test('S14.27: a morning’s money is worked through by keyboard, all sure lines in one go', async () => {
  const sure = [
    await shop.placeOrder('Adu'),
    await shop.placeOrder('Bako'),
    await shop.placeOrder('Chima'),
  ]
  const alike = [await shop.placeOrder('Dikko'), await shop.placeOrder('Dikko')]
  const [short, asked] = [await shop.placeOrder('Ekeh'), await shop.placeOrder('Falana')]
  await call('POST', `/api/admin/orders/${asked}/question`, { kind: 'other', text: 'Which wig?' })
  await importCredits([
    [`NIP/UBA/SOMEBODY/${sure[0]}`, 75_000],
    ['NIP/GTB/BAKO ADA/hair', 75_000],
    [`NIP/GTB/CHIMA ADA/${sure[2]}`, 75_000],
    ['NIP/GTB/DIKKO ADA/wig', 75_000],
    [`NIP/GTB/EKEH ADA/${short}`, 74_950],
    [`NIP/GTB/FALANA ADA/${asked}`, 75_000],
    ['NIP/UBA/A STRANGER INDEED/gift', 1_000],
  ])

  const phone = await openStaff(360, '/dashboard/money')
  await phone.page.getByRole('button', { name: 'Match and approve 3', exact: true }).waitFor()
  await expectSoundScreen(phone, 'the worklist on a phone')
  await phone.close()

  const screen = await openStaff(1440, '/dashboard/money')
  const { page } = screen
  const rows = page.locator('[data-row]')
  const rowOf = (text: string) => rows.filter({ hasText: text })
  const ticked = (text: string) => rowOf(text).getByRole('checkbox').isChecked()
  const all = page.getByRole('button', { name: 'Match and approve 3', exact: true })
  await all.waitFor()
  await expectSoundScreen(screen, 'the worklist')
  for (const id of sure) expect(await ticked(id)).toBe(true)
  expect(await ticked('DIKKO')).toBe(false)
  expect(await ticked('FALANA')).toBe(false)
  await rowOf('FALANA').getByText('Look at the order first: a question').waitFor()
  expect(await rowOf('EKEH').getByRole('checkbox').isDisabled()).toBe(true)
  expect(await rowOf('EKEH').getByText('other amount').count()).toBe(1)
  expect(await rowOf('STRANGER').getByText('No order fits').count()).toBe(1)

  // An unticked line stays, and the next press approves it.
  const [first = ''] = sure
  await rowOf(first).getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Match and approve 2', exact: true }).press('Enter')
  await expect.poll(() => rows.count()).toBe(5)
  for (const id of sure.slice(1)) await expect.poll(() => statusOf(id)).toBe('confirmed')
  expect(await statusOf(first)).toBe('pending')

  // j and k move between rows, and Enter approves the current row and moves on. The test starts at
  // the top, because the focus may already be on the first row.
  const inHand = () =>
    page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent ?? '')
  for (let at = 0; at < 5; at++) await page.keyboard.press('k')
  for (let at = 0; at < 5 && !(await inHand()).includes('DIKKO'); at++)
    await page.keyboard.press('j')
  expect(await inHand()).toContain('DIKKO')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(4)
  await expect
    .poll(async () => (await Promise.all(alike.map(statusOf))).toSorted())
    .toEqual(['confirmed', 'pending'])
  await expect.poll(inHand).not.toBe('')

  // If a colleague has decided the order in the meantime, the shop refuses to approve it, and says
  // why.
  await page.route('**/api/admin/bank-lines/approve', async (route) => {
    await call('PUT', `/api/admin/approve-order/${first}`)
    await route.fallback()
  })
  await rowOf(first)
    .getByRole('button', { name: `Match and approve order ${first}` })
    .press('Enter')
  const outcome = page.getByRole('dialog', { name: 'Not everything worked' })
  await outcome.getByText('Only pending orders can be approved; this one is confirmed').waitFor()

  // The line still shows the order, and can be matched with it.
  await page.keyboard.press('Escape')
  await rowOf(first).getByText('Approved, but ₦75,000 of its money is not matched').waitFor()
  await expectSoundScreen(screen, 'a line whose order was approved without it')
  await rowOf(first).getByRole('button', { name: 'Match to an order…' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Match', exact: true }).press('Enter')
  await rowOf(first).waitFor({ state: 'detached' })
  await screen.close()
})

test('orders approved in one go are undone with one key, and the screen lists the keys', async () => {
  const orders = [await shop.placeOrder('Gowon'), await shop.placeOrder('Haruna')]
  await importCredits(
    orders.map((id) => [`NIP/KUDA/SOMEBODY ELSE/${id}`, 75_000]),
    daysAgo(1),
  )
  const screen = await openStaff(1440, '/dashboard/money?search=somebody else')
  const { page } = screen
  const rows = page.locator('[data-row]')
  await page.getByRole('button', { name: 'Match and approve 2', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Keys (?)' }).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys of unmatched money' })
  await help.getByText('Mark it as owed back').waitFor()
  await expectSoundScreen(screen, 'the keys of the worklist')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })

  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  const bar = page.locator('.undo-bar')
  await bar.getByText('Approved 2 orders').waitFor()
  await page.keyboard.press('z')
  for (const id of orders) await expect.poll(() => statusOf(id)).toBe('pending')
  await expect.poll(() => rows.count()).toBe(2)
  await rows.first().getByText('an earlier decision about it was undone').waitFor()
  expect(await bar.getByText('Approved').count()).toBe(0)
  // A person should look at such an order first, so one press does not approve it.
  const approve = rows.first().locator('[data-approve]')
  await approve.press('Enter')
  await approve.getByText('Press again to approve for Ada').waitFor()
  await approve.press('Enter')
  await bar.getByText('Approved').waitFor()
  await expectSoundScreen(screen, 'the offer to undo what the worklist approved')
  await screen.close()
})

test('a line that also fits an approved order pays for neither with one press', async () => {
  const [approved, pending] = [await shop.placeOrder('Nwosu'), await shop.placeOrder('Nwosu')]
  await call('PUT', `/api/admin/approve-order/${approved}`)
  // On a day for which no other test has a statement.
  await importCredits([['NIP/GTB/NWOSU ADA/hair', 75_000]], daysAgo(-1))
  const screen = await openStaff(1440, '/dashboard/money?search=nwosu')
  const { page } = screen
  const row = page.locator('[data-row]')
  await row.getByText(approved).waitFor()
  const approve = row.locator('[data-approve]')
  await approve.press('Enter')
  await approve.getByText('Press again to approve for Ada Nwosu').waitFor()
  expect(await statusOf(pending)).toBe('pending')
  await expectSoundScreen(screen, 'a line that fits an approved order, too')
  await row.getByRole('button', { name: 'Match to an order…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`For order ${approved}, Ada Nwosu`).waitFor()
  await dialog.getByRole('button', { name: 'Match', exact: true }).press('Enter')
  await row.waitFor({ state: 'detached' })
  expect(await statusOf(pending)).toBe('pending')
  const { result } = await call('GET', `/api/admin/orders/${approved}/payment`)
  expect(result).toMatchObject({ receivedKobo: 7_500_000 })
  await screen.close()
})

test('the money tabs fit in one row beside the open menu, whatever their counts', async () => {
  const screen = await openStaff(1440, '/dashboard/profile')
  const { page } = screen
  await page.route('**/api/admin/bank-lines/counts', async (route) => {
    const answer = await route.fetch()
    const { result } = await answer.json()
    const many = Object.fromEntries(Object.keys(result).map((name) => [name, 388]))
    await route.fulfill({ response: answer, json: { result: many } })
  })
  await page.goto('/dashboard/money')
  const tabs = page.getByRole('navigation', { name: 'Bank transactions by status' })
  await expect.poll(() => tabs.getByText('388').count()).toBe(8)
  const tops = () =>
    tabs
      .getByRole('link')
      .evaluateAll((links) => new Set(links.map((link) => link.getBoundingClientRect().top)).size)
  await expect.poll(tops).toBe(1)
  await expectSoundScreen(screen, 'the tabs of money with many lines')
  await screen.close()
})

test('a colleague’s work reaches a list together with its counts, and moves no row under the pointer', async () => {
  const gifts: [string, number][] = [
    ['NIP/UBA/GAMBO/gift', 2_000],
    ['NIP/UBA/HALIMA/gift', 3_000],
  ]
  await importCredits(gifts, daysAgo(5))
  const url = '/dashboard/money?search=gift'
  const { page, close } = await openStaff(1440, url, undefined, (page) => page.clock.install())
  const row = (payer: string) => page.locator('[data-row]').filter({ hasText: payer })
  const setAside = async (payer: string) => {
    const id = await row(payer).getAttribute('data-row')
    await call('POST', `/api/admin/bank-lines/${id}/set-aside`, { kind: 'other', note: 'A gift' })
    await shop.listsFollow()
    const counted = page.waitForResponse('**/bank-lines/counts')
    await page.clock.fastForward(31_000)
    await counted
  }
  await row('HALIMA').hover()
  await setAside('GAMBO')
  await page.clock.fastForward(5_000)
  expect(await row('GAMBO').count()).toBe(1)
  await page.mouse.move(0, 0)
  await row('GAMBO').waitFor({ state: 'detached' })
  await setAside('HALIMA')
  await row('HALIMA').waitFor({ state: 'detached' })
  await close()
})
