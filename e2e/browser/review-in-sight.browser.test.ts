import { someOf } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { bankLine, candidate, noMoney, stubPayments } from './testing/payments.ts'
import { expectSoundScreen, onEach } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()
const widths = [360, 768, 1440]

test('S4.9 the queue’s actions stay in view, and the undo bar covers neither the money nor the way back', async () => {
  // Different customers, because an order that looks like another needs a second press.
  for (const letter of ['A', 'B', 'C', 'D', 'E']) await shop.placeOrder(`Insight${letter}`)
  const url = '/dashboard/orders?view=review&search=Insight'
  const screens = await Promise.all(someOf(widths).map((width) => openStaff(width, url)))
  await onEach(screens, async (screen) => {
    const { page, width } = screen
    const approve = page.getByRole('button', { name: 'Approve', exact: true })
    await approve.waitFor()
    const place = (name: string) => page.getByRole('button', { name, exact: true }).boundingBox()
    const [first, archive, ask, later] = await Promise.all(
      ['Approve', 'Archive', 'Ask', 'Later'].map(place),
    )
    // The buttons are in rows of two, so that none moves when the first has a longer text.
    expect([archive?.y, later?.y, later?.x, ask?.x]).toEqual([
      first?.y,
      ask?.y,
      archive?.x,
      first?.x,
    ])
    // At the bottom of the window, whatever the order shows above them.
    expect((later?.y ?? 0) + (later?.height ?? 0), `at ${width} px`).toBeGreaterThan(780)
    await page.getByText('All details').click()
    await page.evaluate(() => scrollTo(0, 0))
    await expectSoundScreen(screen, 'an order with all its details')
    const isInSight = async () => {
      const box = await approve.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= 800
    }
    for (const share of [0, 0.5, 1]) {
      await page.evaluate(
        (part) => scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight)),
        share,
      )
      await expect.poll(isInSight, { message: `scrolled to ${share} at ${width} px` }).toBe(true)
    }
    await page.evaluate(() => scrollTo(0, 0))
    if (width === 360) {
      const head = await page.locator('.page-head').boundingBox()
      expect(head?.height).toBeLessThan(64)
      // The facts are below the proof; the most important ones are beside the approve button.
      const brief = page.locator('.review-brief')
      const order = page.getByRole('region', { name: /^Order / })
      for (const fact of await order.locator('.review-large dd').allInnerTexts())
        if (!fact.includes('-')) expect(await brief.innerText()).toContain(fact)
      expect((await brief.boundingBox())?.y).toBeLessThan(800)
    }
  })
  // The screens take turns, because each decides a pending order.
  for (const { page, width } of screens) {
    await page.reload()
    const approved = await page.locator('.review-order > .order-id').innerText()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.locator('.undo-bar-inside').waitFor()
    await page.locator('.review-large').waitFor()
    const [undo, money] = await Promise.all([
      page.locator('.undo-bar-inside').boundingBox(),
      page.locator('.review-large').boundingBox(),
    ])
    const end = (undo?.y ?? 0) + (undo?.height ?? 0)
    expect(end, `the undo ends above the money at ${width} px`).toBeLessThanOrEqual(money?.y ?? 0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('region', { name: `Order ${approved}` }).waitFor()
    if (width === 360) {
      await page.getByRole('searchbox').fill('nobody')
      const message = page.getByRole('heading', { name: 'No pending order matches' })
      const messageAt = (await message.boundingBox())?.y
      const search = await page.getByRole('searchbox').boundingBox()
      expect(messageAt).toBeGreaterThan(search?.y ?? 0)
    } else {
      const back = await page.getByRole('link', { name: 'Show the list' }).boundingBox()
      const right = (undo?.x ?? 0) + (undo?.width ?? 0)
      expect(right, `the undo and the way back at ${width} px`).toBeLessThanOrEqual(back?.x ?? 0)
    }
  }
  for (const screen of screens) await screen.close()
})

test('total, payer and money stay in view when an order that looks like another takes a second press', async () => {
  const [first, second] = [await shop.placeOrder('Twin'), await shop.placeOrder('Twin')]
  const money = { ...noMoney, candidates: [candidate([bankLine(3)]), candidate([bankLine(4)])] }
  for (const [width, height] of someOf([
    [1440, 900],
    [768, 1024],
  ] as const)) {
    const url = '/dashboard/orders?view=review&search=Twin'
    const { page, close } = await openStaff(width, url, undefined, async (page) => {
      await page.setViewportSize({ width, height })
      await stubPayments(page, () => money)
    })
    await page.getByRole('region', { name: `Order ${first}` }).waitFor()
    await page.getByRole('region', { name: 'Money', exact: true }).waitFor()
    const approve = page.getByRole('button', { name: 'Approve', exact: true })
    await approve.click()
    await page.getByRole('alert').getByText(`Same payment as ${second}`).waitFor()
    const header = await page.getByRole('banner').boundingBox()
    const decision = await page.locator('.review-decision').boundingBox()
    expect((await approve.boundingBox())?.y).toBeLessThan(height)
    for (const part of ['.review-large', '.order-money-choices']) {
      const box = await page.locator(part).boundingBox()
      const end = (box?.y ?? 0) + (box?.height ?? 0)
      expect(box?.y, `${part} at ${width} px`).toBeGreaterThanOrEqual(header?.height ?? 0)
      expect(end, `${part} at ${width} px`).toBeLessThanOrEqual(decision?.y ?? 0)
    }
    await close()
  }
})

