import { limit } from '@strand/platform/testing/limits'
import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { keyboardOf } from './testing/keyboard.ts'
import { openScreens } from './testing/screen-sizes.ts'
import { expectSoundScreen, onEach, openScreen, type Screen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, browser } = await openSeededSuite()
let screens: Screen[]

beforeAll(async () => {
  screens = await openScreens(browser, shop, '/track-order')
})

const cardOf = (page: Page, orderId: string) =>
  page.getByRole('article', { name: `Order ${orderId}` })
const stepsAhead = (page: Page) =>
  page.getByRole('list', { name: 'Steps ahead' }).locator('.timeline-status').allTextContents()

const changeStatus = (orderId: string, orderStatus: string, orderMessage = '') =>
  shop.call('PUT', `/api/order/${orderId}/status`, { orderId, orderStatus, orderMessage })

const statuses: [to: string, sentence: string, ahead: string[], asks: boolean][] = [
  ['pending', 'checking whether the money has arrived', ['confirmed', 'shipped'], false],
  ['confirmed', 'Your payment has arrived', ['shipped'], false],
  ['shipped', 'We have handed your order over', [], true],
  ['returned', 'Your order came back to us', [], true],
  ['archived', 'closed this order and aren’t working on it', [], true],
]

test('S5.9: each status has a sentence and its next steps, and a final one says whom to ask', async () => {
  const orderId = await shop.placeOrder()
  for (const [to, sentence, ahead, asks] of statuses) {
    if (to === 'confirmed') await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
    else if (to !== 'pending') await changeStatus(orderId, to, to === 'returned' ? 'No one in' : '')
    await onEach(screens, async (screen) => {
      const { page } = screen
      for (const url of [`/track-order?id=${orderId}`, `/order-history/${orderId}`]) {
        await page.goto(url)
        const card = cardOf(page, orderId)
        const current = card.locator('[aria-current=step]', { hasText: to })
        await current.getByText(sentence).waitFor()
        // The exact time is visible, not only on hover.
        expect(await current.innerText()).toMatch(/\d+ \w{3} \d{4}, \d+:\d\d [ap]m/)
        await card.getByText('₦75,000').waitFor()
        expect(await stepsAhead(page)).toEqual(ahead)
        const whomToAsk = card.getByRole('region', { name: 'Whom to ask' })
        if (asks) await whomToAsk.waitFor()
        else expect(await whomToAsk.count()).toBe(0)
        // Customers review only orders that they no longer wait for.
        const isSent = ['shipped', 'returned', 'archived'].includes(to)
        const count = () => card.getByText('Review your order').count()
        await expect.poll(count, { message: to }).toBe(isSent ? 1 : 0)
      }
      await expectSoundScreen(screen, `an order that is ${to}`)
    })
  }
})

test('a printed order has no form for a review', async () => {
  const orderId = await shop.placeOrder()
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  await changeStatus(orderId, 'shipped')
  const screen = await openScreen(browser, {
    address: shop.address,
    width: 768,
    url: `/track-order?id=${orderId}`,
  })
  const { page } = screen
  const review = page.getByText('Review your order')
  await review.waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => review.isVisible()).toBe(false)
  await cardOf(page, orderId).getByText('₦75,000').waitFor()
  await screen.close()
})

test('S5.10: the shop’s message to one customer is set apart from the campaign’s message to all', async () => {
  const day = 24 * 3_600_000
  const at = (offset: number) =>
    new Date(Date.now() + offset).toISOString().slice(0, 19).replace('T', ' ')
  await shop.call('POST', '/api/admin/create-sales', {
    sales: 'Harvest',
    startDate: at(-day),
    endDate: at(day),
  })
  const [{ salesid }] = (await shop.call('GET', '/api/sales')).result
  const salesMessage = 'A free bonnet for everyone.'
  await shop.call('PUT', `/api/admin/sales/${salesid}/message`, { salesMessage })
  const orderId = await shop.placeOrder('Okafor', salesid)
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  await changeStatus(orderId, 'shipped', 'Ask for Musa at the gate.')
  await onEach(screens, async (screen) => {
    const { page } = screen
    await page.goto(`/track-order?id=${orderId}`)
    const card = cardOf(page, orderId)
    const message = card.getByRole('region', { name: 'Message about this order' })
    await message.getByText('Strand Hair writes to you about this order').waitFor()
    await message.getByText('Ask for Musa at the gate.').waitFor()
    const campaign = card.getByRole('region', { name: 'About the sale' })
    await campaign.getByText('Harvest, to everyone who ordered during it').waitFor()
    expect(await campaign.innerText()).toContain(salesMessage)
    // The message is shown once, and not again beside its step.
    expect(await page.getByText('Ask for Musa at the gate.').count()).toBe(1)
    await expectSoundScreen(screen, 'an order with two messages')
  })
})

