import type { Sealed } from '@strand/contracts/envelope'
import { orderStream } from '@strand/contracts/order/id'
import type { EventStore, EventToAppend } from '@strand/event-sourcing/event-store/event-store'
import { expect, test } from 'vitest'
import {
  abroad,
  closed,
  curly,
  lagos,
  over,
  pickUp,
  running,
  straight,
} from '../../testing/stock.ts'
import {
  formOf,
  losingAnswers,
  openShop,
  ordersIn,
  type Shop,
  submit,
  uploaded,
} from '../../testing/test-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: stored events, looked into from outside
const createdOf = async (shop: Shop, orderId: string): Promise<any> =>
  (await shop.eventStore.readStream(orderStream(orderId)))[0]?.data

test('a submitted form becomes an order, priced by the shop, and is answered with its id', async () => {
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

test('the customer’s data is sealed under a key that only this order uses', async () => {
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
      submitted: { form: expect.any(String), files: [expect.any(String)] },
    },
  ])
})

test('the same key gives the same order and the same answer, even five times at once', async () => {
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

test('a repeated submission finds its order even if prices and uploads have changed since', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const first = await submit(shop, form, 'again')
  await shop.call('PUT', '/api/admin/update-product', {
    productid: straight.productid,
    productname: 'Bone Straight',
    price: 45_001,
  })
  await shop.project()
  expect((await submit(shop, form, 'again')).body).toEqual(first.body)
  await shop.call('DELETE', `/api/admin/delete-delivery-location/${lagos.locationid}`)
  await shop.project()
  await shop.pool.query('delete from upload')
  expect((await submit(shop, form, 'again')).body).toEqual(first.body)
})

test('a key with another order’s contents is refused, and reveals nothing about the first', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const first = await submit(shop, form, 'one key')
  const [line] = form.products
  const others: object[] = [
    { phone: '08039999999' },
    { email: 'eve@example.com' },
    { deliveryaddress: '6 Marina, Lagos Island' },
    { accountname: 'Eve Obi' },
    { location: pickUp.locationid, amount: 150_000 },
    { products: [{ ...line, quantity: 3 }, form.products[1]], amount: 197_500 },
    { files: [await uploaded(shop, 'bb')] },
    { files: [...form.files, await uploaded(shop)] },
    // Without the key's conflict, these would be refused for other reasons.
    { amount: 1 },
    { files: [{ fileUid: 'what', fileName: 'a.png', fileType: 'image/png' }] },
  ]
  for (const changes of others) {
    const other = await submit(shop, { ...form, ...changes }, 'one key')
    expect([changes, other.status]).toEqual([changes, 422])
    expect(JSON.stringify([other.body, other.headers])).not.toContain(first.body.orderId)
    expect(other.headers['x-position']).toBeUndefined()
  }
  expect(await ordersIn(shop)).toHaveLength(1)
  expect((await submit(shop, form, 'one key')).body).toEqual(first.body)
})

test('if two orders come at once under one key, one is taken and the other refused', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const forms = [form, { ...form, phone: '08039999999' }]
  const answers = await Promise.all(forms.map((each) => submit(shop, each, 'at once')))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  expect(await ordersIn(shop)).toHaveLength(1)
})

test('fields that the form fills in, and a second upload of the same file, do not make another order', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const first = await submit(shop, form, 'one key')
  const products = form.products.map((line) => ({ ...line, price: 1, amount: 1 }))
  for (const changes of [
    { products },
    { salesid: running.salesid },
    { files: [await uploaded(shop)] },
  ])
    expect((await submit(shop, { ...form, ...changes }, 'one key')).body).toEqual(first.body)
})

test('an erased order matches no submission; one from before contents were kept matches its key', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const first = await submit(shop, form, 'erased')
  const { personal } = await createdOf(shop, first.body.orderId)
  await shop.personalData.erase(personal.keyId)
  expect((await submit(shop, form, 'erased')).status).toBe(422)

  const old = await openShop(withoutContents)
  const before = await submit(old, await formOf(old), 'old')
  const again = await submit(old, await formOf(old, { phone: '08039999999' }), 'old')
  expect(again.body).toEqual(before.body)

  function withoutContents(store: EventStore): EventStore {
    const stripped = async (event: EventToAppend): Promise<EventToAppend> => {
      const sealed = event.data.personal as Sealed
      const key = await old.personalData.load(sealed.keyId)
      const [opened] = await old.personalData.open([sealed])
      if (!key || !opened) throw new Error('no key')
      const { submitted: _, ...rest } = opened
      return { ...event, data: { ...event.data, personal: old.personalData.seal(key, rest) } }
    }
    return {
      ...store,
      append: async (stream, events, expected) =>
        store.append(stream, await Promise.all(events.map(stripped)), expected),
    }
  }
})

