import { randomBytes, randomUUID } from 'node:crypto'
import { orderEvents } from '@strand/contracts/order/events'
import { orderIdFromBytes, orderStream } from '@strand/contracts/order/id'
import { withMetadata } from '@strand/platform/http/command-origin'
import { eventually } from '@strand/platform/testing/eventually'
import { repetitions } from '@strand/platform/testing/repetitions'
import { orderEventsFor } from '@strand/projections/testing/order'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../testing/browser.ts'
import { owner, startTestShop } from '../testing/test-shop.ts'

/** More orders than the dialog sends at once. */
const flood = repetitions({ usual: 600, long: 1_200 })

let shop: Awaited<ReturnType<typeof startTestShop>>
let browser: TestBrowser

beforeAll(async () => {
  shop = await startTestShop()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** An order as the form submits it, but too old for an email. */
const floodingOrder = async () => {
  const orderId = orderIdFromBytes(randomBytes(8))
  const key = await shop.personalData.take()
  const event = orderEventsFor(shop.personalData, key, orderId).created({}, { sales: null })
  const origin = {
    commandId: randomUUID(),
    correlationId: randomUUID(),
    at: new Date(Date.now() - 10 * 24 * 3_600_000),
    actor: { kind: 'customer', id: orderId } as const,
  }
  await shop.eventStore.append(
    orderStream(orderId),
    [withMetadata(orderEvents, origin)(event)],
    'no-stream',
  )
}

const pending = async () =>
  (await shop.pool.query(`select count from read.order_count where status = 'pending'`)).rows[0]
    ?.count

test('a flood of orders is archived in a few clicks, with its number named first', async () => {
  for (let nth = 0; nth < flood; nth += 100)
    await Promise.all(Array.from({ length: 100 }, floodingOrder))
  await eventually(() => pending(), flood)

  const context = await browser.newContext({ baseURL: shop.address })
  const page = await context.newPage()
  await page.goto('/admin')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: /log in|sign in/i }).click()
  await page.getByRole('table').waitFor()

  const number = flood.toLocaleString('en-US')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Select all that match' }).click()
  await page.getByRole('button', { name: `Bulk actions (${number})` }).click()
  await page.getByRole('menuitem', { name: 'Archive selected' }).click()
  await page.getByRole('dialog', { name: `Archive ${number} orders` }).waitFor()
  expect(await pending()).toBe(flood)
  await page.getByRole('button', { name: `Archive ${number} orders` }).click()
  await page.getByText(`${number} of ${number} orders archived`).waitFor()
  await eventually(() => pending(), 0)
  await page.getByRole('heading', { name: 'No pending orders' }).waitFor()
})
