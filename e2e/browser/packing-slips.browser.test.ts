import { randomBytes, randomUUID } from 'node:crypto'
import { type OrderLine, orderEvents } from '@strand/contracts/order/events'
import { orderIdFromBytes, orderStream } from '@strand/contracts/order/id'
import { withMetadata } from '@strand/platform/http/command-origin'
import { someOf } from '@strand/platform/testing/random'
import { orderEventsFor } from '@strand/projections/testing/order'
import jsQr from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readPdf } from './testing/pdf.ts'
import { expectSoundScreen, onEach } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { chooseFrom } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()

const longName = 'Bone straight, double drawn, natural black, 30 inches, 300 grams, with a closure'
const line = (product: string, nth: number): OrderLine => ({
  productId: `p${nth}`,
  product,
  price: 12_345,
  quantity: nth + 1,
  amount: 12_345,
})

const confirmedOrder = async (lastName: string, products: string[]) => {
  const orderId = orderIdFromBytes(randomBytes(8))
  const order = orderEventsFor(shop.personalData, await shop.personalData.take(), orderId)
  const at = new Date(Date.now() - 10 * 24 * 3_600_000)
  const actor = { kind: 'customer', id: orderId } as const
  const origin = { commandId: randomUUID(), correlationId: randomUUID(), at, actor }
  const personal = {
    lastName,
    deliveryAddress: 'Flat 7, 125B Admiralty Way, behind the blue gate, Lekki Phase 1',
    phone: '0803 555 0199',
  }
  const lines = products.map(line)
  await shop.eventStore.append(
    orderStream(orderId),
    [order.created(personal, { lines }), order.approved()].map(withMetadata(orderEvents, origin)),
    'no-stream',
  )
  return orderId
}

const openSlips = async (search: string, width = 1440) => {
  const screen = await openStaff(width, `/dashboard/orders?tab=confirmed&search=${search}`)
  const { page } = screen
  await page
    .getByRole('checkbox', { name: /^Select order/ })
    .first()
    .waitFor()
  for (const box of await page.getByRole('checkbox', { name: /^Select order/ }).all())
    await box.check()
  await chooseFrom(page, /^Bulk actions/, 'Print packing slips')
  await page.getByRole('article').first().waitFor()
  return screen
}
const choose = (page: Page, label: string, option: string) =>
  page.getByLabel(label).selectOption({ label: option })
const print = async (page: Page) => readPdf(await page.pdf({ preferCSSPageSize: true }))
const plain = (text: string) => text.replaceAll(/\s/g, '')

/** In points, the unit of a PDF. */
const papers: [name: string, width: number, height: number][] = [
  ['A4', 595, 842],
  ['A6', 298, 420],
  ['80 mm roll', 227, 454],
]

test('slips are printed one per page on each paper size, and nothing is cut off', async () => {
  const short = await Promise.all(
    ['Paperone', 'Papertwo'].map((name) => confirmedOrder(name, ['Wig cap', longName])),
  )
  const manyItems = Array.from({ length: 25 }, (_, nth) => `${nth} ${longName}`)
  const long = await confirmedOrder('Paperthree', manyItems)
  const { page, close } = await openSlips('paper')
  for (const [paper, width, height] of papers) {
    await choose(page, 'Paper', paper)
    const { pages, outside, text } = await print(page)
    expect(outside, paper).toEqual([])
    for (const printed of pages) {
      expect(Math.abs(printed.width - width), paper).toBeLessThan(2)
      expect(Math.abs(printed.height - height), paper).toBeLessThan(2)
    }
    for (const [id, name] of [
      [short[0], 'Ada Paperone'],
      [short[1], 'Ada Papertwo'],
    ] as const) {
      const [own, ...more] = pages.filter((printed) => printed.text.includes(id ?? ''))
      expect(more, paper).toEqual([])
      for (const expected of [name, '125B Admiralty Way', 'Lagos', '0803 555 0199', longName])
        expect(own?.text, paper).toContain(plain(expected))
      for (const other of [long, ...short].filter((other) => other !== id))
        expect(own?.text, paper).not.toContain(other)
    }
    for (const item of manyItems) expect(text, paper).toContain(plain(item))
    for (const chrome of ['Backtotheorders', 'Contents', 'Users', 'Strand.'])
      expect(text, paper).not.toContain(chrome)
  }
  await close()
})

test('prices are printed only if chosen, and a label has only the address', async () => {
  await confirmedOrder('Pricey', ['Wig cap'])
  const { page, close } = await openSlips('pricey')
  expect((await print(page)).text).not.toMatch(/₦|12,345|94,000/)
  await choose(page, 'Contents', 'Address, items and prices')
  expect((await print(page)).text).toMatch(/₦12,345.*₦94,000/)
  await choose(page, 'Contents', 'Address only')
  const { text, pages } = await print(page)
  expect(text).toContain('AdaPricey')
  expect(text).not.toMatch(/Wigcap|₦/)
  expect(pages).toHaveLength(1)
  await page.getByRole('button', { name: 'Back to the orders' }).click()
  await page.getByRole('button', { name: 'Bulk actions (1)' }).waitFor()
  await close()
})

test('a slip from a row’s menu has a QR code of the order’s id, and fits every screen', async () => {
  const id = await confirmedOrder('Coded', ['Wig cap', longName])
  const screens = await Promise.all(
    someOf([360, 768, 1440]).map((width) => openSlips('coded', width)),
  )
  await onEach(screens, async (screen) => {
    const { page } = screen
    await expectSoundScreen(screen, 'the slips')
    await page.getByRole('button', { name: 'Back to the orders' }).click()
    await chooseFrom(page, `Actions for order ${id}`, 'Print packing slip')
    const slip = page.getByRole('article', { name: `Slip of order ${id}` })
    const picture = sharp(await slip.getByRole('img').screenshot()).ensureAlpha()
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    expect(jsQr.default(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(id)
    await screen.close()
  })
})
