import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()

/**
 * A text with a mark that changes the direction of everything after it, and that nothing closes.
 */
const turned = (what: string) => `${what} \u202eturned\u2066\nמשהו ${what}`

/**
 * For each such text: whether it is isolated and aligned by its own letters, and what else is in
 * the same run of text, which should be nothing.
 */
const turnedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bidiOf = (element: Element) => getComputedStyle(element).unicodeBidi
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      if (!text.includes('\u202e')) continue
      let apart = node.parentElement
      while (apart && bidiOf(apart) === 'normal') apart = apart.parentElement
      const all = apart?.textContent ?? ''
      const beside = all.slice(all.indexOf(text) + text.length).trim()
      found.push(`${apart && bidiOf(apart)}: ${beside}`)
    }
    return found
  })

test('S5.14 a text that changes the text direction changes nothing beside it, on any page that shows it', async () => {
  const orderId = await shop.placeOrder()
  await shop.call('POST', `/api/order/${orderId}/review`, { review: turned('Review') })
  await shop.call('POST', `/api/admin/orders/${orderId}/notes`, { text: turned('Note') })
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  await shop.call('PUT', `/api/order/${orderId}/status`, {
    orderId,
    orderStatus: 'shipped',
    orderMessage: turned('Message'),
  })
  const { page, close } = await openStaff(1440, `/dashboard/audit/${orderId}`)
  for (const [url, least] of [
    [`/dashboard/audit/${orderId}`, 3],
    [`/dashboard/orders?tab=all&search=${orderId}`, 1],
    [`/track-order?id=${orderId}`, 1],
    [`/order-history/${orderId}`, 1],
  ] as const) {
    await page.goto(url)
    await page.getByText(orderId).first().waitFor()
    if (least > 0) await page.getByText('turned').first().waitFor()
    const texts = await turnedTexts(page)
    expect(texts.length, url).toBeGreaterThanOrEqual(least)
    expect(new Set(texts), url).toEqual(new Set(['plaintext: ']))
  }
  await close()
})
