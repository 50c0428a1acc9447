import { samplePassword } from '@strand/all-in-one/demo/catalogue'
import { seedStaff } from '@strand/all-in-one/demo/seed'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { someOf } from '@strand/platform/testing/random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { owner } from '../testing/test-shop.ts'
import {
  deskOpener,
  expectSoundScreen,
  onEach,
  openScreen,
  overflowPixels,
  type Screen,
  type SeededShop,
  startSeededShop,
  widths,
} from './testing/screens.ts'
import { type Visit, type Visitor, visits } from './testing/visits.ts'

let shop: SeededShop
let browser: TestBrowser
let orderId: string
const people = {
  owner,
  administrator: { email: 'admin@strand.example', password: samplePassword },
  auditor: { email: 'auditor@strand.example', password: samplePassword },
}

/** A phone or a desktop, or both in `npm run test:long`. */
const chosenWidths = someOf(widths)
const screens = new Map<Visitor, Promise<Screen[]>>()
const open = (visitor: Visitor): Promise<Screen[]> => {
  const { address } = shop
  const openDesk = deskOpener(browser, address)
  return Promise.all(
    chosenWidths.map((width) =>
      visitor === 'customer'
        ? openScreen(browser, { address, width, url: '/terms-conditions' })
        : openDesk({ width, url: '/dashboard/orders' }, people[visitor]),
    ),
  )
}
const screensOf = async (visitor: Visitor): Promise<Screen[]> => {
  const opened = screens.get(visitor) ?? open(visitor)
  screens.set(visitor, opened)
  return opened
}

beforeAll(async () => {
  shop = await startSeededShop()
  browser = await launchBrowser()
  await seedStaff(shop, keyRing(Buffer.alloc(32, 1)))
  orderId = await shop.placeOrder()
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  await shop.placeOrder()
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const titleOf = (route: string, { state, leadsTo }: Visit) =>
  [route, state && `, ${state}`, leadsTo && `, leads to ${leadsTo}`].filter(Boolean).join('')

/** The width of the narrowest phones, and of a page at 400 % zoom. */
const expectRoomAt320 = async ({ page, width }: Screen, what: string) => {
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await overflowPixels(page), `${what} is wider than 320 px`).toBe(0)
  await page.setViewportSize({ width, height: 800 })
}

const allVisits = Object.entries(visits).flatMap(([route, all]) =>
  all.map((visit) => ({ route, visit })),
)
for (const { route, visit } of someOf(allVisits, 15))
  test(`${titleOf(route, visit)}: accessible, as wide as its screen, without a complaint`, async () =>
    onEach(await screensOf(visit.by ?? 'customer'), async (screen) => {
      // The call for a made-up mail link fails.
      screen.provokes('/api/activate-account/some-token')
      await screen.page.goto(visit.url.replace('{order}', orderId))
      const content = screen.page.getByRole('main')
      await content.getByText(visit.shows).filter({ visible: true }).first().waitFor()
      // The served frame already shows the text, before the app starts and redirects.
      if (visit.leadsTo) await screen.page.waitForURL(({ pathname }) => pathname === visit.leadsTo)
      await expectSoundScreen(screen, titleOf(route, visit), true)
      await expectRoomAt320(screen, titleOf(route, visit))
    }))

test('/dashboard/audit/:orderId: its slider shows the order as it was', async () =>
  onEach(await screensOf('auditor'), async (screen) => {
    const { page } = screen
    await page.goto(`/dashboard/audit/${orderId}`)
    const state = page.getByRole('region', { name: 'The order at that time' })
    await state.getByText('confirmed').waitFor()
    const slider = page.getByRole('slider', { name: /^The order as it is now/ })
    await slider.focus()
    await page.keyboard.press('Home')
    await state.getByText('pending').waitFor()
    await page.getByRole('slider', { name: /^The order as it stood/ }).waitFor()
    await expectSoundScreen(screen, 'the order as it stood')
  }))

test('/confirm-payment and /pay without a delivery location say so, and link to the previous order', async () => {
  const path = '/api/admin/delivery-location'
  const [{ locationid }] = (await shop.call('GET', path)).result.data
  await shop.call('DELETE', `/api/admin/delete-delivery-location/${locationid}`)
  await onEach(await screensOf('customer'), async (screen) => {
    const none = screen.page.getByText(
      'There are no delivery locations at the moment, please check back later',
    )
    await screen.page.goto('/confirm-payment')
    await none.waitFor()
    await screen.page.goto('/pay')
    await none.waitFor()
    expect(await screen.page.getByText('Send the money to').count()).toBe(0)
    await expectSoundScreen(screen, 'no delivery locations')
    await screen.page.getByRole('main').getByRole('link').click()
    await screen.page.waitForURL('**/track-order')
  })
})