test('the timeline of an open card follows the order automatically', async () => {
  const orderId = await shop.placeOrder()
  const urls = someOf([`/track-order?id=${orderId}`, `/order-history/${orderId}`])
  await onEach(screens, async ({ page }) => {
    await page.clock.install()
    await page.goto(urls[0] ?? '')
    await page.locator('[aria-current=step]', { hasText: 'pending' }).waitFor()
  })
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  await changeStatus(orderId, 'shipped', 'On its way')
  await onEach(screens, async ({ page }) => {
    const past = page.getByRole('list', { name: 'Statuses' }).locator('.timeline-status')
    const shown = () => page.clock.fastForward(15_000).then(() => past.allTextContents())
    await expect.poll(shown, { interval: 500 }).toEqual(['pending', 'confirmed', 'shipped'])
    await page.getByRole('region', { name: 'Message about this order' }).waitFor()
  })
})

test('without a connection the tracker says so in view, however far the page is scrolled', async () => {
  const orderId = await shop.placeOrder()
  await onEach(screens, async (screen) => {
    const { page } = screen
    screen.provokes('/api')
    await page.goto(`/track-order?id=${orderId}`)
    await cardOf(page, orderId).getByText('₦75,000').waitFor()
    await page.context().setOffline(true)
    const notice = page.getByText('What you see may be out of date.')
    await notice.waitFor()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const isInView = await notice.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })
    expect(isInView, `at ${screen.width} px`).toBe(true)
    await page.context().setOffline(false)
    await expect.poll(() => notice.count()).toBe(0)
  })
})

test('S5.11: a posted review is shown only on the phone that it came from', async () => {
  const orderId = await shop.placeOrder()
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  await changeStatus(orderId, 'shipped')
  const [screen] = screens
  if (!screen) throw new Error('no screen')
  const { page } = screen
  await page.goto(`/track-order?id=${orderId}`)
  const { press, tabTo } = keyboardOf(page)
  await page.getByText('Review your order').waitFor()
  await tabTo(/^Review your order/)
  await press('Enter')
  await page.getByLabel('Your review').waitFor()
  await tabTo(/^Your review/)
  await page.keyboard.type('Soft and full.')
  await tabTo(/^Post review/)
  await press('Enter')
  const mine = page.getByRole('region', { name: 'What you wrote' })
  await mine.getByText('Soft and full.').waitFor()
  await expectSoundScreen(screen, 'a posted review')
  await page.goto(`/order-history/${orderId}`)
  await mine.getByText('Soft and full.').waitFor()
  await page.getByText('Change your review').click()
  await expect.poll(() => page.getByLabel('Your review').inputValue()).toBe('Soft and full.')
  const url = `/order-history/${orderId}`
  const other = await openScreen(browser, { address: shop.address, width: 360, url })
  await other.page.getByText('Review your order').waitFor()
  expect(await other.page.getByText('Soft and full.').count()).toBe(0)
  await other.close()
})

test('S5.8: a waiting order says how long most orders take, once there are enough orders to tell', async () => {
  const usual = 'Most orders are confirmed within 15 minutes.'
  const [screen] = screens
  if (!screen) throw new Error('no screen')
  const { page } = screen
  const orderId = await shop.placeOrder()
  await page.goto(`/track-order?id=${orderId}`)
  await page.getByRole('list', { name: 'Steps ahead' }).waitFor()
  expect(await page.getByText(usual).count()).toBe(0)
  for (let order = 0; order < 20; order++)
    await shop.call('PUT', `/api/admin/approve-order/${await shop.placeOrder()}`)
  const shown = () =>
    page.reload().then(() => page.getByText(usual).waitFor({ timeout: limit(2_000) }))
  await expect
    .poll(() =>
      shown().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})
