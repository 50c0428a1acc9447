import { expect, test } from 'vitest'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()

test.each([
  'pending',
  'confirmed',
])('a phone of 360 × 640 shows the first order without scrolling: %s', async (tab) => {
  const id = await shop.placeOrder()
  if (tab === 'confirmed') await shop.call('PUT', `/api/admin/approve-order/${id}`)
  const { page, close } = await openStaff(360, `/dashboard/orders?tab=${tab}`)
  await page.setViewportSize({ width: 360, height: 640 })
  const name = page.locator('[data-row]').first().getByRole('rowheader')
  await name.waitFor()
  const bottom = await name.evaluate((cell) => cell.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual(640)
  await close()
})
