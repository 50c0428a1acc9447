import { samplePassword } from '@strand/all-in-one/demo/catalogue'
import { seedStaff } from '@strand/all-in-one/demo/seed'
import { csvDialects } from '@strand/command-api/money/testing/write-tables'
import { lagosDay } from '@strand/contracts/lagos-time'
import { formatNaira } from '@strand/contracts/naira'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { eventually } from '@strand/platform/testing/eventually'
import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { drawnTests } from './testing/drawn-tests.ts'
import { importFile } from './testing/import-file.ts'
import { readPdf } from './testing/pdf.ts'
import { expectSoundScreen, onEach } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { followLink, moveTo } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()
const { drawn, draw } = drawnTests(3)
const { call, placeOrder } = shop
const widths = [360, 768, 1440]
const today = lagosDay(new Date().toISOString())
const administrator = { email: 'admin@strand.example', password: samplePassword }

const importStatement = async () => {
  const line = { bookedOn: today, valueOn: today, narration: 'NIP TRF FROM ADA', reference: 'R1' }
  const file = csvDialects.tabs({
    accountNumber: '0123456789',
    currency: 'NGN',
    openingKobo: 0,
    lines: [{ ...line, amountKobo: 4_000_050 }],
  })
  await importFile(call, file)
}

beforeAll(async () => {
  await seedStaff(shop, keyRing(Buffer.alloc(32, 1)))
  const orders = [await placeOrder(), await placeOrder(), await placeOrder()]
  for (const orderId of orders.slice(1)) await call('PUT', `/api/admin/approve-order/${orderId}`)
  await importStatement()
  // Waits, because a browser that opens now does not wait for this session's writes.
  await eventually(
    () => call('GET', '/api/admin/reports/overview'),
    ({ result }) => result.today.sales.orders === 2 && result.last30.money.lines === 1,
  )
})

const figure = (page: Page, section: string, label: string) =>
  page
    .getByRole('region', { name: section })
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) })

drawn('each number of the overview links to the list behind it', async () => {
  const screens = await Promise.all(
    someOf(widths).map((width) => openStaff(width, '/dashboard/overview')),
  )
  await onEach(screens, async (screen) => {
    const { page } = screen
    const follow = async (section: string, label: string, expected: string) => {
      await followLink(page, '/dashboard/overview')
      const one = figure(page, section, label)
      expect(await one.locator('strong').textContent()).toBe(expected)
      await one.getByRole('link').press('Enter')
    }
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.getByText('the 30 days before').first().waitFor()
    await expectSoundScreen(screen, 'the overview')
    await page.getByText('as a table').first().click()
    const row = page.getByRole('row').filter({ hasText: formatNaira(150_000) })
    await row.first().waitFor()
    await expectSoundScreen(screen, 'a chart as a table')
    await follow('Today', 'Awaiting approval', '1')
    await page.getByText('1–1 of 1').waitFor()
    for (const section of ['Today', 'Last 30 days']) {
      await follow(section, 'Sold', formatNaira(150_000))
      const sum = page.getByRole('row').filter({ hasText: 'All together' })
      await sum.getByText(formatNaira(150_000)).first().waitFor()
    }
    await follow('Today', 'Orders placed', '3')
    await page.getByRole('row').filter({ hasText: 'All together' }).getByText('3').first().waitFor()
    await follow('What the bank says', 'Unmatched', '₦40,000.50')
    await page.getByText('1–1 of 1').waitFor()
    await screen.close()
  })
})

drawn(
  'the overview follows the shop: a new order is counted without moving any number',
  async () => {
    const screen = await openStaff(1440, '/dashboard/overview', administrator)
    const { page } = screen
    const placed = figure(page, 'Today', 'Orders placed')
    await placed.getByText('3', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'All products' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'All campaigns' }).count()).toBe(0)
    await expectSoundScreen(screen, 'the overview of an administrator')
    const places = () =>
      page.locator('.figure, .chart, .panel').evaluateAll((parts) =>
        parts.map((part) => {
          const { top, left, width, height } = part.getBoundingClientRect()
          return [top, left, width, height].map(Math.round).join(' ')
        }),
      )
    const before = await places()
    await placeOrder()
    await placed.getByText('4', { exact: true }).waitFor()
    expect(await places()).toEqual(before)
    await page.goto('/dashboard/reports')
    await page.getByText('SHA-256 of the rows').waitFor()
    expect(await page.getByRole('link', { name: 'Staff', exact: true }).count()).toBe(0)
    await screen.close()
  },
)

