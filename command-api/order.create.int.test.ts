import { orderStream } from '@strand/contracts/order'
import { Rejected } from '@strand/platform/errors'
import type { EventStore } from '@strand/platform/event-store'
import { expect, test } from 'vitest'
import {
  abroad,
  closed,
  curly,
  formOf,
  openShop,
  over,
  pickUp,
  running,
  type Shop,
  straight,
  submit,
  uploaded,
} from './app.testing.ts'
import { settleReservedIds } from './order.ids.ts'

// biome-ignore lint/suspicious/noExplicitAny: stored events, looked into from outside
const createdOf = async (shop: Shop, orderId: string): Promise<any> =>
  (await shop.eventStore.readStream(orderStream(orderId)))[0]?.data

const ordersIn = async ({ pool }: Shop) =>
  (
    await pool.query<{ stream: string }>(
      `select stream from event_log.event where type = 'OrderCreated' order by position`,
    )
  ).rows.map(({ stream }) => stream)

test('a submitted form is an order, priced by the shop and answered with its id', async () => {
  const shop = await openShop()
  const { status, body, headers } = await submit(shop, await formOf(shop))
  expect(status).toBe(201)
  expect(body.orderId).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/)
  expect(body.result).toEqual({ orderId: body.orderId })
  expect(body.message).toContain(`Your order ${body.orderId} has been received`)
  expect(headers['x-position']).toBeDefined()
  expect(await createdOf(shop, body.orderId)).toMatchObject({
    orderId: body.orderId,
    lines: [
      {
        productId: straight.productid,
        product: 'Bone Straight',
        price: 45_000,
        quantity: 2,
        amount: 90_000,
      },
      {
        productId: curly.productid,
        product: 'Deep Curly',
        price: 60_000,
        quantity: 1,
        amount: 60_000,
      },
    ],
    location: { name: 'Lagos', address: '' },
    sales: null,
    subtotal: 150_000,
    deliveryPrice: 2_500,
    total: 152_500,
    files: [{ type: 'application/pdf' }],
  })
})

test('who ordered lies sealed under a key of that order alone', async () => {
  const shop = await openShop()
  const first = await createdOf(shop, (await submit(shop, await formOf(shop))).body.orderId)
  const second = await createdOf(shop, (await submit(shop, await formOf(shop))).body.orderId)
  expect(first.personal.keyId).not.toBe(second.personal.keyId)
  expect(await shop.personalData.open([first.personal])).toEqual([
    {
      firstName: 'Ada',
      lastName: 'Obi',
      email: 'ada@example.com',
      countryCode: 'NG',
      phone: '08031234567',
      instagramUsername: 'ada.obi',
      accountName: 'Ada Obi',
      deliveryAddress: '5 Marina, Lagos Island',
      postalCode: '',
      fileNames: ['proof.pdf'],
    },
  ])
})

test('the same key gives the same order and the same answer, also five times at once', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const answers = await Promise.all(Array.from({ length: 5 }, () => submit(shop, form, 'key 1')))
  answers.push(await submit(shop, form, 'key 1'))
  for (const answer of answers) {
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual(answers[0]?.body)
    expect(answer.headers['x-position']).toBe(answers[0]?.headers['x-position'])
  }
  expect(await ordersIn(shop)).toHaveLength(1)
  const other = await submit(shop, await formOf(shop), 'key 2')
  expect(other.body.orderId).not.toBe(answers[0]?.body.orderId)
  expect(await ordersIn(shop)).toHaveLength(2)
})

/** A log that takes the next batch and then loses the answer, as a crash would. */
const losingAnswers = () => {
  const loses = { next: false }
  const changes = (store: EventStore): EventStore => ({
    ...store,
    append: async (...batch) => {
      const result = await store.append(...batch)
      if (!loses.next) return result
      loses.next = false
      throw new Rejected('unavailable', 'The event log is not available')
    },
  })
  return { loses, changes }
}

