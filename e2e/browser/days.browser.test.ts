import { lagosDay } from '@strand/contracts/lagos-time'
import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectSoundScreen, onEach } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()

const filtersOf = (page: Page) => {
  const { searchParams } = new URL(page.url())
  return [searchParams.get('dateFrom'), searchParams.get('dateTo')]
}

test('days are typed, chosen by keyboard, or a period that is often asked for', async () => {
  await shop.placeOrder('Days')
  const today = lagosDay(new Date().toISOString())
  const lists = ['/dashboard/orders', '/dashboard/user-logs']
  const screens = await Promise.all(
    someOf([360, 768, 1440]).map((width, nth) => openStaff(width, lists[nth % 2] ?? '')),
  )
  await onEach(screens, async (screen) => {
    const { page, width } = screen
    await page.getByRole('table').waitFor()
    const filters = page.getByRole('button', { name: 'Filters' })
    // Only a phone hides the filters behind a button, whichever styles load last.
    const isHiding = width === 360 && page.url().includes('orders')
    expect(await filters.isVisible()).toBe(isHiding)
    if (isHiding) await filters.click()
    const days = page.getByLabel('Days', { exact: true })
    const calendar = page.getByRole('dialog', { name: 'Choose days' })
    const type = async (text: string) => {
      await days.press('Control+a')
      await days.pressSequentially(text)
    }

    await type('02/03/2026 - 9 Mar 2026')
    await expect.poll(() => filtersOf(page)).toEqual(['2026-03-02', '2026-03-09'])
    expect(await days.inputValue()).toBe('02 Mar 2026 - 09 Mar 2026')
    await expectSoundScreen(screen, 'the days that are typed')

    // The arrow down opens the calendar with the focus in it.
    const day = calendar.locator('td > span:focus')
    await days.press('ArrowDown')
    await calendar.getByText('March').waitFor()
    await expect.poll(() => day.innerText()).toMatch(/^2\b/)
    await expectSoundScreen(screen, 'the calendar')
    await page.keyboard.press('Enter')
    await calendar.locator('td > span:focus[aria-pressed="true"]').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => filtersOf(page)).toEqual(['2026-03-02', '2026-03-03'])
    await calendar.waitFor({ state: 'detached' })
    expect(await days.inputValue()).toBe('02 Mar 2026 - 03 Mar 2026')
    await page.locator('.span-field button:focus').waitFor()

    // What is no day changes nothing, and goes.
    await type('tomorrow')
    await page.keyboard.press('Tab')
    expect(await days.inputValue()).toBe('02 Mar 2026 - 03 Mar 2026')
    expect(filtersOf(page)).toEqual(['2026-03-02', '2026-03-03'])

    // One day alone counts with Enter, or when the field is left; no text is any day.
    await type('5 Mar 2026')
    await page.keyboard.press('Enter')
    await expect.poll(() => filtersOf(page)).toEqual(['2026-03-05', '2026-03-05'])
    await type('6/3/2026')
    await page.keyboard.press('Tab')
    await expect.poll(() => filtersOf(page)).toEqual(['2026-03-06', '2026-03-06'])
    await days.press('Control+a')
    await days.press('Delete')
    await expect.poll(() => filtersOf(page)).toEqual([null, null])
    expect(await days.inputValue()).toBe('')

    await page.getByRole('button', { name: 'Days: calendar' }).click()
    await calendar.getByRole('button', { name: 'Today' }).click()
    await calendar.waitFor({ state: 'detached' })
    await expect.poll(() => filtersOf(page)).toEqual([today, today])
    await screen.close()
  })
})

test('a report is asked for its days in one field, and as at one', async () => {
  const screen = await openStaff(1440, '/dashboard/reports?from=2026-03-01&to=2026-03-31')
  const { page, close } = screen
  const days = page.getByLabel('Days', { exact: true })
  await expect.poll(() => days.inputValue()).toBe('01 Mar 2026 - 31 Mar 2026')
  await page.getByRole('button', { name: 'Days: calendar' }).click()
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect.poll(() => page.url()).not.toContain('2026-03-31')
  await page.getByLabel('As at', { exact: true }).fill('5 Apr 2026')
  await expect.poll(() => page.url()).toContain('asOf=2026-04-05')
  await expectSoundScreen(screen, 'a report as at a day')
  await close()
})