drawn('the widest reports fit a narrow desk, even with large sums and long durations', async () => {
  const screen = await openStaff(1280, '/dashboard/overview')
  const { page } = screen
  await page.route(/reports\/(sales|pipeline)/, async (route) => {
    const body = await (await route.fetch()).text()
    await route.fulfill({
      body: body
        .replace(/("\w+Naira":\d{5,})/g, (sum) => `${sum}00`)
        .replace(/("\w+MinutesP\d\d":)(null|\d+)/g, (_, name) => `${name}720`)
        .replace(/("pendingDaysMax":)(null|\d+)/g, (_, name) => `${name}0`),
      contentType: 'application/json',
    })
  })
  await page.goto('/dashboard/reports')
  await page.locator('.report-totals').getByText('₦15,000,000').first().waitFor()
  await expectSoundScreen(screen, 'sales on a narrow desk')
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/dashboard/reports?report=pipeline')
    await page.locator('.report-totals').getByText('≤ 12 h').first().waitFor()
    await expectSoundScreen(screen, `durations on a desk of ${width}`)
  }
  // The background of the table's head does not cover the round corner.
  const corner = await page.locator('.report-table').evaluate((table) => {
    table.scrollIntoView({ block: 'center' })
    const { left, top } = table.getBoundingClientRect()
    return document.elementFromPoint(left + 2, top + 2)?.closest('th') ?? null
  })
  expect(corner).toBe(null)
  await screen.close()
})

drawn('a report is downloaded and issued, and is the same when run again', async () => {
  const url = '/dashboard/reports?report=locations'
  const screens = await Promise.all(someOf(widths).map((width) => openStaff(width, url)))
  await onEach(screens, async (screen) => {
    const { page } = screen
    await page.getByRole('rowheader', { name: 'Lagos' }).first().waitFor()
    await expectSoundScreen(screen, 'a report of places')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).press('Enter'),
    ])
    expect(download.suggestedFilename()).toMatch(/^locations-report-.*\.csv$/)
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toContain('Lagos')
    await page.getByLabel('A row for').selectOption({ label: 'A month' })
    await page.locator('td[data-label="Month from"]').getByText(/^1 /).first().waitFor()
    await expectSoundScreen(screen, 'places by month')
    await page.getByRole('button', { name: 'Issue' }).press('Enter')
    await page.getByRole('link', { name: 'See it' }).press('Enter')
    await page
      .getByRole('button', { name: /^Run again/ })
      .first()
      .press('Enter')
    await page.getByText('The report is the same', { exact: true }).waitFor()
    await expectSoundScreen(screen, 'an issued report, made again')
    await screen.close()
  })
})

drawn('a report that has changed shows which rows differ', async () => {
  const screen = await openStaff(360, '/dashboard/reports?report=issued')
  const { page } = screen
  const issued = await call('POST', '/api/admin/reports/sales/issue', { from: today, to: today })
  const { result } = await eventually(() =>
    call('GET', `/api/admin/reports/issued/${issued.reportId}`),
  )
  const sales = await call('GET', `/api/admin/reports/sales?from=${today}&to=${today}`)
  const other = { ...result, sha256: '0'.repeat(64), same: false, missing: sales.result.rows }
  await page.route('**/api/admin/reports/issued/*', (route) =>
    route.fulfill({ json: { result: other } }),
  )
  await page.reload()
  await page
    .getByRole('button', { name: /^Run again/ })
    .first()
    .press('Enter')
  await page.getByText('The report has changed').waitFor()
  await page.getByRole('heading', { name: 'Issued, but no longer in the report' }).waitFor()
  await expectSoundScreen(screen, 'a report that differs')
  await screen.close()
})

drawn('the day close links to the orders without money, and prints as one A4 page', async () => {
  const url = `/dashboard/reports/day/${today}`
  const screens = await Promise.all(someOf(widths).map((width) => openStaff(width, url)))
  await onEach(screens, async (screen) => {
    const { page, width } = screen
    await page.getByText('Pending at the end').waitFor()
    await page.getByText('This day isn’t over').waitFor()
    await expectSoundScreen(screen, 'the close of a day')
    await page.getByRole('link', { name: 'Without money' }).press('Enter')
    await page.getByRole('link', { name: 'All 2' }).waitFor()
    await page.getByText('1–2 of 2').waitFor()
    await expectSoundScreen(screen, 'the orders approved without money')
    await page.goBack()
    await page.getByText('Pending at the end').waitFor()
    if (width !== 1440) return
    const { pages, outside, text } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
    expect(pages).toHaveLength(1)
    expect(Math.abs((pages[0]?.width ?? 0) - 595)).toBeLessThan(2)
    expect(Math.abs((pages[0]?.height ?? 0) - 842)).toBeLessThan(2)
    expect(outside).toEqual([])
    for (const expected of [
      'Withoutmoney',
      '₦150,000',
      'FirstExampleBank',
      'notcosigned',
      'Closedby',
    ])
      expect(text).toContain(expected)
    for (const chrome of ['Previousday', 'OrderHistory', 'isn’tover', 'Print'])
      expect(text).not.toContain(chrome)
  })
  await Promise.all(screens.map(({ close }) => close()))
})

