import type { Page } from 'playwright-core'
import { fill, interceptApi, messageReply, press, type Screen } from './steps.ts'

const customer = (page: Page) =>
  fill(page, {
    'First name': 'Adaobi',
    'Last name': 'Okafor-Williams',
    Email: 'adaobi.okafor@mail.example',
    'Phone number': '0803 123 4567',
    'Instagram username': 'adaobi.hair',
  })
const products = async (page: Page) => {
  await customer(page)
  await press(page, 'Next page')
  for (const product of ['Bone straight 18 inches, 200 g', 'Satin bonnet'])
    await press(page, `Add ${product}`)
  await press(page, 'One more of Satin bonnet')
}
const toDelivery = async (page: Page) => {
  await products(page)
  await press(page, 'Next page')
  await page.getByRole('combobox', { name: 'Location' }).waitFor()
}
const location = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Location' }).fill(name)
  await page.getByRole('option', { name }).first().click()
}
/** A screenshot of the page serves as the receipt. */
const pick = async (page: Page, name = 'transfer-receipt-2026.png') => {
  const buffer = await page.screenshot()
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
}
const delivery = async (page: Page) => {
  await toDelivery(page)
  await location(page, 'Lagos')
  await fill(page, { 'Delivery address': '5 Marina Road, Lagos Island', 'Account name': 'Ada O.' })
  await pick(page)
  await page.getByText('Uploaded').waitFor()
  await page.getByRole('checkbox', { name: /terms/i }).check()
}
const confirm = (page: Page) => press(page, 'Confirm')

/** Chooses what to buy and where it goes, before the money is sent. */
const chooseToPay = async (page: Page) => {
  await press(page, 'Add Satin bonnet')
  await location(page, 'Lagos')
}
const pay = async (page: Page) => {
  await chooseToPay(page)
  await page.getByRole('button', { name: 'Copy Payment code' }).waitFor()
}

const form = (moment: string, lead: Screen['lead'], inSight = false): Screen => ({
  name: `confirm-payment.${moment}`,
  url: '/confirm-payment',
  ...(lead && { lead }),
  viewportOnly: inSight,
})

export const customerScreens: Screen[] = [
  { name: 'confirm-payment', url: '/confirm-payment' },
  form(
    'menu',
    (page) => page.getByRole('button', { name: 'Open the menu' }).click({ timeout: 2_000 }),
    true,
  ),
  form('1-filled', customer),
  form('1-errors', async (page) => {
    await fill(page, { 'First name': '', Email: 'ada@' })
    await page.getByLabel('Phone number').focus()
  }),
  form('2', async (page) => {
    await customer(page)
    await press(page, 'Next page')
  }),
  form('2-filled', products),
  form('2-in-sight', products, true),
  form('2-none-found', async (page) => {
    await products(page)
    await page.getByLabel('Search products').fill('umbrella')
  }),
  form('3', toDelivery),
  form('3-choices', async (page) => {
    await toDelivery(page)
    await page.getByRole('combobox', { name: 'Location' }).fill('o')
  }),
  form('3-filled', delivery),
  form('3-in-sight', delivery, true),
  form(
    '3-card',
    async (page) => {
      await delivery(page)
      await page.getByText('Copy account number').scrollIntoViewIfNeeded()
      await page.mouse.wheel(0, -260)
    },
    true,
  ),
  form('3-international', async (page) => {
    await toDelivery(page)
    await location(page, 'international')
  }),
  form('3-pick-up', async (page) => {
    await toDelivery(page)
    await location(page, 'Pick-up')
  }),
  form('3-errors', async (page) => {
    await delivery(page)
    await fill(page, { 'Delivery address': '' })
    await confirm(page)
  }),
  form('3-price-slow', async (page) => {
    await interceptApi(page, 'delivery-location/*', () => {})
    await toDelivery(page)
    await location(page, 'Lagos')
  }),
  form('3-price-failed', async (page) => {
    await interceptApi(page, 'delivery-location/*', (route) => route.abort())
    await toDelivery(page)
    await location(page, 'Lagos')
    await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 15_000 })
  }),
  form('3-uploading', async (page) => {
    await interceptApi(page, 'uploads', () => {})
    await toDelivery(page)
    await pick(page)
  }),
  form('3-upload-failed', async (page) => {
    await interceptApi(page, 'uploads', (route) => route.abort())
    await toDelivery(page)
    await pick(page)
    await page.getByRole('button', { name: /^Retry/ }).waitFor({ timeout: 15_000 })
  }),
  form('3-offline', async (page) => {
    await delivery(page)
    await page.context().setOffline(true)
  }),
  form('3-refused', async (page) => {
    const text = 'The price of a product has changed, please look at your order again'
    await interceptApi(page, 'create-order', (route) => route.fulfill(messageReply(text, 409)))
    await delivery(page)
    await confirm(page)
  }),
  form('3-sending', async (page) => {
    await interceptApi(page, 'create-order', () => {})
    await delivery(page)
    await confirm(page)
  }),
  form('4-sent', async (page) => {
    await delivery(page)
    await confirm(page)
    await page.getByRole('heading', { name: 'Your order has been sent' }).waitFor()
  }),
  { name: 'pay', url: '/pay' },
  { name: 'pay.chosen', url: '/pay', lead: pay },
  { name: 'pay.in-sight', url: '/pay', lead: pay, viewportOnly: true },
  {
    name: 'pay.no-code',
    url: '/pay',
    lead: async (page) => {
      const text = 'Too many requests, please wait a little and try again'
      await interceptApi(page, 'payment-codes', (route) => route.fulfill(messageReply(text, 429)))
      await chooseToPay(page)
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  { name: 'terms', url: '/terms-conditions' },
  { name: 'track-order.before', url: '/track-order' },
  { name: 'track-order', url: '/track-order?id={order}' },
  { name: 'track-order.unknown', url: '/track-order?id=7K3Q-ZM9X-WD4T', lead: async () => {} },
  { name: 'order-history', url: '/order-history/{order}' },
  {
    name: 'order-history.review',
    url: '/order-history/{order}',
    lead: async (page) => {
      await page.getByText('Review your order').click()
      await page.getByLabel('Your review').fill('Soft, full, and here within two days.')
    },
  },
  {
    name: 'order-history.reviewed',
    url: '/order-history/{order}',
    viewportOnly: true,
    lead: async (page) => {
      await page.getByText('Review your order').click()
      await page.getByLabel('Your review').fill('Soft, full, and here within two days.')
      await press(page, 'Post review')
      await page.getByText('Review Posted').waitFor()
    },
  },
  { name: 'not-found', url: '/nowhere' },
]
