import { openApiSession } from '@strand/all-in-one/demo/seed'
import { lagosDay } from '@strand/contracts/lagos-time'
import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import {
  createCatalogue,
  createColleague,
  placeOrder,
  proofUpload,
  receiptImage,
} from '../testing/fixtures.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'
import { owner } from '../testing/test-shop.ts'
import { importLine } from './testing/import-file.ts'
import { deskOpener, expectSoundScreen, type Screen } from './testing/screens.ts'

let staffed: StaffedShop
let browser: TestBrowser
let tola: { email: string; password: string }
let bisi: { email: string; password: string }
let openDesk: ReturnType<typeof deskOpener>
let goods: Awaited<ReturnType<typeof createCatalogue>>

beforeAll(async () => {
  staffed = await startStaffedShop({ fourEyesAbove: 100_000 })
  const { shop, owner: as } = staffed
  goods = await createCatalogue(shop, as)
  const person = { firstname: 'Tola', email: 'tola@strand.example' }
  tola = await createColleague(shop, as, 'administrator', person)
  // The owner has just created Tola's account, so the two do not count as two people.
  const second = { firstname: 'Bisi', email: 'bisi@strand.example' }
  bisi = await createColleague(shop, as, 'administrator', second)
  browser = await launchBrowser()
  openDesk = deskOpener(browser, shop.address)
})
afterAll(async () => {
  await browser?.close()
  await staffed?.shop.close()
})

const open = (who: { email: string; password: string }, url: string, width = 1440) =>
  openDesk({ width, url }, who)
const facts = ({ page }: Screen, id: string) => page.getByRole('region', { name: `Order ${id}` })

/** Presses a key as soon as the region exists, as if the user's computer were busy from then on. */
const pressOnceShown = (page: Page, region: string, key: string) =>
  page.evaluate(
    ([region, key]) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector(`[aria-label="${region}"]`)) return
          observer.disconnect()
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
          resolve()
        })
        observer.observe(document.body, { childList: true, subtree: true, attributes: true })
      }),
    [region, key] as const,
  )

test('S13.5 two people approve a large order by keyboard, and the first can withdraw', async () => {
  const { shop } = staffed
  // Different payers, because an order that looks like another needs two presses.
  const orderOf = async (accountname: string, shade: number) =>
    placeOrder(shop, goods, {
      accountname,
      files: [proofUpload(await receiptImage('png', shade))],
    })
  const [first, second] = [await orderOf('Ada Obi', 130), await orderOf('Bisi Ade', 140)]
  const own = await open(tola, '/dashboard/orders?view=review')
  await facts(own, first).waitFor()
  await own.page.keyboard.press('a')
  // The queue moves on, because only someone else can decide this order now.
  await facts(own, second).waitFor()
  await own.page.getByText('Approved, waiting for a second person').waitFor()
  const pressed = pressOnceShown(own.page, `Order ${first}`, 'a')
  await own.page.keyboard.press('z')
  await pressed
  await facts(own, second).waitFor()
  // The queue moves on before the shop answers, and a reload would abort the request.
  const { call } = await openApiSession(shop, owner.email, owner.password)
  await expect
    .poll(async () => (await call('GET', `/api/admin/orders/rows?ids=${first}`)).result[0].proposal)
    .toBeTruthy()
  await own.page.reload()
  const entry = own.page.locator(`[data-order="${first}"]`)
  await entry.getByText('Waiting for a second person').waitFor()
  await entry.locator('.review-look').click()
  await facts(own, first).getByRole('button', { name: 'Withdraw' }).waitFor()
  await expectSoundScreen(own, 'the review queue of the proposer')
  // Moving on asks the shop to free the first order for others.
  const freed = own.page.waitForResponse((answer) => {
    const { pathname } = new URL(answer.url())
    return answer.request().method() === 'DELETE' && pathname.endsWith(`/${first}/lease`)
  })
  await own.page.keyboard.press('j')
  await facts(own, second).waitFor()
  await freed
  await own.close()

  for (const width of someOf([360, 768])) {
    const list = await open(bisi, '/dashboard/orders', width)
    await list.page.getByText('Tola proposed this · needs a second person').first().waitFor()
    await expectSoundScreen(list, 'the list with an order that needs a second person')
    await list.page.goto('/dashboard/orders?view=review')
    await facts(list, first).getByText('Tola proposed this · needs a second person').waitFor()
    await expectSoundScreen(list, 'the review queue on a small screen')
    await list.close()
  }

  const other = await open(bisi, '/dashboard/orders?view=review')
  await facts(other, first).getByText('Tola proposed this · needs a second person').waitFor()
  await expectSoundScreen(other, 'the review queue of the second person')
  await other.page.keyboard.press('a')
  await expect
    .poll(async () => (await shop.get(`/api/orders/${first}/track`)).body.result)
    .toMatchObject({ orderStatus: 'confirmed' })
  await other.close()
})

test('S13.5 the second person reads why the first one approved without money', async () => {
  const { shop } = staffed
  const id = await placeOrder(shop, goods, {
    accountname: 'Cash Payer',
    files: [proofUpload(await receiptImage('png', 160))],
  })
  const { call } = await openApiSession(shop, tola.email, tola.password)
  const paid = 'Paid in cash at the shop in Yaba, and the receipt is in the blue folder. '
  const evidence = { without: paid.repeat(5) }
  await call('PUT', `/api/admin/approve-order/${id}`, { evidence })
  for (const width of someOf([360, 1440])) {
    const list = await open(bisi, `/dashboard/orders?orderid=${id}`, width)
    const reason = list.page.getByText(`Without money: ${paid}`).first()
    await reason.waitFor()
    await expectSoundScreen(list, 'the list with a reason for approving without money')
    await list.page.goto(`/dashboard/orders/${id}`)
    await list.page.getByText(`Without money: ${paid}`).waitFor()
    await expectSoundScreen(list, 'the order with a reason for approving without money')
    await list.close()
  }
})

