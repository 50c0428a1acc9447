import { expect, test } from 'vitest'
import { detailMessages, type Row } from '../testing/client.ts'
import { orderForm, placeOrder } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'

const { shop, owner, goods, row, submit } = await openOrderSuite()

test('S1.1: Countries lists every country with its codes and flag', async () => {
  const { status, body } = await shop.get('/api/Countries')
  expect(status).toBe(200)
  const countries = body.result as Row[]
  expect(countries.length).toBeGreaterThan(190)
  for (const country of countries)
    expect(Object.keys(country).sort()).toEqual(
      ['countrycode', 'countryid', 'countryname', 'flag', 'isocode'].sort(),
    )
  expect(countries.map(({ countryname }) => countryname)).toContain('Nigeria')
  expect(new Set(countries.map(({ countryid }) => countryid)).size).toBe(countries.length)
})

test('S1.2: delivery-location lists ids, names and prices; a single location has its price and pick-up address', async () => {
  const { body } = await shop.get('/api/delivery-location')
  expect(body.result).toEqual(
    expect.arrayContaining([
      { locationid: goods.lagos, locationname: 'Lagos', price: 2500 },
      { locationid: goods.pickUp, locationname: 'Pick-up, Yaba', price: 0 },
    ]),
  )
  expect((await shop.get(`/api/delivery-location/${goods.lagos}`)).body.result).toMatchObject({
    locationname: 'Lagos',
    price: 2500,
  })
  expect((await shop.get(`/api/delivery-location/${goods.pickUp}`)).body.result).toMatchObject({
    deliveryaddress: '12 Herbert Macaulay Way, Yaba',
    locationname: 'Pick-up, Yaba',
    price: 0,
  })
})

test('S1.2: an unknown delivery location is a 404, and so is a malformed id', async () => {
  const unknown = await shop.get('/api/delivery-location/6f9619ff-8b86-4d01-b42d-00cf4fc964ff')
  const malformed = await shop.get('/api/delivery-location/nonsense')
  expect([unknown.status, malformed.status]).toEqual([404, 404])
  expect(malformed.body).toEqual(unknown.body)
})

test('S1.1: products (an addition) lists the active ones with their prices', async () => {
  const added = { picture: '', group: '' }
  expect((await shop.get('/api/products')).body.result).toEqual(
    expect.arrayContaining([
      { ...added, productid: goods.wave, productname: 'Body wave', price: 72_000 },
      { ...added, productid: goods.closure, productname: 'Lace closure', price: 42_500 },
    ]),
  )
})

test('S1.1: orders/status returns the options 3 pending, 4 confirmed, 5 shipped, 6 archived, 7 returned', async () => {
  expect((await shop.get('/api/orders/status')).body.result).toEqual([
    { id: 3, name: 'pending' },
    { id: 4, name: 'confirmed' },
    { id: 5, name: 'shipped' },
    { id: 6, name: 'archived' },
    { id: 7, name: 'returned' },
  ])
})

test('S1.3: create-order answers 201 with a message that names the order; its id is at the top level and in result', async () => {
  const answer = await submit()
  expect(answer.status).toBe(201)
  const orderId = answer.body.orderId as string
  expect(orderId).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  expect(answer.body).toMatchObject({ isSuccessful: true, result: { orderId } })
  expect(answer.body.message).toContain(orderId)
  expect(answer.body.responseMessage).toBe(answer.body.message)
  expect(answer.headers['x-position']).toMatch(/^\d+$/)
})

test('S1.18: no payment code is issued twice; it is at the top level of the answer, in result and in the message', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => shop.post('/api/payment-codes', {})),
  )
  for (const { status, body } of answers) {
    expect(status).toBe(201)
    expect(body.code).toMatch(/^[ACDEFGHJKMNPQRUVWXY3679]{4}-[ACDEFGHJKMNPQRUVWXY3679]{4}$/)
    expect(body).toMatchObject({ isSuccessful: true, result: { code: body.code } })
    expect(body.message).toContain(body.code)
  }
  expect(new Set(answers.map(({ body }) => body.code)).size).toBe(5)
})

test('S1.19: staff see the payment code of an order and search by it; a second order is taken without it', async () => {
  const { code } = (await shop.post('/api/payment-codes', {})).body
  const paymentCode = String(code).toLowerCase().replace('-', ' ')
  const [first, second] = [await submit({ paymentCode }), await submit({ paymentCode })]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(await row(String(code))).toMatchObject({ orderid: first.body.orderId, paymentCode: code })
  expect(await row(String(second.body.orderId))).toMatchObject({ paymentCode: '' })
  for (const none of ['', 'nonsense', 17, null])
    expect((await submit({ paymentCode: none })).status, String(none)).toBe(201)
})

