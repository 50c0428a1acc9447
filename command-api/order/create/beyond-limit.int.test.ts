import { heldClock } from '@strand/platform/testing/held-clock'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  beginsOf,
  formFor,
  formOf,
  openShop,
  ordersIn,
  uploadForm,
} from '../../testing/test-shop.ts'

/** A shop with one address for all customers. Its clock advances only while they wait. */
const openMast = async () => {
  const { clock, until } = heldClock()
  const shop = await openShop(undefined, { rateLimits: true }, { clock })
  const post = async (url: string, payload: object, headers = {}) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url,
      headers: { 'x-forwarded-for': '203.0.113.7', ...headers },
      payload,
    })
    const { statusCode: status } = answer
    return { status, retryAfter: answer.headers['retry-after'], body: answer.json() }
  }
  const order = (form: object) => post('/api/create-order', form)
  return { shop, clock, until, post, order }
}

test('beyond an address’s limit, orders with their own upload are taken one after the other', async () => {
  const { shop, clock, until, order } = await openMast()
  // Refused orders count, too.
  for (let sent = 0; sent < 60; sent++) expect((await order({})).status).toBe(400)

  const forms = [await formOf(shop), await formOf(shop), await formOf(shop)]
  const orders = forms.map(order)
  // The first order does not wait. Each of the others waits for the pause after the one before it.
  expect((await Promise.race(orders)).status).toBe(201)
  expect(clock.now()).toBe(0)
  const taken = await until(Promise.all(orders))
  expect(taken.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(clock.now()).toBeGreaterThanOrEqual(2_000)
  expect(await ordersIn(shop)).toHaveLength(3)

  const again = await until(order(await formOf(shop, { files: forms[0]?.files })))
  expect([again.status, again.body.details?.[0]?.path]).toEqual([400, 'files.0'])
  const inline = { fileUid: '1', fileName: 'a.pdf', fileType: '', base64Image: 'JVBERi0xLjcK' }
  const withFile = async () => order(await formOf(shop, { files: [inline] }))
  // Files in an order's body take the shop's disk while the order waits, so only a few such orders
  // may wait.
  const inside = await until(Promise.all([withFile(), withFile(), withFile()]))
  expect(inside.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await ordersIn(shop)).toHaveLength(6)
})

test('140 customers behind one address upload a proof and order within an hour, and all are taken', async () => {
  const { shop, clock, until, post, order } = await openMast()
  const answers: number[] = []
  for (let batch = 0; batch < 35; batch++) {
    // Four at a time, as many as may upload at the same time.
    const customers = Array.from({ length: 4 }, async (_, nth) => {
      const picture = await sharp({
        create: { width: 30 + batch, height: 30 + nth, channels: 3, background: 'white' },
      })
        .jpeg()
        .toBuffer()
      const code = await post('/api/payment-codes', {})
      const form = uploadForm(picture, 'receipt.jpg', 'image/jpeg')
      const proof = await post('/api/uploads', form.payload, form.headers)
      const { fileUid, fileName, fileType } = proof.body
      const placed = await order(formFor([{ fileUid, fileName, fileType }]))
      answers.push(code.status, proof.status, placed.status)
    })
    await until(Promise.all(customers))
  }
  expect(answers).toEqual(answers.map(() => 201))
  expect(await ordersIn(shop)).toHaveLength(140)
  // All but the first sixty had to wait for a turn, and all were done well within the hour.
  expect(clock.now()).toBeGreaterThan(75_000)
  expect(clock.now()).toBeLessThan(3_000_000)
}, 120_000)

test('beyond an address’s limit, reviews are taken one after the other', async () => {
  const { shop, clock, until, post, order } = await openMast()
  const { body } = await order(await formOf(shop))
  const review = (orderId: string) => post(`/api/order/${orderId}/review`, { review: 'Lovely' })
  for (let sent = 0; sent < 60; sent++) expect((await review('7K3Q-ZM9X-WD4T')).status).toBe(404)
  const taken = await until(Promise.all([1, 2, 3].map(() => review(body.orderId))))
  expect(taken.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(clock.now()).toBeGreaterThanOrEqual(2_000)
})

test('after an address has sent 300 files within an hour, the next ones are taken one per second', async () => {
  const { shop, clock, until, post } = await openMast()
  const upload = (content: string) => {
    const { payload, headers } = uploadForm(Buffer.from(content))
    return post('/api/uploads', payload, headers)
  }
  for (let sent = 0; sent < 300; sent++) expect((await upload('no file')).status).toBe(415)
  const begun = beginsOf(shop, clock)
  for (let sent = 0; sent < 5; sent++) {
    const { status } = await until(upload(`%PDF-1.7 ${sent}`))
    expect(status).toBe(201)
  }
  expect(begun).toEqual([0, 1_000, 2_000, 3_000, 4_000])
  expect(shop.files.kept.size).toBe(5)
})
