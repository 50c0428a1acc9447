import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeNotices } from './testing/notices.ts'
import { expectSoundScreen, onEach, widths } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { archiveWithReason } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not on the screen`)
  return box
}

const lists = [
  { url: '/dashboard/orders', action: 'Bulk actions (1)', make: () => shop.placeOrder('Barred') },
  { url: '/dashboard/product', action: 'Archive selected', make: async () => {} },
  { url: '/dashboard/delivery-location', action: 'Archive selected', make: async () => {} },
  {
    url: '/dashboard/users',
    action: 'Archive selected',
    make: () =>
      shop.call('POST', '/api/admin/create-user', {
        firstname: 'Tola',
        lastname: 'Barred',
        phone: '08031234567',
        email: 'barred@strand.example',
        roleid: 'administrator',
      }),
  },
]

const chosenLists = someOf(lists, 2)
/** The widths are drawn once, so that all lists are tested at the same widths. */
const chosenWidths = someOf(widths)

test.each(chosenLists)('the selection bar is laid out on a fresh load: $url', async (list) => {
  await list.make()
  const screens = await Promise.all(chosenWidths.map((width) => openStaff(width, list.url)))
  await onEach(screens, async (screen) => {
    const { page, width } = screen
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/, disabled: false })
    await boxes.first().waitFor()
    expect((await boxOf(page, '.bulk-bar')).height).toBe(0)
    const before = await boxOf(page, 'tbody tr')
    await boxes.first().check()

    const bar = await boxOf(page, '.bulk-bar')
    expect(await boxOf(page, 'tbody tr'), 'the rows keep their place').toEqual(before)
    const end = bar.y + bar.height
    expect(end, 'it is at the end of the window').toBeGreaterThan(width < 500 ? 799 : 770)
    expect(end).toBeLessThanOrEqual(800)
    if (width < 500) expect(bar.width).toBeGreaterThan(width - 20)
    // The bar is on one line if there is room for it, with space around each part.
    if (width > 500) expect(bar.height).toBeLessThan(64)
    const action = page.getByRole('button', { name: list.action })
    const clear = page.getByRole('button', { name: 'Clear', exact: true })
    const [left, right] = [await action.boundingBox(), await clear.boundingBox()]
    expect((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0)).toBeGreaterThanOrEqual(4)
    await action.click({ trial: true })
    await expectSoundScreen(screen, 'a selection')

    await clear.click()
    expect((await boxOf(page, '.bulk-bar')).height).toBe(0)
    await screen.close()
  })
})

test('the undo bar and the selection bar fit side by side', async () => {
  const opened = someOf(widths).map(async (width) => {
    const name = `Undone${width}`
    const ids = [await shop.placeOrder(name), await shop.placeOrder(name)]
    return { ids, screen: await openStaff(width, `/dashboard/orders?search=${name}`) }
  })
  for (const { ids, screen } of await Promise.all(opened)) {
    const { page, width } = screen
    const [archived = '', selected = ''] = ids
    await archiveWithReason(page, `Actions for order ${archived}`, 'Archive')
    await page.locator('.undo-bar', { hasText: archived }).waitFor()
    // A key closes the notices, because a notice may disappear before a click reaches it.
    await closeNotices(screen)
    await page.getByRole('checkbox', { name: `Select order ${selected}` }).check()
    await page.getByRole('button', { name: 'Bulk actions (1)' }).waitFor()
    const [undo, bar] = [await boxOf(page, '.undo-bar-inside'), await boxOf(page, '.bulk-bar')]
    const apart = undo.y + undo.height <= bar.y || bar.y + bar.height <= undo.y
    expect(apart, `the undo lies over the selection at ${width} px`).toBe(true)
    await page.getByRole('button', { name: 'Bulk actions (1)' }).click({ trial: true })
    await expectSoundScreen(screen, 'an undo beside a selection')
    await screen.close()
  }
})
