import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import {
  expectSoundScreen,
  openScreen,
  type SeededShop,
  signIn,
  startSeededShop,
} from './testing/screens.ts'

let shop: SeededShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await startSeededShop()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** An event about something that never existed, which no read model can apply. */
const stray = (type: string, data: Record<string, string>) => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    at: new Date().toISOString(),
    schemaVersion: 1,
    actor: { kind: 'system', id: 'test' },
    correlationId: randomUUID(),
    causationId: randomUUID(),
  },
})

test('items that cannot be shown yet are reported by id, and the shop and its lists keep working', async () => {
  const parked = '7K3Q-ZM9X-WD4T'
  const restored = stray('OrderRestored', { orderId: parked, to: 'pending' })
  await shop.eventStore.append(`order-${parked}`, [restored], 'no-stream')
  const productId = randomUUID()
  const archived = stray('ProductArchived', { productId })
  await shop.eventStore.append(`product-${productId}`, [archived], 'no-stream')
  const shown = await shop.placeOrder()
  const readiness = async () => {
    const answer = await fetch(`${shop.address}/readyz`)
    return { status: answer.status, body: await answer.json() }
  }
  await expect.poll(readiness).toEqual({ status: 200, body: { status: 'degraded', parked: 2 } })

  const url = '/dashboard/orders'
  // On a phone, a notice has the least room for long ids.
  const screen = await openScreen(browser, { address: shop.address, width: 360, url })
  const { page } = screen
  await signIn(page)
  const notice = page.getByRole('status').filter({ hasText: '1 order cannot be shown yet' })
  await notice.getByText(parked).waitFor()
  await page.getByText(shown).first().waitFor()
  await expectSoundScreen(screen, 'the orders, of which one cannot be shown')
  await page.goto(`${shop.address}/dashboard/product`)
  const other = page.getByRole('status').filter({ hasText: '1 product cannot be shown yet' })
  await other.getByText(productId).waitFor()
  await expectSoundScreen(screen, 'the products, of which one cannot be shown')
})
