import { eventuallySeldom } from '@strand/platform/testing/eventually'
import { someOf } from '@strand/platform/testing/random'
import { receiptPicture } from '@strand/workers/testing/receipt'
import { afterAll, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { startSpecificationShop } from '../testing/client.ts'
import { createCatalogue, placeOrder, proofUpload } from '../testing/fixtures.ts'
import { expectSoundScreen, openScreen, signIn } from './testing/screens.ts'

const shop = await startSpecificationShop({ readProofs: true })
afterAll(() => shop.close())
const browser = await launchBrowser()
afterAll(() => browser.close())

test('the review queue shows what the proof says, and says in words what differs from the order', async () => {
  const owner = await shop.signIn()
  const goods = await createCatalogue(shop, owner)
  const receipt = proofUpload(await receiptPicture(), 'mine.jpg', 'image/jpeg')
  const first = await placeOrder(shop, goods, { files: [receipt] })
  await placeOrder(shop, goods, { files: [receipt] })
  // Polls rarely, because the reader pauses during requests.
  await eventuallySeldom(
    async () => (await shop.get(`/api/admin/orders/${first}/proof-reading`, { as: owner })).text,
    (text) => text.includes('Its reference is on order'),
  )
  for (const width of someOf([1440, 360])) {
    const screen = await openScreen(browser, {
      address: shop.address,
      width,
      url: '/dashboard/orders?view=review',
    })
    const { page, close } = screen
    await signIn(page)
    await page.getByRole('region', { name: `Order ${first}` }).waitFor()
    const block = page.getByRole('region', { name: 'What the proof says' })
    await block.getByText('The proof says ₦40,000, but the order’s total is ₦146,500').waitFor()
    await block.getByText('Its reference is on order').waitFor()
    const said = await block.innerText()
    // The account is uncertain in this picture, so the field stays empty.
    for (const part of ['₦40,000', '23 Dec 2026', 'CHINEDU BELLO', 'RER-6971287887'])
      expect(said).toContain(part)
    expect(said).not.toMatch(/(?<![-\d])\d{10}(?!\d)/)
    await expectSoundScreen(screen, `what the proof says, at ${width}`)
    await close()
  }
})
