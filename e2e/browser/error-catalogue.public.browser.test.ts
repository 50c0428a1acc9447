import { truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { someOf } from '@strand/platform/testing/random'
import { beforeAll, expect, test } from 'vitest'
import {
  captureAnswer,
  expectNoNotice,
  expectNotice,
  invalidForm,
  otherUnanswered,
  runClockUntil,
  timedOut,
  withoutAnswers,
  withTimeouts,
} from './testing/notices.ts'
import {
  chooseProduct,
  confirmButton,
  fillCustomer,
  fillDelivery,
  sentOrderId,
} from './testing/payment-form.ts'
import { expectSoundScreen, onEach, openScreen, type Screen, widths } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, browser } = await openSeededSuite()
let screens: Screen[]
let receipt: string

/** Each screen orders a product of its own, whose price may change. */
const productFor = ({ width }: { width: number }) => `Bonnet ${width}`

beforeAll(async () => {
  await shop.call('POST', '/api/admin/create-delivery-location', {
    location: 'international',
    price: 40_000,
  })
  for (const width of widths)
    await shop.call('POST', '/api/admin/create-product', {
      productname: productFor({ width }),
      price: 5_000,
    })
  receipt = path.join(shop.folder, 'receipt.pdf')
  await writeFile(
    receipt,
    '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  )
  const url = '/terms-conditions'
  screens = await Promise.all(
    someOf(widths).map((width) => openScreen(browser, { address: shop.address, width, url })),
  )
  await onEach(screens, ({ page }) => page.clock.install())
})

test('List-loading and delivery-price failures: no toast, shown in place, with a way to continue', () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    await withoutAnswers(screen, 'GET /api/products', async () => {
      await page.goto('/confirm-payment')
      await fillCustomer(page)
      await runClockUntil(screen, page.getByText('The products could not be loaded.'))
      await expectNoNotice(screen)
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await chooseProduct(page, productFor(screen))

    await withoutAnswers(screen, 'GET /api/delivery-location', async () => {
      await page.reload()
      await runClockUntil(screen, page.getByText('The locations could not be loaded.'))
      await expectNoNotice(screen)
    })
    await page.getByRole('button', { name: 'Try again' }).click()

    const price = page.getByRole('status').filter({ hasText: 'Delivery price' })
    await withoutAnswers(screen, 'GET /api/delivery-location/', async () => {
      await page.getByRole('combobox', { name: 'Location' }).fill('Lagos')
      await page.getByRole('option', { name: 'Lagos' }).click()
      await runClockUntil(screen, price.getByText('could not be loaded'))
      await expectNoNotice(screen)
    })
    await price.getByRole('button', { name: 'Try again' }).click()
    await price.getByText('₦3,000').waitFor()
  }))

test("File errors: '{file} is of type {type} which is neither a png, jpg, jpeg or pdf file', '{file} is larger than 20mb.'", async () => {
  const big = path.join(shop.folder, 'big.pdf')
  await writeFile(big, '%PDF-1.4')
  await truncate(big, 20 * 1024 * 1024 + 1)
  await onEach(screens, async (screen) => {
    const files = screen.page.getByLabel('Proof of payment')
    await files.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    const ofType = 'a.txt is of type text/plain which is neither a png, jpg, jpeg or pdf file'
    await expectNotice(screen, { title: ofType, text: '' })
    await files.setInputFiles(big)
    await expectNotice(screen, { title: 'big.pdf is larger than 20mb.', text: '' })
  })
})

test(`Invalid form submit: '${invalidForm}'; order create, no response: the network error; timeout text after 30 s; failure with response: 'An error occured' with server message; success: 'Your order has been sent'`, () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    await fillDelivery(page, 'international', receipt)
    const confirm = async () => {
      await confirmButton(page).click()
    }
    await confirm()
    const text = 'Please select a country\nPlease enter postal code'
    await expectNotice(screen, { title: invalidForm, text })
    await page.getByLabel('Country').selectOption('Ghana')
    await page.getByLabel('Postal code').fill('GA-184')

    const calls = 'POST /api/create-order'
    await withoutAnswers(screen, calls, async () => {
      await confirm()
      await expectNotice(screen, timedOut)
      await page.getByText("We don't know yet whether your order arrived.").waitFor()
      await expectSoundScreen(screen, 'an order whose answer was lost')
    })
    await withTimeouts(screen, calls, async () => {
      await confirm()
      await page.getByRole('button', { name: 'Confirming order...' }).waitFor()
      await page.getByText('We are checking your order…').waitFor()
      await expectSoundScreen(screen, 'an order that is asked for again')
      await runClockUntil(screen, page.getByText(timedOut.text))
      await expectNotice(screen, timedOut)
    })

    // Only the shop knows that this phone number is impossible; the device accepts it.
    const refused = await captureAnswer(screen, calls, {
      work: async () => {
        await page.route('**/api/create-order', (route) =>
          route.continue({
            postData: { ...route.request().postDataJSON(), country: 'Nowhere' },
          }),
        )
        await confirm()
      },
    })
    expect(refused.status).toBe(400)
    await expectNotice(screen, { title: 'An error occured', text: refused.message })
    await page.unroute('**/api/create-order')

    await confirm()
    expect(await sentOrderId(page)).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    await page.getByRole('link', { name: 'Order again' }).waitFor()
    await expectSoundScreen(screen, 'the result')
  }))