test('a total that differs from the shop’s own is refused with the new one', async () => {
  const shop = await openShop()
  const { status, body } = await submit(shop, await formOf(shop, { amount: 150_000 }))
  expect(status).toBe(409)
  expect(body.message).toContain('the total is now ₦152,500')
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

test('a pick-up needs no address and keeps none, and only orders abroad have a country', async () => {
  const shop = await openShop()
  const location = { location: pickUp.locationid, amount: 150_000, country: 'Ghana' }
  const { status, body } = await submit(shop, await formOf(shop, location))
  expect(status).toBe(201)
  const created = await createdOf(shop, body.orderId)
  expect(created).toMatchObject({ country: '', location: { address: '1 Allen Avenue, Ikeja' } })
  const [personal] = await shop.personalData.open([created.personal])
  expect(personal).toMatchObject({ deliveryAddress: '', postalCode: '' })
})

test('all other orders need an address', async () => {
  const shop = await openShop()
  const { status, body } = await submit(shop, await formOf(shop, { deliveryaddress: ' ' }))
  expect([status, body.message]).toEqual([400, 'Please enter delivery address'])
})

test('an order names its running campaign; if the campaign has ended, it is taken without one', async () => {
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

test('an upload can be used for 23 hours, and an unknown one never', async () => {
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
  const wrongTypes = {
    phone: ['.....', 'Please enter phone number!'],
    products: [null, 'Please select a product'],
    files: ['x', 'Please upload your proof of payment'],
    country: [5, "Something's not right with your request, try again"],
    amount: ['1', "Something's not right with your request, try again"],
  }
  for (const [field, [value, message]] of Object.entries(wrongTypes))
    expect((await submit(shop, { ...form, [field]: value })).body).toMatchObject({
      message,
      details: [{ path: field, message }],
    })
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

test('contact details are normalized, however they were typed, and count as one submission', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const pasted = {
    firstname: ' Ada ',
    phone: '+234 803 123 4567',
    accountname: 'Ada   Obi',
    instagramusername: 'https://www.instagram.com/ada.obi?igsh=x',
  }
  const first = await submit(shop, { ...form, ...pasted }, 'typed')
  expect(first.status).toBe(201)
  const { personal } = await createdOf(shop, first.body.orderId)
  expect((await shop.personalData.open([personal]))[0]).toMatchObject({
    firstName: 'Ada',
    phone: '08031234567',
    accountName: 'Ada Obi',
    instagramUsername: 'ada.obi',
  })
  expect((await submit(shop, form, 'typed')).body).toEqual(first.body)
})

test('a phone number that cannot exist in its country is refused with the reason', async () => {
  const shop = await openShop()
  const statusOf = async (countrycode: string, phone: string) =>
    (await submit(shop, await formOf(shop, { countrycode, phone }))).body.details ?? 'taken'
  const refused = (message: string) => [{ path: 'phone', message }]
  const elevenDigits = 'a Nigerian phone number has 11 digits, like 0803 123 4567'
  for (const [country, phone, text] of [
    ['NG', '12345', `5 digits are missing: ${elevenDigits}`],
    ['GH', '+234 803 123', `+234 is Nigeria. 4 digits are missing: ${elevenDigits}`],
    ['NG', '08031234567 or 08098765432', 'These are two phone numbers: please enter one'],
    [
      'GB',
      '12345',
      'This phone number is too short for United Kingdom: a digit is missing, or it belongs to another country',
    ],
    [
      'GH',
      '08031234567',
      'This phone number is too long for Ghana: it has an extra digit, or belongs to another country',
    ],
    [
      'NG',
      '+44 20 79',
      'This phone number is too short for its country: a digit is missing, or it belongs to another country',
    ],
    [
      'NG',
      '+999 123 4567',
      'No country has phone numbers that start like this: please check the digits after the +',
    ],
  ] as const)
    expect(await statusOf(country, phone)).toEqual(refused(text))
  for (const [country, phone] of [
    ['NG', '8031234567'],
    ['GB', '020 7946 0018'],
    ['GH', '+234 803 123 4567'],
    ['NG', '+44 20 7946 0018'],
    ['GH', '0241234567'],
    ['AQ', '123456'],
  ] as const)
    expect(await statusOf(country, phone)).toBe('taken')
})

test('a key is up to 255 plain characters', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  expect((await submit(shop, form, 'x'.repeat(256))).status).toBe(400)
  expect((await submit(shop, form, 'x'.repeat(255))).status).toBe(201)
})

test('until the catalogue can be read, customers are asked to try again', async () => {
  const shop = await openShop()
  await shop.pool.query('drop view read.product')
  const { status, headers } = await submit(shop, await formOf(shop))
  expect(status).toBe(503)
  expect(headers['retry-after']).toBeDefined()
})