drawn(
  'a month is closed on one page, and its ZIP for the accountant is issued in one step',
  async () => {
    const month = today.slice(0, 7)
    const url = `/dashboard/reports/month/${month}`
    const screens = await Promise.all(someOf(widths).map((width) => openStaff(width, url)))
    await onEach(screens, async (screen) => {
      const { page } = screen
      await page.getByRole('row', { name: /^Net sales 2 ₦150,000/ }).waitFor()
      await page.getByRole('row', { name: /^Arrived ₦40,000.50/ }).waitFor()
      await page.getByRole('row', { name: /^Closing ₦40,000.50/ }).waitFor()
      await page.getByText('This month isn’t over').waitFor()
      await expectSoundScreen(screen, 'the close of a month')
      const { pages, outside, text } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
      expect([pages.length, outside]).toEqual([1, []])
      expect(text).toContain('Stillowednow')
      const before = (await call('GET', '/api/admin/reports/issued')).result.total
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'ZIP for the accountant' }).press('Enter'),
      ])
      expect(download.suggestedFilename()).toBe(`month-close-${month}.zip`)
      const chunks: Buffer[] = []
      for await (const chunk of await download.createReadStream()) chunks.push(chunk)
      const zip = Buffer.concat(chunks).toString()
      const reports = ['sales', 'money', 'products', 'campaigns', 'locations']
      for (const name of ['month-close', 'bank-transactions', ...reports])
        expect(zip).toContain(`${name}-${month}.csv`)
      expect(zip).toMatch(/"40000\.50",".*","unmatched"/)
      expect(zip).toContain('Sales,Net sales,150000.00')
      expect(zip).toContain('Receipts,Arrived,40000.50')
      await page.getByText('Issued for the accountant').waitFor()
      // All reports are as at one event, and each is the same when run again.
      const { total, data } = (await call('GET', '/api/admin/reports/issued')).result
      expect(total).toBeGreaterThanOrEqual(before + 5)
      for (const { reportId, sha256 } of data.slice(0, 5)) {
        expect(zip).toContain(sha256)
        const { result } = await call('GET', `/api/admin/reports/issued/${reportId}`)
        expect(result.same).toBe(true)
      }
      await screen.close()
    })
  },
)

drawn(
  'a failed load says so and recovers; a shop without orders says what is missing',
  async () => {
    const screen = await openStaff(360, '/dashboard/profile')
    const { page } = screen
    const paths = '**/api/admin/reports/**'
    screen.provokes('/api/admin/reports')
    const away = { isSuccessful: false, statusCode: 503, error: 'Service Unavailable' }
    const message = 'An event waits to be counted: please try again in a minute'
    await page.route(paths, (route) =>
      route.fulfill({ status: 503, json: { ...away, message, responseMessage: message } }),
    )
    for (const [url, what] of [
      ['/dashboard/overview', 'The overview could not be loaded'],
      ['/dashboard/reports', 'The report could not be loaded'],
      [`/dashboard/reports/month/${today.slice(0, 7)}`, 'The month close could not be loaded'],
      [`/dashboard/reports/day/${today}`, 'The day close could not be loaded'],
    ] as const) {
      await moveTo(page, url)
      await page.getByText(what).waitFor()
      await page.getByText(message).waitFor()
      screen.provokes('/api/admin/reports')
      await expectSoundScreen(screen, what)
    }
    expect(await page.getByText('This day isn’t over').count()).toBe(0)
    const asked = page.waitForRequest(paths)
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await asked
    // The report now loads by itself.
    await page.unroute(paths)
    await page.getByText('Pending at the end').waitFor()
    await page.goto('/dashboard/reports?from=2026-01-01&to=2026-01-02&report=products')
    await page.getByRole('heading', { name: 'Nothing in this period' }).waitFor()
    await expectSoundScreen(screen, 'an empty report')
    await page.goto('/dashboard/reports?from=2026-01-01&to=2026-01-02')
    await page.getByText('Nothing on these days').waitFor()
    await screen.close()
  },
)

draw()
