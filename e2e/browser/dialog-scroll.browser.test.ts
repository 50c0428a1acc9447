import { expect, test } from 'vitest'
import { launchOwnBrowser } from '../testing/browser.ts'
import type { Screen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { openStaff } = await openSeededSuite(() => launchOwnBrowser({ scrollBars: true }))

/** The positions of parts of the page, and the page's width without its scroll bar. */
const placesOf = ({ page }: Screen) =>
  page.evaluate(() => {
    const places = ['.staff-find', 'main h1', '.page-actions'].map((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect()
      return [part, box?.left, box?.right]
    })
    return JSON.stringify(places)
  })

const besidePage = ({ page }: Screen) =>
  page.evaluate(() => innerWidth - document.documentElement.offsetWidth)

/** In pixels: the width at the window's right edge that the dialog's backdrop does not cover. */
const uncovered = ({ page }: Screen) =>
  page.evaluate(
    () =>
      innerWidth - (document.querySelector('.p-dialog-mask')?.getBoundingClientRect().right ?? 0),
  )

test.each([
  ['that fits its window', 1_000],
  ['that scrolls', 300],
])('a dialog moves nothing of a page %s, and its veil covers all of it', async (_, height) => {
  const screen = await openStaff(1440, '/dashboard/orders')
  const { page, close } = screen
  await page.setViewportSize({ width: 1440, height })
  const opener = page.getByRole('button', { name: 'Generate Order IDs' })
  await opener.waitFor()
  await page.getByRole('heading', { name: 'No pending orders' }).waitFor()
  expect(await besidePage(screen)).toBeGreaterThan(0)
  const before = await placesOf(screen)
  await opener.click()
  await page.getByRole('dialog').waitFor()
  expect(await placesOf(screen)).toBe(before)
  expect(await uncovered(screen)).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await placesOf(screen)).toBe(before)
  await close()
})