test('S13.5 orders approved in the worklist wait for a second person, and the screen says so', async () => {
  const { shop } = staffed
  const accountname = 'Kemi Worklist'
  const orderId = await placeOrder(shop, goods, {
    accountname,
    files: [proofUpload(await receiptImage('png', 150))],
  })
  const { call } = await openApiSession(shop, owner.email, owner.password)
  const { result } = await call('GET', `/api/admin/orders/rows?ids=${orderId}`)
  await importLine(call, {
    day: lagosDay(new Date().toISOString()),
    naira: result[0].total,
    narration: `NIP/GTB/KEMI WORKLIST/${orderId}`,
    reference: 'FOUREYES1',
  })
  const screen = await open(tola, '/dashboard/money')
  await screen.page.getByRole('button', { name: 'Match and approve 1', exact: true }).press('Enter')
  await screen.page.locator('.toast').getByText('Approved, waiting for a second person').waitFor()
  await expectSoundScreen(screen, 'the worklist after an approval that waits')
  await screen.close()
})

test('S13.1 S13.3 a note that mentions a colleague is written by keyboard, and a badge tells them until it is read', async () => {
  const { shop } = staffed
  const id = await placeOrder(shop, goods)
  const widths = someOf([360, 1440])
  for (const width of widths) {
    const mine = await open(owner, `/dashboard/audit/${id}`, width)
    const { page } = mine
    await page.getByRole('button', { name: 'Add note' }).press('Enter')
    const dialog = page.getByRole('dialog')
    const text = dialog.getByLabel('Note for colleagues')
    const names = dialog.getByRole('group', { name: 'Colleagues' })
    await text.pressSequentially('Paid in two parts @')
    await names.waitFor()
    // Escape closes only the names, and the next letter opens them again.
    await page.keyboard.press('Escape')
    await names.waitFor({ state: 'detached' })
    await page.keyboard.type('a')
    await names.getByRole('button', { name: 'Tola Ade' }).waitFor()
    await page.keyboard.press('Backspace')
    await names.getByRole('button').nth(2).waitFor()
    await expectSoundScreen(mine, 'the note with suggested colleagues')
    const order = (await names.getByRole('button').allTextContents()).indexOf('Tola Ade')
    for (let at = 0; at <= order; at++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press(width === 360 ? 'Tab' : 'Enter')
    await expect
      .poll(() => dialog.getByLabel('Note for colleagues').inputValue())
      .toBe('Paid in two parts @Tola Ade ')
    // The caret returns one frame after the name is inserted.
    await page.waitForFunction(() => document.activeElement?.matches('textarea'))
    await page.keyboard.type(`on ${width}`)
    await dialog.getByRole('button', { name: 'Add note' }).press('Enter')
    await page.getByText(`Paid in two parts @Tola Ade on ${width}`).first().waitFor()
    await dialog.waitFor({ state: 'detached' })
    // Once the note is added, the order is dimmed until its new state has arrived.
    await page.waitForFunction(() => {
      const state = document.querySelector('.order-state')
      return state !== null && getComputedStyle(state).opacity === '1'
    })
    await expectSoundScreen(mine, 'the history with a note')
    await mine.close()
  }

  const theirs = await open(tola, '/dashboard/audit')
  await theirs.page.getByText('1 with unread notes for you').first().waitFor()
  await expectSoundScreen(theirs, 'the unread notes')
  await theirs.page.getByRole('link', { name: id }).click()
  await theirs.page
    .getByText(`Paid in two parts @Tola Ade on ${widths.at(-1)}`)
    .first()
    .waitFor()
  await theirs.page.getByRole('heading', { name: 'Notes for you' }).waitFor({ state: 'detached' })
  await theirs.close()

  const list = await open(tola, '/dashboard/orders?search=paid+parts')
  await list.page
    .getByText(`${widths.length === 1 ? 'Note' : `${widths.length} notes`}: Paid in two parts`)
    .first()
    .waitFor()
  const tracker = await list.page.context().newPage()
  await tracker.goto(`${shop.address}/order-history/${id}`)
  await tracker.getByText(id).first().waitFor()
  expect(await tracker.getByText('Paid in two parts').count()).toBe(0)
  await list.close()
})

test('S13.4 an order is assigned from its menu, and the “Mine” filter finds it', async () => {
  const { shop } = staffed
  const id = await placeOrder(shop, goods)
  await placeOrder(shop, goods)
  for (const width of someOf([360, 1440])) {
    const screen = await open(tola, '/dashboard/orders', width)
    const { page } = screen
    await page.getByRole('button', { name: `Actions for order ${id}` }).click()
    await page.getByRole('menuitem', { name: 'Assign' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('option', { name: 'Tola Ade (you)' }).waitFor({ state: 'attached' })
    await expectSoundScreen(screen, 'the choice of a colleague')
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await page.getByText('Assigned to you').first().waitFor()
    if (width === 360) await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Mine').check()
    await expect.poll(() => page.locator('.order-id').allInnerTexts()).toEqual([id])
    await dialog.waitFor({ state: 'detached' })
    await expectSoundScreen(screen, 'my orders')
    await screen.close()
  }
})