test('S1.22, S1.24: an order at a promised price counts with its own amount, and staff see the old price', async () => {
  const selling = (price: number) =>
    shop.put(
      '/api/admin/update-product',
      { productid: goods.wave, productname: 'Body wave', price },
      { as: owner },
    )
  const asked = { products: [goods.wave], location: goods.lagos }
  const { promise } = (await shop.post('/api/price-promises', asked)).body.result as Row
  await selling(80_000)
  const [kept, refused] = [await submit({ promise }), await submit({})]
  await selling(72_000)
  expect([kept.status, refused.status]).toEqual([201, 409])
  expect(refused.body.message).toBe(
    'The prices have changed: the total is now ₦162,500. Please check your order and confirm again',
  )
  const shown = { total: 146_500, oldPrice: { kind: 'promised', today: 162_500 } }
  const orderId = String(kept.body.orderId)
  const listed = await row(orderId)
  expect(listed).toMatchObject({ ...shown, flags: expect.arrayContaining(['old-price']) })
  const history = await shop.get(`/api/admin/orders/${orderId}/events`, { as: owner })
  expect(history.body.result).toMatchObject({ order: shown })
})

test('S1.33: staff see the amount that a customer said they sent, if it is not the total', async () => {
  const sentAmount = 130_000
  const { body } = await submit({ sentAmount })
  const orderId = String(body.orderId)
  const listed = await row(orderId)
  expect(listed).toMatchObject({ total: 146_500, oldPrice: null, sentAmount })
  expect(listed.flags).toContain('other-amount')
  const history = await shop.get(`/api/admin/orders/${orderId}/events`, { as: owner })
  expect(history.body.result).toMatchObject({ order: { sentAmount } })
  for (const other of [146_500, null, -1, 0.5, 10 ** 12, '130000', [130_000]]) {
    const taken = await submit({ sentAmount: other })
    expect(taken.status, String(other)).toBe(201)
    const unmarked = await row(String(taken.body.orderId))
    expect(unmarked.sentAmount, String(other)).toBeNull()
    expect(unmarked.flags, String(other)).not.toContain('other-amount')
  }
})

test('S1.4: the list returns an order with all its fields, priced by the server', async () => {
  const products = [
    {
      productid: goods.wave,
      productname: 'Body wave',
      price: 72_000,
      quantity: 2,
      amount: 144_000,
    },
    { productname: 'Lace closure', price: 42_500, quantity: 3, amount: 127_500 },
  ]
  const id = await placeOrder(shop, goods, { products, amount: 274_000 })
  const order = await row(id)
  expect(order).toMatchObject({
    orderid: id,
    total: 274_000,
    orderstatus: 'pending',
    quantity: 5,
    accountname: 'Ada N. Obi',
    country: '',
    deliverylocation: 'Lagos',
    deliveryaddress: '4 Marina Road, Lagos',
    email: 'ada@customer.example',
    instagramusername: 'ada.hair',
    deliveryprice: 2500,
    products: [
      { product: 'Body wave', price: 72_000, quantity: 2, amount: 144_000 },
      { product: 'Lace closure', price: 42_500, quantity: 3, amount: 127_500 },
    ],
  })
  expect(order.phone).toMatch(/8031234567$/)
  expect(order.createdat).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
})

test('S1.5: each empty field is named, with the specification’s text for it', async () => {
  const answer = await shop.post('/api/create-order', {
    ...(await orderForm(goods)),
    location: '',
    accountname: '',
    tandc: false,
  })
  expect(answer.status).toBe(400)
  expect(detailMessages(answer)).toMatchObject({
    location: ['Please select a location'],
    accountname: ['Please enter account name'],
    tandc: ['Should accept terms and conditions'],
  })
})

test('S1.5: missing fields get the same texts', async () => {
  const { location, accountname, tandc, ...form } = await orderForm(goods)
  expect([location, accountname, tandc]).toEqual([goods.lagos, expect.any(String), true])
  expect(detailMessages(await shop.post('/api/create-order', form))).toMatchObject({
    location: ['Please select a location'],
    accountname: ['Please enter account name'],
    tandc: ['Should accept terms and conditions'],
  })
})

test('S1.6: an address is required, unless the location is a pick-up', async () => {
  const missing = await submit({ deliveryaddress: '' })
  expect(missing.status).toBe(400)
  expect(detailMessages(missing)).toMatchObject({
    deliveryaddress: ['Please enter delivery address'],
  })
  const id = await placeOrder(shop, goods, {
    location: goods.pickUp,
    deliveryaddress: '',
    amount: 144_000,
  })
  expect(await row(id)).toMatchObject({
    deliverylocation: 'Pick-up, Yaba',
    deliveryaddress: '12 Herbert Macaulay Way, Yaba',
    deliveryprice: 0,
  })
})

test('S1.6: the location named international requires country and postal code', async () => {
  const abroad = { location: goods.international, amount: 189_000 }
  const missing = await submit(abroad)
  expect(missing.status).toBe(400)
  expect(detailMessages(missing)).toMatchObject({
    country: ['Please select a country'],
    postalcode: ['Please enter postal code'],
  })
  const id = await placeOrder(shop, goods, { ...abroad, country: 'Ghana', postalcode: 'GA-184' })
  expect(await row(id)).toMatchObject({ country: 'Ghana', deliverylocation: 'international' })
})