test('a submission whose answer was lost after it reached the log is one order when sent again', async () => {
  const { loses, changes } = losingAnswers()
  const shop = await openShop(changes)
  const form = await formOf(shop)
  loses.next = true
  expect((await submit(shop, form, 'lost')).status).toBe(503)
  const again = await submit(shop, form, 'lost')
  expect(again.status).toBe(201)
  expect(await ordersIn(shop)).toEqual([orderStream(again.body.orderId)])
})

test('a repeated submission finds its order also when prices and uploads have changed since', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const first = await submit(shop, form, 'again')
  await shop.pool.query('update read.product set price = price + 1')
  expect((await submit(shop, form, 'again')).body).toEqual(first.body)
  await shop.pool.query(`update read.location set status = 'archived'`)
  await shop.pool.query('delete from upload')
  expect((await submit(shop, form, 'again')).body).toEqual(first.body)
})

test('a total that differs from the shop’s own is refused with the new one', async () => {
  const shop = await openShop()
  const { status, body } = await submit(shop, await formOf(shop, { amount: 150_000 }))
  expect(status).toBe(409)
  expect(body.message).toContain('the total is now NGN 152,500')
  expect(await ordersIn(shop)).toEqual([])
})

test('an archived or unknown product or location is refused', async () => {
  const shop = await openShop()
  const line = (named: object) => ({ products: [{ price: 1, quantity: 1, amount: 1, ...named }] })
  for (const named of [
    { productname: 'Old Wig' },
    { productname: 'No such thing' },
    { productname: 'Old Wig', productid: '00000000-0000-4000-8000-000000000013' },
  ]) {
    const { status, body } = await submit(shop, await formOf(shop, line(named)))
    expect(status).toBe(409)
    expect(body.message).toBe(
      `${named.productname} is no longer available, please choose another product`,
    )
  }
  for (const location of [closed.locationid, crypto.randomUUID(), 'nowhere'])
    expect((await submit(shop, await formOf(shop, { location }))).status).toBe(409)
})

test('an international order needs a country and a postal code', async () => {
  const shop = await openShop()
  const form = await formOf(shop, {
    location: abroad.locationid,
    amount: 180_000,
    deliveryaddress: '',
  })
  const refused = await submit(shop, form)
  expect(refused.status).toBe(400)
  expect(refused.body.details).toEqual([
    { path: 'country', message: 'Please select a country' },
    { path: 'postalcode', message: 'Please enter postal code' },
    { path: 'deliveryaddress', message: 'Please enter delivery address' },
  ])
  const where = { country: 'Ghana', postalcode: 'GA-144', deliveryaddress: 'Osu, Accra' }
  const taken = await submit(shop, { ...form, ...where })
  expect(taken.status).toBe(201)
  expect(await createdOf(shop, taken.body.orderId)).toMatchObject({ country: 'Ghana' })
})

test('a pick-up needs no address and keeps none, and only abroad has a country', async () => {
  const shop = await openShop()
  const location = { location: pickUp.locationid, amount: 150_000, country: 'Ghana' }
  const { status, body } = await submit(shop, await formOf(shop, location))
  expect(status).toBe(201)
  const created = await createdOf(shop, body.orderId)
  expect(created).toMatchObject({ country: '', location: { address: '1 Allen Avenue, Ikeja' } })
  const [personal] = await shop.personalData.open([created.personal])
  expect(personal).toMatchObject({ deliveryAddress: '', postalCode: '' })
})

test('everywhere else an address is needed', async () => {
  const shop = await openShop()
  const { status, body } = await submit(shop, await formOf(shop, { deliveryaddress: ' ' }))
  expect([status, body.message]).toEqual([400, 'Please enter delivery address'])
})

