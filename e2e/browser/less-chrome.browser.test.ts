import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { formSuite, openForms } from './testing/form-screens.ts'
import { fillCustomer } from './testing/payment-form.ts'
import { expectSoundScreen, onEach, openScreen, type Screen } from './testing/screens.ts'

const suite = formSuite()
beforeAll(async () => {
  const lengths = [14, 16, 18, 20, 22, 24, 26]
  for (const length of lengths)
    await suite.shop.call('POST', '/api/admin/create-product', {
      productname: `Bone straight ${length} inches, 200 g`,
      price: 60_000 + length,
    })
  await openForms(suite)
})

/** How many products are fully in view, above the bar with the buttons. */
const productsInView = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const bar = document.querySelector('.step-actions')?.getBoundingClientRect()
    const bottom = Math.min(window.innerHeight, bar?.top ?? 0)
    return [...document.querySelectorAll('.product-row')].filter((row) => {
      const box = row.getBoundingClientRect()
      return box.top >= 0 && box.bottom <= bottom
    }).length
  })

const withLargeText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

const toProducts = async ({ page }: Screen) => {
  await fillCustomer(page)
  await page.getByRole('list', { name: 'Products' }).waitFor()
}

test('a step shows its name in a single heading of one line', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    const heading = page.getByRole('main').getByRole('heading')
    await page.getByLabel('First name').waitFor()
    expect(await heading.allTextContents()).toEqual(['Step 1 of 3 · Customer Details'])
    await toProducts(screen)
    expect(await heading.allTextContents()).toEqual(['Step 2 of 3 · Select Product'])
    const lines = await heading.evaluate((line) => {
      const { height } = line.getBoundingClientRect()
      return Math.round(height / Number.parseFloat(getComputedStyle(line).lineHeight))
    })
    expect(lines).toBe(1)
    // Screen readers announce the new step, too.
    expect(await heading.evaluate((line) => line === document.activeElement)).toBe(true)
    await expectSoundScreen(screen, 'the products')
  }))

test('a phone shows five products at once, two in large text, and several in landscape', async () => {
  const { shop, browser } = suite
  const options = { address: shop.address, width: 360, url: '/confirm-payment' }
  const screen = await openScreen(browser, options)
  const { page } = screen
  const show = (width: number, height: number) => page.setViewportSize({ width, height })
  await show(360, 740)
  await toProducts(screen)
  expect(await productsInView(page)).toBeGreaterThanOrEqual(5)
  await show(640, 360)
  await expect.poll(() => productsInView(page)).toBeGreaterThan(1)
  const bar = page.locator('.step-actions')
  const position = () => bar.evaluate((element) => getComputedStyle(element).position)
  expect(await position()).toBe('static')
  await expectSoundScreen(screen, 'the products in landscape')
  await show(360, 740)
  expect(await position()).toBe('sticky')
  await withLargeText(page)
  await expect.poll(() => productsInView(page)).toBeGreaterThanOrEqual(2)
  await expectSoundScreen(screen, 'the products in large text')
  await screen.close()
})