test('S1.7: at least one product and one file are required', async () => {
  for (const empty of [{ products: [] }, { files: [] }]) {
    const answer = await submit(empty)
    expect(answer.status).toBe(400)
    expect(Object.keys(detailMessages(answer))).toEqual(Object.keys(empty))
  }
})

test('S1.7: all customer fields and a valid email are required', async () => {
  for (const field of ['firstname', 'lastname', 'phone', 'instagramusername', 'email'])
    expect([field, (await submit({ [field]: '' })).status]).toEqual([field, 400])
  expect(detailMessages(await submit({ email: 'ada@' }))).toMatchObject({
    email: ['The input is not valid E-mail!'],
  })
})

test.each([
  -1,
  0,
  1.5,
  null,
  '2',
  Number.NaN,
])('S1.8: a quantity of %s is refused as invalid', async (quantity) => {
  const line = { productname: 'Body wave', price: 72_000, amount: 144_000, quantity }
  expect((await submit({ products: [line] })).status).toBe(400)
})

test("S1.9: an amount that is not the server's total is refused with a 409 that says so", async () => {
  const wrong = await submit({ amount: 1 })
  expect(wrong.status).toBe(409)
  expect(wrong.body.message).toMatch(/146,500|price|total/i)
})

test('S1.10: an archived or unknown product or location is refused with a 409', async () => {
  await shop.post('/api/admin/create-product', { productname: 'Gone', price: 10 }, { as: owner })
  const products = (await shop.get('/api/products')).body.result as Row[]
  const gone = products.find(({ productname }) => productname === 'Gone')?.productid as string
  await shop.remove(`/api/admin/delete-product/${gone}`, undefined, { as: owner })
  // Prices come from the read model, which gets the change a moment later.
  expect(JSON.stringify((await shop.get('/api/products')).body)).not.toContain('Gone')
  const line = { price: 10, quantity: 1, amount: 10 }
  const unknown = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
  for (const changes of [
    { products: [{ ...line, productid: gone, productname: 'Gone' }], amount: 2510 },
    { products: [{ ...line, productname: 'Gone' }], amount: 2510 },
    { products: [{ ...line, productname: 'Never was' }], amount: 2510 },
    { products: [{ ...line, productid: unknown, productname: 'Never was' }], amount: 2510 },
    { location: unknown },
    { location: 'nonsense' },
  ])
    expect([changes, (await submit(changes)).status]).toEqual([changes, 409])
})

test('S1.11: the same Idempotency-Key gives the same order and the same answer', async () => {
  const headers = { 'Idempotency-Key': '0b6c4e2e-6a0f-4c1c-9a5e-3b9d7f0a1c11' }
  const first = await submit({}, headers)
  const again = await submit({}, headers)
  expect([again.status, again.body]).toEqual([first.status, first.body])
  const { total } = await shop.list('/api/admin/orders', owner, {
    search: first.body.orderId as string,
  })
  expect(total).toBe(1)
  const atOnce = await Promise.all(
    Array.from({ length: 5 }, () =>
      submit({}, { 'Idempotency-Key': 'b7c38f0a-52b4-4a3d-8f7e-1f7f5a6a9e01' }),
    ),
  )
  expect(new Set(atOnce.map(({ body }) => body.orderId)).size).toBe(1)
  expect(atOnce.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
})

test('S1.12: a later price changes no order', async () => {
  await shop.post(
    '/api/admin/create-product',
    { productname: 'Frontal', price: 9000 },
    { as: owner },
  )
  const products = (await shop.get('/api/products')).body.result as Row[]
  const productid = products.find(({ productname }) => productname === 'Frontal')?.productid
  const line = { productid, productname: 'Frontal', price: 9000, quantity: 1, amount: 9000 }
  const id = await placeOrder(shop, goods, { products: [line], amount: 11_500 })
  const dearer = { productid, productname: 'Frontal', price: 9900 }
  await shop.put('/api/admin/update-product', dearer, { as: owner })
  expect(await row(id)).toMatchObject({ total: 11_500, products: [{ price: 9000 }] })
  await shop.get('/api/products') // waits for the read model, the source of prices
  expect((await submit({ products: [line], amount: 11_500 })).status).toBe(409)
})

test('S1.13: unknown values are refused as invalid or left out, and never cause a 500', async () => {
  for (const salesid of ['nonsense', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'])
    expect([201, 400, 409]).toContain((await submit({ salesid })).status)
  const abroad = { location: goods.international, amount: 189_000, postalcode: '1' }
  const nowhere = await submit({ ...abroad, country: 'Atlantis' })
  expect([nowhere.status, detailMessages(nowhere)]).toEqual([
    400,
    { country: ['Please select a country'] },
  ])
  const keyed = await submit({}, { 'Idempotency-Key': 'x'.repeat(500) })
  expect([201, 400]).toContain(keyed.status)
})

test('S1.13: unknown fields are never stored', async () => {
  const answer = await submit({ orderstatus: 'confirmed', total: 1, isAdmin: true })
  expect([201, 400]).toContain(answer.status)
  if (answer.status === 201)
    expect(await row(String(answer.body.orderId))).toMatchObject({ total: 146_500 })
})
