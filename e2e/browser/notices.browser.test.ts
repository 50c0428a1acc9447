import { someOf } from '@strand/platform/testing/random'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { owner } from '../testing/test-shop.ts'
import { withoutAnswers } from './testing/notices.ts'
import { expectSoundScreen, openScreen, type Screen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { chooseFrom } from './testing/staff-actions.ts'

const { shop, browser, openStaff } = await openSeededSuite()

/** How many pixels a notice extends below the header, where it would cover a list. */
const pixelsBelowHeader = ({ page }: Screen) =>
  page.evaluate(() => {
    const bottom = (part: string) =>
      document.querySelector(part)?.getBoundingClientRect().bottom ?? Number.NaN
    return Math.max(0, bottom('.toast') - bottom('.staff-header'))
  })

test.each(
  someOf([360, 768, 1440]),
)('one notice at a time, and never over the list (%i px)', async (width) => {
  const names = ['one', 'two'].map((nth) => `Noticed ${nth} ${width}`)
  for (const productname of names)
    await shop.call('POST', '/api/admin/create-product', { productname, price: 5_000 })
  const screen = await openStaff(width, '/dashboard/product?productname=Noticed')
  const { page, close } = screen
  const toasts = page.locator('.toast')
  for (const name of names) await chooseFrom(page, `Actions for ${name}`, 'Archive')
  await expect.poll(() => page.getByRole('checkbox', { name: names[1] ?? '' }).count()).toBe(0)
  expect(await toasts.count()).toBe(1)
  expect(await pixelsBelowHeader(screen)).toBe(0)
  await expectSoundScreen(screen, 'the list with a notice')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  expect(await pixelsBelowHeader(screen)).toBe(0)
  await toasts.getByRole('button', { name: 'Undo' }).click()
  await toasts.getByText('Restored', { exact: true }).waitFor()
  expect(await toasts.count()).toBe(1)
  await close()
})

test('a success that needs no notice removes the notice about an earlier failure', async () => {
  await shop.placeOrder('Cleared')
  const screen = await openStaff(1440, '/dashboard/orders?view=review&search=Cleared')
  const { page, close } = screen
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  const failed = page.locator('.toast').getByText('Failed', { exact: true })
  await withoutAnswers(screen, 'PUT /api/admin/approve-order/', async () => {
    await approve.click()
    await failed.waitFor()
  })
  // A notice under the pointer does not disappear by itself.
  await failed.hover()
  await approve.press('Enter')
  await failed.waitFor({ state: 'detached' })
  await close()
})

/**
 * Whether a notice covers part of the focused field or its label; null if no invalid field has the
 * focus.
 */
const isFieldCovered = () => {
  const [notice, field] = [document.querySelector('.toast'), document.activeElement]
  if (!notice || !(field instanceof HTMLInputElement) || !field.ariaInvalid) return null
  const over = notice.getBoundingClientRect()
  return [field, ...(field.labels ?? [])]
    .map((part) => part.getBoundingClientRect())
    .some(({ top, bottom }) => over.top < bottom && over.bottom > top)
}

test('the notice about a wrong form leaves the wrong field in sight on a short phone', async () => {
  const { address } = shop
  const opened = { address, width: 360, height: 600, url: '/account-activation' }
  const { page, close } = await openScreen(browser, opened)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.locator('.toast').waitFor()
  await expect.poll(() => page.evaluate(isFieldCovered)).toBe(false)
  await close()
})

test('the notice about a wrong form is over the header, clear of its buttons, and leaves with the form', async () => {
  const { page, close } = await openStaff(1440, '/dashboard/add-delivery-location')
  await page.getByRole('button', { name: 'Add Location' }).click()
  const notice = page.locator('.toast')
  expect((await notice.boundingBox())?.y).toBeLessThan(20)
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await page.getByRole('heading', { name: 'Products' }).waitFor()
  expect(await notice.count()).toBe(0)
  await close()
})

test('the notice about a failed command leaves with its screen', async () => {
  await shop.placeOrder('Stranded')
  const screen = await openStaff(1440, '/dashboard/orders?view=review&search=Stranded')
  const { page, close } = screen
  const notice = page.locator('.toast')
  for (const link of ['Show the list', 'Products']) {
    await page.goto('/dashboard/orders?view=review&search=Stranded')
    await withoutAnswers(screen, 'PUT /api/admin/approve-order/', async () => {
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await notice.waitFor()
    })
    // A notice under the pointer does not disappear by itself.
    await notice.hover()
    await page.getByRole('link', { name: link, exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor({ state: 'detached' })
    expect(await notice.count()).toBe(0)
  }
  await close()
})

test('a busy button keeps the focus and sends nothing twice, so that Enter tries again after a failure', async () => {
  const { page, provokes, close } = await openStaff(1440, '/dashboard/profile')
  provokes('/api/admin/update-user')
  const held: Route[] = []
  await page.route('**/api/admin/update-user', (route) => void held.push(route))
  await page.getByLabel('Phone number').fill('08030001234')
  await page.getByLabel('Password', { exact: true }).fill('Wrong#pass1')
  await page.getByRole('button', { name: 'Update Profile' }).focus()
  await page.keyboard.press('Enter')
  const busy = page.getByRole('button', { name: 'Updating Profile' })
  await busy.waitFor()
  expect(await busy.isDisabled()).toBe(true)
  await page.keyboard.press('Enter')
  await held[0]?.continue()
  await page.locator('.toast').waitFor()
  await page.keyboard.press('Enter')
  await busy.waitFor()
  expect(held).toHaveLength(2)
  await held[1]?.continue()
  await busy.waitFor({ state: 'detached' })
  await close()
})

test("'Profile Updated' is shown for 7.5 s in all, before and after the reload", async () => {
  const { page, close } = await openStaff(1440, '/dashboard/profile')
  await page.clock.install()
  await page.getByLabel('Phone number').fill('08030001234')
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Update Profile' }).click()
  const notice = page.getByText('Profile Updated')
  await notice.waitFor()
  const reloaded = page.waitForEvent('load')
  await page.clock.runFor(1_500)
  await reloaded
  await notice.waitFor()
  await page.clock.runFor(3_000)
  expect(await notice.count()).toBe(1)
  await page.clock.runFor(3_000)
  expect(await notice.count()).toBe(0)
  await close()
})
