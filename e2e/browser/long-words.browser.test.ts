import { eventually } from '@strand/platform/testing/eventually'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { overflowPixels } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { visits } from './testing/visits.ts'

const { shop, browser, openStaff } = await openSeededSuite()
const { call } = shop
const long = 'W'.repeat(60)
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
).toString('base64')

/** An order in which each text of the customer is a single word of the maximum length. */
const placeWordy = async (
  productid: string,
  location: string,
  email = `${'w'.repeat(60)}@${'w'.repeat(60)}.example`,
): Promise<string> => {
  const { orderId } = await call('POST', '/api/create-order', {
    firstname: long,
    lastname: long,
    email,
    countrycode: 'NG',
    phone: '08031234567',
    instagramusername: 'w'.repeat(30),
    location,
    deliveryaddress: 'W'.repeat(400),
    accountname: long,
    tandc: true,
    products: [
      { productid, productname: long, price: 99_999_999, quantity: 1, amount: 99_999_999 },
    ],
    files: [
      { fileType: 'application/pdf', fileName: `${long}.pdf`, fileUid: '1', base64Image: pdf },
    ],
    amount: 100_002_999,
    salesid: '',
  })
  return orderId
}

test('S5.35: the longest unbroken words do not widen any staff screen', async () => {
  const product = { productname: long, price: 99_999_999 }
  const { productid } = await call('POST', '/api/admin/create-product', product)
  const place = { location: long, price: 3_000 }
  const { locationid } = await call('POST', '/api/admin/create-delivery-location', place)
  await placeWordy(productid, locationid)
  const confirmed = await placeWordy(productid, locationid)
  const shipped = await placeWordy(productid, locationid)
  for (const id of [confirmed, shipped, await shop.placeOrder()])
    await call('PUT', `/api/admin/approve-order/${id}`)
  const orderMessage = 'W'.repeat(300)
  const status = { orderId: shipped, orderStatus: 'shipped', orderMessage }
  await call('PUT', `/api/order/${shipped}/status`, status)
  await call('POST', `/api/admin/orders/${shipped}/notes`, { text: 'W'.repeat(300) })

  const ofOwner = Object.values(visits)
    .flat()
    .filter(({ by, leadsTo }) => by === 'owner' && !leadsTo)
  const shippedTab = { url: '/dashboard/orders?tab=shipped', shows: shipped }
  // Anything that is too wide shows on the narrow screen first.
  for (const width of [320, 1440].slice(0, repetitions({ usual: 1, long: 2 }))) {
    const { page, close } = await openStaff(width, '/dashboard/profile')
    for (const { url, shows } of [...ofOwner, shippedTab]) {
      await page.goto(url.replace('{order}', shipped))
      await page.getByRole('main').getByText(shows).filter({ visible: true }).first().waitFor()
      expect(await overflowPixels(page), `${url} at ${width} px`).toBe(0)
    }
    await close()
  }
})

test('S5.35: the longest unbroken words do not widen any mail', async () => {
  const product = { productname: `${long}M`, price: 99_999_999 }
  const { productid } = await call('POST', '/api/admin/create-product', product)
  const place = { location: `${long}M`, price: 3_000 }
  const { locationid } = await call('POST', '/api/admin/create-delivery-location', place)
  // The address differs from that of the previous test, whose orders may have used up its emails
  // for this hour.
  const id = await placeWordy(productid, locationid, `${'m'.repeat(60)}@${'m'.repeat(60)}.example`)
  const ofOrder = async () =>
    (await shop.mails()).filter(({ subject = '' }) => subject.includes(id))
  // Waits for each email, because there is no email about a status that has changed again.
  await eventually(async () => (await ofOrder()).length, 1)
  await call('PUT', `/api/admin/approve-order/${id}`)
  await eventually(async () => (await ofOrder()).length, 2)
  const status = { orderId: id, orderStatus: 'shipped', orderMessage: 'W'.repeat(300) }
  await call('PUT', `/api/order/${id}/status`, status)
  await eventually(async () => (await ofOrder()).length, 3)
  for (const width of [360, 600]) {
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    for (const { subject, html = '' } of await ofOrder()) {
      expect(html).toContain('W'.repeat(30))
      // Without a monospaced font, ids differ in width: this one is the widest.
      await page.setContent(html.replaceAll(id, 'WWWW-WWWW-WWWW'))
      expect(await overflowPixels(page), `${subject} at ${width} px`).toBe(0)
    }
    await context.close()
  }
})