test('on a phone, what speaks against an approval is above the picture, and the money stays in its place', async () => {
  const [first] = [await shop.placeOrder('Flagged'), await shop.placeOrder('Flagged')]
  const plain = await shop.placeOrder('Unflagged')
  const { page, close } = await openStaff(360, `/dashboard/orders?view=review&search=${first}`)
  const shown = async (orderId: string) => {
    await page.goto(`/dashboard/orders?view=review&search=${orderId}`)
    await page.getByRole('region', { name: `Order ${orderId}` }).waitFor()
    return page.locator('.review-large').boundingBox()
  }
  const line = page.locator('.alarm-line')
  const place = await shown(plain)
  expect(await line.count()).toBe(0)
  expect((await shown(first))?.y).toBe(place?.y)
  const flag = await line.boundingBox()
  expect(await line.innerText()).toContain('Same payment')
  const picture = await page.locator('.review-stage').boundingBox()
  expect((flag?.y ?? 0) + (flag?.height ?? 0)).toBeLessThanOrEqual(picture?.y ?? 0)
  expect(flag?.height).toBeLessThan(30)
  await page.setViewportSize({ width: 768, height: 800 })
  expect(await line.isVisible()).toBe(false)
  await close()
})

test('Later says what it did, and can be undone', async () => {
  for (const name of ['LaterA', 'LaterB', 'LaterC']) await shop.placeOrder(name)
  for (const width of someOf([360, 1440])) {
    const url = '/dashboard/orders?view=review&search=Later'
    const screen = await openStaff(width, url)
    const { page } = screen
    const current = page.locator('.review-large')
    await current.getByText('LaterA').waitFor()
    await page.getByRole('button', { name: 'Later', exact: true }).click()
    await current.getByText('LaterB').waitFor()
    const notice = page.locator('.toast', { hasText: 'Moved to the end' })
    await notice.getByText('LaterA').waitFor()
    await expectSoundScreen(screen, 'the review queue after Later')
    await notice.getByRole('button', { name: 'Undo' }).click()
    await current.getByText('LaterA').waitFor()
    await notice.waitFor({ state: 'detached' })
    await page.getByText('1 of 3').waitFor()
    await page.reload()
    await page.getByText('1 of 3').waitFor()
    await current.getByText('LaterA').waitFor()
    await screen.close()
  }
})

test('z undoes what came last: first Later, then the approvals before it', async () => {
  const [first, second] = [await shop.placeOrder('ZedA'), await shop.placeOrder('ZedB')]
  await shop.placeOrder('ZedC')
  await shop.placeOrder('ZedD')
  const screen = await openStaff(1440, '/dashboard/orders?view=review&search=Zed')
  const { page } = screen
  const current = page.locator('.review-large')
  for (const [shown, key] of [
    ['ZedA', 'a'],
    ['ZedB', 'a'],
    ['ZedC', 'l'],
    ['ZedD', 'z'],
    ['ZedC', 'z'],
  ] as const) {
    await current.getByText(shown).waitFor()
    await page.keyboard.press(key)
  }
  await current.getByText('ZedB').waitFor()
  const statusOf = async (id = '') =>
    (await shop.call('GET', `/api/orders/${id}/track`)).result.orderStatus
  expect([await statusOf(first), await statusOf(second)]).toEqual(['confirmed', 'pending'])
  // A part of the time is over, so the bar does not start full.
  const bar = page.locator('.undo-bar')
  await bar.getByText('Before that').waitFor()
  const delay = await bar
    .locator('.undo-bar-clock')
    .evaluate(({ style }: HTMLElement) => Number.parseInt(style.animationDelay, 10))
  expect(delay).toBeLessThan(0)
  await expectSoundScreen(screen, 'an earlier approval that can be undone')
  await screen.close()
})

test('an order whose undo still runs is in the queue again as soon as the list says so', async () => {
  const [first, second] = [await shop.placeOrder('UndoA'), await shop.placeOrder('UndoB')]
  const { page, close } = await openStaff(1440, '/dashboard/orders?view=review&search=Undo')
  await page.getByRole('region', { name: `Order ${first}` }).waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('region', { name: `Order ${second}` }).waitFor()
  const undo = page.locator('.undo-bar-inside').getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  const entry = page.locator(`[data-order="${first}"]`)
  await entry.waitFor({ state: 'detached' })
  const held = Promise.withResolvers<void>()
  const undone = Promise.withResolvers<void>()
  await page.route(`**/api/admin/orders/${first}/undo`, async (route) => {
    const response = await route.fetch()
    undone.resolve()
    await held.promise
    await route.fulfill({ response })
  })
  await undo.click()
  await undone.promise
  await shop.listsFollow()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await entry.waitFor()
  // The shop's answer has not arrived, and the request has not timed out.
  expect(await page.locator('.toast').count()).toBe(0)
  held.resolve()
  await page.getByRole('region', { name: `Order ${first}` }).waitFor()
  await close()
})
