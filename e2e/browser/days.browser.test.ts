import { lagosDay } from '@strand/contracts/lagos-time'
import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectSoundScreen, onEach } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()

const lagosToday = () => lagosDay(new Date().toISOString())

const filtersOf = (page: Page) => {
  const { searchParams } = new URL(page.url())
  return [searchParams.get('dateFrom'), searchParams.get('dateTo')]
}

const typeDays = async (page: Page, text: string, end: string) => {
  const days = page.getByLabel('Days', { exact: true })
  await days.press('Control+a')
  await days.pressSequentially(text)
  await days.press(end)
}

test('days can be typed, chosen by keyboard, or picked as a common period', async () => {
  await shop.placeOrder('Days')
  const lists = ['/dashboard/orders', '/dashboard/user-logs']
  const screens = await Promise.all(
    someOf([360, 768, 1440]).map((width, nth) => openStaff(width, lists[nth % 2] ?? '')),
  )
  await onEach(screens, async (screen) => {
    const { page, width } = screen
    await page.getByRole('table').waitFor()
    const filters = page.getByRole('button', { name: 'Filters' })
    // Only a phone hides the filters behind a button, in whatever order the styles load.
    const isHiding = width === 360 && page.url().includes('orders')
    expect(await filters.isVisible()).toBe(isHiding)
    if (isHiding) await filters.click()
    const days = page.getByLabel('Days', { exact: true })
    const calendar = page.getByRole('dialog', { name: 'Choose days' })
    const type = (text: string, end: string) => typeDays(page, text, end)

    await type('02/03/2026 - 9 Mar 2026', 'Enter')
    await expect.poll(() => filtersOf(page)).toEqual(['2026-03-02', '2026-03-09'])
    expect(await days.inputValue()).toBe('02 Mar 2026 - 09 Mar 2026')
    await expectSoundScreen(screen, 'the days that are typed')

    // The down arrow opens the calendar and moves the focus into it.
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

    // Text that is no day is dropped, and changes nothing.
    await type('tomorrow', 'Tab')
    expect(await days.inputValue()).toBe('02 Mar 2026 - 03 Mar 2026')
    expect(filtersOf(page)).toEqual(['2026-03-02', '2026-03-03'])

    // A single day takes effect on Enter, or when the user leaves the field; an empty field means
    // any day.
    await type('5 Mar 2026', 'Enter')
    await expect.poll(() => filtersOf(page)).toEqual(['2026-03-05', '2026-03-05'])
    await type('6/3/2026', 'Tab')
    await expect.poll(() => filtersOf(page)).toEqual(['2026-03-06', '2026-03-06'])
    const todays = [lagosToday()]
    await days.press('Control+a')
    await days.press('Delete')
    await days.press('Enter')
    await expect.poll(() => filtersOf(page)).toEqual([null, null])
    expect(await days.inputValue()).toBe('')

    await page.getByRole('button', { name: 'Days: calendar' }).click()
    await calendar.getByRole('button', { name: 'Today' }).click()
    await calendar.waitFor({ state: 'detached' })
    todays.push(lagosToday())
    // Midnight may pass in between.
    const spans = todays.map((day) => `${day},${day}`)
    await expect.poll(() => spans.includes(filtersOf(page).join())).toBe(true)
    await screen.close()
  })
})