test('an order under a running campaign carries it, one whose campaign has ended is taken without', async () => {
  const shop = await openShop()
  const campaignOf = async (salesid: string) => {
    const { status, body } = await submit(shop, await formOf(shop, { salesid }))
    expect(status).toBe(201)
    return (await createdOf(shop, body.orderId)).sales
  }
  expect(await campaignOf(running.salesid)).toEqual({
    salesId: running.salesid,
    name: 'Black Friday',
  })
  for (const salesid of [over.salesid, crypto.randomUUID(), 'none'])
    expect(await campaignOf(salesid)).toBeNull()
})

test('an upload is good for 23 hours, and an unknown one for nothing', async () => {
  const shop = await openShop()
  const files = [await uploaded(shop)]
  const start = shop.clock.now.getTime()
  shop.clock.now = new Date(start + 22.9 * 3_600_000)
  expect((await submit(shop, await formOf(shop, { files }))).status).toBe(201)
  shop.clock.now = new Date(start + 23.1 * 3_600_000)
  const late = await submit(shop, await formOf(shop, { files }))
  expect(late.status).toBe(400)
  expect(late.body.details).toEqual([
    { path: 'files.0', message: 'proof.pdf has not been received, please upload it again' },
  ])
  const unknown = [{ fileUid: 'what', fileName: 'a.png', fileType: 'image/png' }]
  expect((await submit(shop, await formOf(shop, { files: unknown }))).status).toBe(400)
})

test('every rule of the form has the specification’s text', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const texts = {
    email: ['x', 'The input is not valid E-mail!'],
    location: ['', 'Please select a location'],
    accountname: ['', 'Please enter account name'],
    tandc: [false, 'Should accept terms and conditions'],
    products: [[], 'Please select a product'],
    files: [[], 'Please upload your proof of payment'],
  }
  for (const [field, [value, message]] of Object.entries(texts)) {
    const { status, body } = await submit(shop, { ...form, [field]: value })
    expect([status, body.message, body.details]).toEqual([400, message, [{ path: field, message }]])
  }
  const hostile = {
    quantity: [0, -1, 1.5, null, '2', 1e9],
    productname: ['', 'a\u0000b', '\ud800'],
  }
  for (const [field, values] of Object.entries(hostile))
    for (const value of values) {
      const products = [{ ...form.products[0], [field]: value }]
      expect((await submit(shop, { ...form, products })).status).toBe(400)
    }
})

test('a key is up to 255 plain characters', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  expect((await submit(shop, form, 'x'.repeat(256))).status).toBe(400)
  expect((await submit(shop, form, 'x'.repeat(255))).status).toBe(201)
})

// ---- reserved ids -----------------------------------------------------------------------------

const reserve = async (shop: Shop, count: number): Promise<string[]> => {
  const url = `/api/generate-paymentconfirmation-orderid?num=${count}`
  const answer = await shop.call('POST', url, undefined, { role: 'superadministrator' })
  expect(answer.status).toBe(200)
  expect(answer.headers['x-position']).toBeDefined()
  return answer.body.result
}

test('new orders use up reserved ids, oldest first, before fresh ones are made', async () => {
  const shop = await openShop()
  const reserved = [...(await reserve(shop, 2)), ...(await reserve(shop, 1))]
  expect(new Set(reserved).size).toBe(3)
  const ids = []
  for (const key of [undefined, 'key', undefined, undefined])
    ids.push((await submit(shop, await formOf(shop), key)).body.orderId)
  expect(ids.slice(0, 3)).toEqual(reserved)
  expect(reserved).not.toContain(ids[3])
})

test('32 orders at once on 20 reserved ids use each of them once', async () => {
  const shop = await openShop()
  const reserved = await reserve(shop, 20)
  const form = await formOf(shop)
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, index) =>
      submit(shop, form, index % 2 ? `k${index}` : undefined),
    ),
  )
  for (const { status } of answers) expect(status).toBe(201)
  const ids = answers.map(({ body }) => body.orderId)
  expect(new Set(ids).size).toBe(32)
  expect(reserved.filter((id) => ids.includes(id))).toHaveLength(20)
})