test('Tracking failures: shown as notices', () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    const calls = 'GET /api/orders/0000-0000-0000'
    const track = async () => {
      await page.goto('/track-order')
      await page.getByLabel('Order id').fill('0000-0000-0000')
      await page.getByRole('button', { name: 'Track order' }).click()
    }
    await page.goto('/track-order')
    await page.getByRole('button', { name: 'Track order' }).click()
    await expectNotice(screen, { title: invalidForm, text: 'Please enter order id!' })
    screen.provokes('/api/orders/0000-0000-0000')
    const { status, message } = await captureAnswer(screen, calls, { work: track })
    expect(status).toBe(404)
    await page.getByRole('main').getByRole('alert').getByText(message).waitFor()
    await expectNotice(screen, { title: 'An error occured', text: message })
    await withoutAnswers(screen, calls, async () => {
      await track()
      await runClockUntil(screen, page.getByText(otherUnanswered.title))
      await expectNotice(screen, otherUnanswered)
    })
    await page.goto('/track-order')
    await withTimeouts(screen, calls, async () => {
      await page.getByLabel('Order id').fill('0000-0000-0000')
      await page.getByRole('button', { name: 'Track order' }).click()
      const notice = page.getByRole('region', { name: 'Notices' })
      await runClockUntil(screen, notice.getByText(timedOut.text))
      await expectNotice(screen, timedOut)
    })
  }))

test('Order-history fetch failure: no toast, shown in place', () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    const id = await shop.placeOrder()
    await withoutAnswers(screen, `GET /api/orders/${id}/history`, async () => {
      await page.goto(`/order-history/${id}`)
      await runClockUntil(screen, page.getByText('The history could not be loaded'))
      await expectNoNotice(screen)
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('list', { name: 'Statuses' }).getByText('pending').waitFor()
    const unknown = 'GET /api/orders/0000-0000-0000'
    screen.provokes('/api/orders/0000-0000-0000')
    const work = () => page.goto('/order-history/0000-0000-0000')
    const { message } = await captureAnswer(screen, unknown, { work })
    await page.getByRole('main').getByText(message).waitFor()
    await page.getByText('Compare it with the one in our email, or ask us below.').waitFor()
    await expectNoNotice(screen)
  }))

test("Review failures: shown as notices; success: 'Review Posted', and the form folds again", () =>
  onEach(screens, async (screen) => {
    const { page } = screen
    const post = () => page.getByRole('button', { name: 'Post review' }).click()
    const write = async (id: string) => {
      await page.goto(`/order-history/${id}`)
      await page.getByText('Review your order').click()
    }
    const review = page.getByLabel('Your review')
    const placeShipped = async () => {
      const orderId = await shop.placeOrder()
      await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
      const shipped = { orderId, orderStatus: 'shipped', orderMessage: '' }
      await shop.call('PUT', `/api/order/${orderId}/status`, shipped)
      return orderId
    }
    const erased = await placeShipped()
    await write(erased)
    await post()
    await expectNotice(screen, { title: invalidForm, text: 'Please type your review!' })
    await review.fill('Lovely hair')
    await page.getByText('11 of 5,000 characters').waitFor()
    const calls = `POST /api/order/${erased}/review`
    await withoutAnswers(screen, calls, async () => {
      await post()
      await expectNotice(screen, otherUnanswered)
    })
    const late = async () => {
      await post()
      await expectNotice(screen, timedOut)
    }
    await withTimeouts(screen, calls, late)
    const refused = await captureAnswer(screen, calls, {
      work: post,
      meanwhile: () => shop.call('DELETE', `/api/admin/orders/${erased}/personal-data`),
    })
    await expectNotice(screen, { title: 'An error occured', text: refused.message })

    const id = await placeShipped()
    await write(id)
    await review.fill('Lovely hair')
    const done = await captureAnswer(screen, `POST /api/order/${id}/review`, { work: post })
    await expectNotice(screen, { title: 'Review Posted', text: done.message })
    expect(await review.isVisible()).toBe(false)
  }))