test('a calendar opens at the days in the address', async () => {
  const screen = await openStaff(1440, '/dashboard/user-logs?dateFrom=2026-03-30&dateTo=2026-04-02')
  const { page, close } = screen
  const days = page.getByLabel('Days', { exact: true })
  const calendar = page.getByRole('dialog', { name: 'Choose days' })
  const day = calendar.locator('td > span:focus')
  await expect.poll(() => days.inputValue()).toBe('30 Mar 2026 - 02 Apr 2026')
  await days.press('ArrowDown')
  await calendar.getByText('April').waitFor()
  await expect.poll(() => calendar.locator('td > [aria-pressed="true"]').count()).toBe(4)
  // The calendar also shows days of March, but they cannot be chosen here.
  await expect.poll(() => day.innerText()).toMatch(/^1\b/)
  await expectSoundScreen(screen, 'a calendar with days of two months')
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })

  // "Today" is the shop's day, whatever this device's clock shows.
  await typeDays(page, ' ', 'Enter')
  await expect.poll(() => filtersOf(page)).toEqual([null, null])
  await page.clock.setFixedTime('2026-01-15T12:00:00Z')
  const todays = [lagosToday()]
  await page.getByRole('button', { name: 'Days: calendar' }).click()
  await day.waitFor()
  todays.push(lagosToday())
  const numbers = todays.map((text) => Number(text.slice(8)))
  await expect.poll(async () => numbers.includes(parseInt(await day.innerText(), 10))).toBe(true)
  await close()
})

test('typed days take effect only once they are complete', async () => {
  const screen = await openStaff(1440, '/dashboard/user-logs?dateFrom=2026-03-30&dateTo=2026-04-02')
  const { page, close } = screen
  const days = page.getByLabel('Days', { exact: true })
  await expect.poll(() => days.inputValue()).toBe('30 Mar 2026 - 02 Apr 2026')

  // During typing, the field briefly contains 3 March.
  for (const key of ['Home', 'ArrowRight', 'Delete', '1', 'Enter']) await days.press(key)
  await expect.poll(() => filtersOf(page)).toEqual(['2026-03-31', '2026-04-02'])
  expect(await days.inputValue()).toBe('31 Mar 2026 - 02 Apr 2026')

  for (const text of ['5 Mar 2026 - 1', '5 Mar 2026 - 9/3/26']) {
    await typeDays(page, text, 'Enter')
    await page.getByRole('alert').getByText('Please enter days such as').waitFor()
    expect(await days.inputValue()).toBe(text)
    await expectSoundScreen(screen, 'days that cannot be read')
    await days.press('Tab')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    expect(await days.inputValue()).toBe('31 Mar 2026 - 02 Apr 2026')
  }

  await typeDays(page, '01/03/2026-12/03/2026', 'Tab')
  await expect.poll(() => filtersOf(page)).toEqual(['2026-03-01', '2026-03-12'])
  await page.goBack()
  await expect.poll(() => filtersOf(page)).toEqual(['2026-03-31', '2026-04-02'])
  await page.goBack()
  await expect.poll(() => filtersOf(page)).toEqual(['2026-03-30', '2026-04-02'])
  await expect.poll(() => days.inputValue()).toBe('30 Mar 2026 - 02 Apr 2026')
  await close()
})

test('one field of a report sets its days, and another its “as at” day', async () => {
  const screen = await openStaff(1440, '/dashboard/reports?from=2026-03-01&to=2026-03-31')
  const { page, close } = screen
  const days = page.getByLabel('Days', { exact: true })
  await expect.poll(() => days.inputValue()).toBe('01 Mar 2026 - 31 Mar 2026')
  await page.getByRole('button', { name: 'Days: calendar' }).click()
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect.poll(() => page.url()).not.toContain('2026-03-31')
  const asAt = page.getByLabel('As at', { exact: true })
  expect(await asAt.getAttribute('placeholder')).toBe('Now')
  await asAt.fill('5 Apr 2026')
  await asAt.press('Enter')
  await expect.poll(() => page.url()).toContain('asOf=2026-04-05')
  await expectSoundScreen(screen, 'a report as at a day')
  await asAt.press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Choose a day' })
  await expect.poll(() => calendar.locator('td > span:focus').innerText()).toMatch(/^5\b/)
  await expectSoundScreen(screen, 'the calendar of one day')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('asOf=2026-04-04')
  await page.goto('/dashboard/reports?from=2026-03-01&to=2026-03-31&asOf=1')
  await expect.poll(() => asAt.getAttribute('placeholder')).toBe('Event 1')
  await close()
})
