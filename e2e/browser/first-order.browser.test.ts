import { expect, test } from 'vitest'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { followLink } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()

test('a phone of 360 × 640 shows the first order without scrolling', async () => {
  const ids = { confirmed: await shop.placeOrder(), pending: await shop.placeOrder() }
  await shop.call('PUT', `/api/admin/approve-order/${ids.confirmed}`)
  const { page, close } = await openStaff(360, '/dashboard/profile')
  await page.setViewportSize({ width: 360, height: 640 })
  for (const [tab, id] of Object.entries(ids)) {
    await followLink(page, `/dashboard/orders?tab=${tab}`)
    const name = page.locator(`[data-row="${id}"]`).getByRole('rowheader')
    await name.waitFor()
    const bottom = await name.evaluate((cell) => cell.getBoundingClientRect().bottom)
    expect(bottom, tab).toBeLessThanOrEqual(640)
  }
  await close()
})
