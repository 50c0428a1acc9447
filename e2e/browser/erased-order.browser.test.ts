import { someOf } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { expectSoundScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()
const erase = (id: string) => shop.call('DELETE', `/api/admin/orders/${id}/personal-data`)

test.each(
  someOf([360, 1440]),
)('S4.12 an erased order is returned, and offers only what works (%i px)', async (width) => {
  const id = await shop.placeOrder()
  await erase(id)
  const screen = await openStaff(width, `/dashboard/orders?search=${id}`)
  const { page, close } = screen
  const menu = async () => {
    await page.getByRole('button', { name: `Actions for order ${id}` }).click()
    const texts = await page.getByRole('menuitem').allInnerTexts()
    await page.keyboard.press('Escape')
    return texts
  }
  expect(await menu()).toEqual(['Approve', 'Archive', 'Assign', 'Full history'])
  await shop.call('PUT', `/api/admin/approve-order/${id}`)
  await page.goto(`/dashboard/orders?tab=confirmed&search=${id}`)
  expect(await menu()).toEqual(['Assign', 'Full history'])
  await page.getByLabel(`Status of order ${id}`).selectOption({ label: 'returned' })
  const dialog = page.getByRole('dialog', { name: 'Update Order Message' })
  await dialog.getByText('The personal data was erased').waitFor()
  expect(await dialog.getByLabel('Message to the customer').count()).toBe(0)
  await expectSoundScreen(screen, 'the return of an erased order')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await page.getByText('Order Message Updated').waitFor()
  await page.goto(`/dashboard/audit/${id}`)
  await page.getByText('returned').first().waitFor()
  expect(await page.getByRole('button', { name: 'Add note' }).count()).toBe(0)
  await close()
})

test('S4.12 the review queue offers no question and no note for an erased order', async () => {
  const id = await shop.placeOrder('Forgotten')
  await erase(id)
  const { page, close } = await openStaff(1440, '/dashboard/orders?view=review')
  const facts = page.getByRole('region', { name: `Order ${id}` })
  await facts.getByRole('button', { name: 'Approve' }).waitFor()
  for (const name of ['Ask', 'Add note'])
    expect(await facts.getByRole('button', { name, exact: true }).count()).toBe(0)
  for (const key of ['q', 'n']) await page.keyboard.press(key)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await close()
})
