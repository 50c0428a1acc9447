import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { openScreen, type SeededShop, signIn, startSeededShop } from './testing/screens.ts'

let shop: SeededShop
let browser: Awaited<ReturnType<typeof launchBrowser>>
const space = { free: 50e9, total: 100e9 }

beforeAll(async () => {
  shop = await startSeededShop({ diskReserve: { share: 0.2, bytes: 0 } })
  shop.files.space = async () => space
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

test('archived orders are erased in bulk after typing how many there are, and a full disk is reported', async () => {
  for (const name of ['Spam', 'Scam'])
    await shop.call('DELETE', `/api/admin/delete-order/${await shop.placeOrder(name)}`)
  space.free = 10e9
  const { address } = shop
  const url = '/dashboard/orders?tab=archived'
  const { page, complaints, close } = await openScreen(browser, { address, width: 1440, url })
  await signIn(page)
  await page.getByRole('alert').getByText('The disk is nearly full').waitFor()
  await page.getByText('Ada Scam').first().waitFor()
  for (const box of await page.getByRole('checkbox', { name: /^Select order/ }).all())
    await box.check()
  await page.getByRole('button', { name: 'Bulk actions (2)' }).click()
  await page.getByRole('menuitem', { name: 'Erase personal data of selected' }).click()
  const erase = page.getByRole('button', { name: 'Erase 2 orders permanently' })
  expect(await erase.isDisabled()).toBe(true)
  await page.getByLabel('Type the number of orders to continue').fill('2')
  await erase.click()
  await page.getByText('The personal data of 2 of 2 orders has been erased').waitFor()
  await expect.poll(() => page.getByText('Ada Scam').count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})
