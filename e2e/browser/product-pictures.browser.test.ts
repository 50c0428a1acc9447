import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { someOf } from '@strand/platform/testing/random'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { closeForms, formSuite, openForms } from './testing/form-screens.ts'
import { fillCustomer } from './testing/payment-form.ts'
import { expectSoundScreen, onEach, openScreen, signIn } from './testing/screens.ts'

const suite = formSuite()
const photo = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer()

const longest = 'Lace frontal 13x4, transparent, medium brown knots'
beforeAll(async () => {
  const { call, uploadPicture } = suite.shop
  const add = async (productname: string, more: object) =>
    call('POST', '/api/admin/create-product', { productname, price: 45_000, ...more })
  const picture = await uploadPicture(await photo(300))
  await add('Bone straight', { group: 'Bundles', picture })
  await add(longest, { group: 'Lace', picture })
  for (let count = 1; count <= 12; count++) await add(`Bundle ${count}`, { group: 'Bundles' })
})

/** How far things on the screen have moved by themselves since a moment. */
const layoutShift = (page: Page, since: number) =>
  page.evaluate(
    (since) =>
      new Promise<number>((resolve) => {
        let sum = 0
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            sum += entry.hadRecentInput || entry.startTime < since ? 0 : entry.value
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => {
          add(observer.takeRecords())
          resolve(sum)
        }, 0)
      }),
    since,
  )

const headings = (page: Page) => page.getByRole('heading', { level: 3 }).allTextContents()
const found = (page: Page) => page.locator('.product-name').allTextContents()

test('products have pictures that do not shift, full names and groups; the search forgives typos', async () => {
  await openForms(suite)
  const landscape = await openScreen(suite.browser, {
    address: suite.shop.address,
    width: 740,
    url: '/confirm-payment',
  })
  await landscape.page.setViewportSize({ width: 740, height: 360 })
  suite.screens.push(landscape)
  await onEach(suite.screens, async (screen) => {
    const { page } = screen
    await fillCustomer(page)
    await page.getByRole('list', { name: 'Bundles' }).waitFor()
    const listed = await page.evaluate(() => performance.now())
    const open = page.getByRole('button', { name: 'Enlarge Bone straight' })
    const bone = open.locator('img')
    await bone.scrollIntoViewIfNeeded()
    await expect
      .poll(() => bone.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(await bone.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/[.]avif$/)
    expect(await bone.boundingBox()).toMatchObject({ width: 64, height: 64 })
    expect(await headings(page)).toEqual(['Bundles', 'Lace', 'Other products'])
    await open.press('Enter')
    const large = page.getByRole('dialog', { name: 'Bone straight' })
    const side = (await large.getByRole('img').boundingBox())?.width
    expect(side).toBeGreaterThan(250)
    await expectSoundScreen(screen, 'a large picture')
    await page.keyboard.press('Escape')
    await expect.poll(() => large.count()).toBe(0)
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)
    const name = page.getByText(longest, { exact: true })
    const linesCut = await name.evaluate(({ scrollHeight, clientHeight }) =>
      Math.round((scrollHeight - clientHeight) / 20),
    )
    expect(linesCut, `of the name at ${screen.width} px`).toBe(0)
    await expectSoundScreen(screen, 'products with pictures')
    expect(await layoutShift(page, listed)).toBe(0)

    const search = page.getByRole('searchbox', { name: 'Search products' })
    for (const typed of ['straight bone', 'BONE', 'straihgt', 'bóne']) {
      await search.fill(typed)
      await expect.poll(() => found(page), { message: typed }).toEqual(['Bone straight'])
    }
    await page.getByRole('button', { name: 'Add Bone straight' }).click()
    await page.getByLabel('Quantity of Bone straight').fill('2')
    await search.fill('')
    await expect.poll(() => headings(page)).toEqual(['Chosen', 'Bundles', 'Lace', 'Other products'])
    expect((await found(page))[0]).toBe('Bone straight')
    await expectSoundScreen(screen, 'a chosen product on top')
  })
  await closeForms(suite)
})

test('a row chosen by keyboard stays in place, and is at the top the next time', async () => {
  const { browser, shop } = suite
  const { page, close } = await openScreen(browser, {
    address: shop.address,
    width: 360,
    url: '/confirm-payment',
  })
  await fillCustomer(page)
  const add = page.getByRole('button', { name: 'Add Wig' })
  const more = page.getByRole('button', { name: 'One more of Wig' })
  const isFocused = (button: Locator) => button.evaluate((one) => one === document.activeElement)
  await add.waitFor()
  const before = await found(page)
  await add.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText('2 items').waitFor()
  expect(await found(page)).toEqual(before)
  expect(await isFocused(more)).toBe(true)
  // After its quantity returns to 0, the product can be added again.
  const less = page.getByRole('button', { name: 'Remove one Wig' })
  await less.press('Enter')
  await less.press('Enter')
  expect(await isFocused(add)).toBe(true)
  // A number may be deleted and typed again.
  await add.press('Enter')
  await page.getByLabel('Quantity of Wig').fill('')
  await page.getByLabel('Quantity of Wig').fill('2')
  await page.getByText('2 items').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.poll(async () => (await found(page))[0]).toBe('Wig')
  await close()
})

test('staff give a product a picture and a group, and replace and remove the picture', async () => {
  const { browser, shop } = suite
  const pictureFile = path.join(shop.folder, 'wig.jpg')
  const fake = path.join(shop.folder, 'fake.jpg')
  await writeFile(pictureFile, await photo(400))
  await writeFile(fake, 'no picture')
  const screens = await Promise.all(
    someOf([320, 1440]).map((width) =>
      openScreen(browser, { address: shop.address, width, url: '/dashboard/product' }),
    ),
  )
  await onEach(screens, async (screen) => {
    const { page, width } = screen
    await signIn(page)
    await page.getByRole('button', { name: 'Add New' }).click()
    await page.getByLabel('Product name').fill(`Bob wig ${width}`)
    await page.getByLabel('Price').fill('52000')
    await page.getByRole('combobox', { name: 'Group' }).fill('Wigs')
    const file = page.getByLabel('Picture')
    screen.provokes('/api/admin/product-pictures')
    await file.setInputFiles(fake)
    await page.getByText('fake.jpg is neither a PNG nor a JPEG picture').waitFor()
    await file.setInputFiles(pictureFile)
    await page.getByText('Replace').waitFor()
    await expectSoundScreen(screen, 'a product with a picture')
    await page.getByRole('button', { name: 'Add Product' }).press('Enter')
    const row = page.getByRole('rowheader')
    await row.getByRole('img', { name: `Bob wig ${width}` }).waitFor()
    await expectSoundScreen(screen, 'products with pictures')

    await page.getByRole('button', { name: `Actions for Bob wig ${width}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Remove' }).press('Enter')
    await page.getByText('Choose a picture').waitFor()
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Updated', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('img', { name: `Bob wig ${width}` }).count()).toBe(0)
  })
  await Promise.all(screens.map(({ close }) => close()))
  const { result } = await shop.call('GET', '/api/products')
  const wigs = result.filter(({ group }: { group: string }) => group === 'Wigs')
  expect(wigs.map(({ picture }: { picture: string }) => picture)).toEqual(screens.map(() => ''))
})