test('the same key gets one reserved id, however often and whenever it is sent', async () => {
  const shop = await openShop()
  const reserved = await reserve(shop, 3)
  const form = await formOf(shop)
  const answers = await Promise.all(Array.from({ length: 5 }, () => submit(shop, form, 'same')))
  answers.push(await submit(shop, form, 'same'))
  for (const { body } of answers) expect(body.orderId).toBe(reserved[0])
  expect(await ordersIn(shop)).toEqual([orderStream(reserved[0] ?? '')])
  expect((await submit(shop, form, 'next')).body.orderId).toBe(reserved[1])
})

test('ids reserved between two tries of one submission make no second order', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const first = await submit(shop, form, 'before')
  const [reserved] = await reserve(shop, 1)
  expect((await submit(shop, form, 'before')).body).toEqual(first.body)
  expect((await submit(shop, form)).body.orderId).toBe(reserved)
})

test('a crash after a reserved id was taken leaves one order under it when sent again', async () => {
  const { loses, changes } = losingAnswers()
  const shop = await openShop(changes)
  const [reserved] = await reserve(shop, 2)
  const form = await formOf(shop)
  // First the note of where the order is, then the order itself: each may be the last that is done.
  for (let tries = 0; tries < 2; tries++) {
    loses.next = true
    expect((await submit(shop, form, 'crash')).status).toBe(503)
  }
  expect((await submit(shop, form, 'crash')).body.orderId).toBe(reserved)
  expect(await ordersIn(shop)).toHaveLength(1)
})

test('an id that an order has already is never given to another, whatever the table says', async () => {
  const shop = await openShop()
  const [reserved] = await reserve(shop, 1)
  const form = await formOf(shop)
  expect((await submit(shop, form)).body.orderId).toBe(reserved)
  const free = 'update reserved_order_id set taken_by = null, used = false'
  for (const key of ['keyed', undefined]) {
    await shop.pool.query(free)
    const { status, body } = await submit(shop, form, key)
    expect(status).toBe(201)
    expect(body.orderId).not.toBe(reserved)
    if (key) expect((await submit(shop, form, key)).body.orderId).toBe(body.orderId)
  }
  expect(new Set(await ordersIn(shop)).size).toBe(3)
})

test('1 to 1000 ids are reserved at a time, by superadministrators', async () => {
  const shop = await openShop()
  const url = '/api/generate-paymentconfirmation-orderid'
  const ask = (query: string) =>
    shop.call('POST', `${url}${query}`, undefined, { role: 'superadministrator' })
  expect((await ask('')).body.message).toBe('Please enter the number of ids!')
  for (const num of ['0', '1001', '1.5', 'x', '-1'])
    expect((await ask(`?num=${num}`)).status).toBe(400)
  expect((await ask('?num=1,000')).body.result).toHaveLength(1000)
  expect((await shop.call('POST', `${url}?num=1`)).status).toBe(403)
})

test('a reserved id that was taken in vain is free again after an hour', async () => {
  const shop = await openShop()
  const [used, vain] = await reserve(shop, 2)
  const form = await formOf(shop)
  await submit(shop, form)
  await shop.pool.query(
    `update reserved_order_id set taken_by = coalesce(taken_by, 'dead'), taken_at = now() - interval '2 hours'`,
  )
  await settleReservedIds(shop)
  const { rows } = await shop.pool.query(
    'select order_id, used, taken_by is null as free from reserved_order_id order by sequence',
  )
  expect(rows).toEqual([
    { order_id: used, used: true, free: false },
    { order_id: vain, used: false, free: true },
  ])
  expect((await submit(shop, form)).body.orderId).toBe(vain)
})

test('while the shop’s shelves are not known yet, a customer is asked to try again', async () => {
  const shop = await openShop()
  await shop.pool.query('drop table read.product')
  const { status, headers } = await submit(shop, await formOf(shop))
  expect(status).toBe(503)
  expect(headers['retry-after']).toBeDefined()
})
