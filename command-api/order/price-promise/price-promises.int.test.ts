import { orderStream } from '@strand/contracts/order/id'
import type { OldPrice } from '@strand/contracts/order/old-price'
import type { PricePromise } from '@strand/contracts/order/price-promise'
import { random } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { curly, lagos, straight } from '../../testing/stock.ts'
import { formOf, openShop, type Shop, submit } from '../../testing/test-shop.ts'

const hour = 3_600_000
const ids = { products: [straight.productid, curly.productid], location: lagos.locationid }

const promised = async (shop: Shop, asked: object = ids): Promise<PricePromise> => {
  const { status, body } = await shop.call('POST', '/api/price-promises', asked, { role: null })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.result
}

const oldPriceOf = async ({ eventStore }: Shop, orderId: string): Promise<OldPrice | null> => {
  const [created] = await eventStore.readStream(orderStream(orderId))
  return (created?.data.oldPrice ?? null) as OldPrice | null
}

/** What a form leads to: the order's kind of old price, or the refusal. */
const outcomeOf = async (shop: Shop, changes: object) => {
  const { status, body } = await submit(shop, await formOf(shop, changes))
  if (status !== 201) return { status, message: body.message }
  return { status, oldPrice: await oldPriceOf(shop, body.orderId) }
}

const priceOf = (shop: Shop, price: number) =>
  shop.call('PUT', '/api/admin/update-product', {
    productid: straight.productid,
    productname: 'Bone Straight',
    price,
  })

const later = (shop: Shop, hours: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + hours * hour)
}

// The test form: 2 × Bone Straight, 1 × Deep Curly, Lagos.
const seenTotal = 152_500
const changedText =
  'The prices have changed: the total is now ₦162,500. Please check your order and confirm again'

test('a promised price holds for 24 hours, and the order says so', async () => {
  const shop = await openShop()
  const start = shop.clock.now
  const { promise, products, location } = await promised(shop)
  const until = new Date(start.getTime() + 24 * hour).toISOString()
  expect(products).toEqual(
    expect.arrayContaining([
      { productid: straight.productid, price: 45_000, until },
      { productid: curly.productid, price: 60_000, until },
    ]),
  )
  expect(location).toEqual({ locationid: lagos.locationid, price: 2_500, until })
  // While no price has changed, no price is old.
  expect(await outcomeOf(shop, { promise })).toEqual({ status: 201, oldPrice: null })
  await priceOf(shop, 50_000)
  await shop.project()
  later(shop, 23.9)
  const oldPrice = { kind: 'promised', seenAt: start.toISOString(), today: 162_500 }
  expect(await outcomeOf(shop, { promise })).toEqual({ status: 201, oldPrice })
  expect(await outcomeOf(shop, {})).toEqual({ status: 409, message: changedText })
  later(shop, 0.2)
  expect(await outcomeOf(shop, { promise })).toEqual({ status: 409, message: changedText })
  const insisted = await outcomeOf(shop, { promise, confirmAnyway: true })
  expect(insisted).toEqual({ status: 201, oldPrice: { ...oldPrice, kind: 'insisted' } })
  later(shop, 30 * 24)
  expect((await outcomeOf(shop, { promise, confirmAnyway: true })).status).toBe(409)
})

test('an old price keeps the time at which it was shown, whenever other prices were shown', async () => {
  const shop = await openShop()
  const first = await promised(shop)
  await priceOf(shop, 50_000)
  await shop.project()
  later(shop, 23)
  const shown = shop.clock.now.toISOString()
  // The new promise keeps the first product's price and time; the second product has today's.
  const { promise } = await promised(shop, { ...ids, promise: first.promise })
  await priceOf(shop, 45_000)
  const { productid } = curly
  const dearer = { productid, productname: 'Deep Curly', price: 70_000 }
  await shop.call('PUT', '/api/admin/update-product', dearer)
  await shop.project()
  later(shop, 2)
  expect(await outcomeOf(shop, { promise })).toEqual({
    status: 201,
    oldPrice: { kind: 'promised', seenAt: shown, today: 162_500 },
  })
})

test('an order for an item no longer offered is refused, unless the customer has sent the money', async () => {
  const shop = await openShop()
  const { promise } = await promised(shop)
  await shop.call('DELETE', `/api/admin/delete-product/${straight.productid}`)
  await shop.project()
  const gone = 'Bone Straight is no longer available, please choose another product'
  expect(await outcomeOf(shop, { promise })).toEqual({ status: 409, message: gone })
  expect(await outcomeOf(shop, { confirmAnyway: true })).toEqual({ status: 409, message: gone })
  expect(await outcomeOf(shop, { promise, confirmAnyway: true })).toMatchObject({
    status: 201,
    oldPrice: { kind: 'insisted', today: null },
  })
  await shop.call('DELETE', `/api/admin/delete-delivery-location/${lagos.locationid}`)
  await shop.project()
  expect((await outcomeOf(shop, { promise })).status).toBe(409)
  expect((await outcomeOf(shop, { promise, confirmAnyway: true })).status).toBe(201)
  expect((await promised(shop)).products).toHaveLength(1)
})

test('nobody can forge a promise of a price that the shop did not show, or extend one', async () => {
  const shop = await openShop()
  const { promise } = await promised(shop)
  const cheap = await promised(shop, { products: [], location: lagos.locationid })
  const [body = '', mac = ''] = promise.split('.')
  const said = JSON.parse(Buffer.from(body, 'base64url').toString())
  const write = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const cheaper = structuredClone(said)
  cheaper.products[straight.productid].price = 1
  const younger = structuredClone(said)
  younger.products[straight.productid].at += 20 * hour
  await priceOf(shop, 50_000)
  await shop.project()
  const forged = [
    `${write(cheaper)}.${mac}`,
    `${write(younger)}.${mac}`,
    `${body}.${cheap.promise.split('.')[1]}`,
    `${body}.`,
    body,
    `.${mac}`,
    `${body}.${mac.slice(1)}`,
    cheap.promise,
    'a.b',
    '',
    'x'.repeat(20_000),
    7,
    null,
    [promise],
  ]
  for (const one of forged)
    for (const confirmAnyway of [false, true])
      for (const amount of [seenTotal, seenTotal - 2 * 44_999])
        expect(
          await outcomeOf(shop, { promise: one, confirmAnyway, amount }),
          JSON.stringify([one, amount]),
        ).toMatchObject({ status: 409 })
  later(shop, 23)
  const again = await promised(shop, { ...ids, promise })
  expect((await outcomeOf(shop, { promise: again.promise })).status).toBe(201)
  later(shop, 1.1)
  expect((await outcomeOf(shop, { promise: again.promise })).status).toBe(409)
  const fresh = await promised(shop, { ...ids, promise: again.promise })
  expect(fresh.products.find(({ productid }) => productid === straight.productid)?.price).toBe(
    50_000,
  )
})

test('no chain of promises keeps a price beyond its 24 hours', async () => {
  const shop = await openShop()
  await priceOf(shop, 1_000)
  await shop.project()
  let { promise } = await promised(shop)
  await priceOf(shop, 45_000)
  await shop.project()
  const amount = seenTotal - 2 * 44_000
  for (let hours = 0; hours < 23; hours++) {
    later(shop, 1)
    promise = (await promised(shop, { ...ids, promise })).promise
  }
  const kept = { status: 201, oldPrice: { kind: 'promised', today: seenTotal } }
  expect(await outcomeOf(shop, { promise, amount })).toMatchObject(kept)
  later(shop, 1)
  promise = (await promised(shop, { ...ids, promise })).promise
  for (const confirmAnyway of [false, true])
    expect(await outcomeOf(shop, { promise, amount, confirmAnyway })).toMatchObject({ status: 409 })
})

test('a promise covers each item separately, and only what was asked for', async () => {
  const shop = await openShop()
  const low = await promised(shop, { products: [curly.productid], location: '' })
  const whole = await promised(shop)
  await priceOf(shop, 50_000)
  await shop.project()
  for (const promise of [
    low.promise,
    `${low.promise}.${whole.promise}`,
    low.promise + whole.promise,
  ])
    expect(await outcomeOf(shop, { promise })).toMatchObject({ status: 409 })
  // The shop does not accept part of an amount, or less than the prices that it showed.
  for (const changes of [
    { amount: seenTotal - 1 },
    { amount: seenTotal + 0.5 },
    { amount: String(seenTotal) },
    { products: [{ ...straight, quantity: 1.5, amount: 67_500 }], amount: 70_000 },
    { products: [{ ...straight, quantity: -1, amount: -45_000 }], amount: 2_500 },
  ]) {
    const { status } = await outcomeOf(shop, {
      promise: whole.promise,
      confirmAnyway: true,
      ...changes,
    })
    expect([400, 409], JSON.stringify(changes)).toContain(status)
  }
})

const rounds = repetitions({ usual: 15, long: 300 })

type Shown = { price: number; at: number }

test('over random price changes, each order has exactly the outcome that the rules demand', async () => {
  const shop = await openShop()
  const pick = <One>(...choices: One[]): One =>
    choices[Math.floor(random() * choices.length)] as One
  const now = () => shop.clock.now.getTime()
  const things = [straight.productid, curly.productid, lagos.locationid]
  const names = new Map([
    [straight.productid, 'Bone Straight'],
    [curly.productid, 'Deep Curly'],
  ])
  const prices = new Map([45_000, 60_000, 2_500].map((price, at) => [things[at] ?? '', price]))
  const gone = new Set<string>()
  const change = async () => {
    const id = pick(...things)
    const isPlace = id === lagos.locationid
    const kind = isPlace ? 'delivery-location' : 'product'
    if (random() < 0.25) {
      const [method, verb] = gone.has(id)
        ? (['PUT', 'restore'] as const)
        : (['DELETE', 'delete'] as const)
      expect((await shop.call(method, `/api/admin/${verb}-${kind}/${id}`)).status).toBeLessThan(300)
      if (!gone.delete(id)) gone.add(id)
    } else if (!gone.has(id)) {
      // Few different prices, so that some repeat.
      const price = pick(1_000, 2_000, 3_000)
      const body = isPlace
        ? { locationid: id, location: 'Lagos', price, deliveryaddress: '' }
        : { productid: id, productname: names.get(id), price }
      await shop.call('PUT', `/api/admin/update-${kind}`, body)
      prices.set(id, price)
    }
    await shop.project()
  }
  let promise = ''
  let shown = new Map<string, Shown>()
  const counts = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    if (random() < 0.5) await change()
    if (random() < 0.4) {
      const keeps = random() < 0.6
      const next = new Map<string, Shown>()
      for (const id of things) {
        if (gone.has(id)) continue
        const price = prices.get(id) ?? 0
        const before = shown.get(id)
        const isKept = keeps && before && before.price !== price && now() < before.at + 24 * hour
        next.set(id, isKept ? before : { price, at: now() })
      }
      promise = (await promised(shop, { ...ids, promise: keeps ? promise : '' })).promise
      shown = next
    }
    later(shop, pick(0, 1, 9, 23, 24, 25, 24 * 7))
    const quantities = new Map([
      [straight.productid, pick(1, 2)],
      [curly.productid, pick(0, 1, 3)],
      [lagos.locationid, 1],
    ])
    const wanted = things.filter((id) => quantities.get(id) !== 0)
    const totalBy = (priceOf: (id: string) => number | null): number | null =>
      wanted.reduce<number | null>((sum, id) => {
        const price = priceOf(id)
        return sum === null || price === null ? null : sum + price * (quantities.get(id) ?? 0)
      }, 0)
    const todayOf = (id: string) => (gone.has(id) ? null : (prices.get(id) ?? null))
    const within = (id: string, hours: number) => {
      const one = shown.get(id)
      return one && now() < one.at + hours * hour ? one.price : null
    }
    const totals = {
      today: totalBy(todayOf),
      promised: totalBy((id) => (gone.has(id) ? null : (within(id, 24) ?? todayOf(id)))),
      insisted: totalBy((id) => within(id, 30 * 24) ?? todayOf(id)),
    }
    const amount = pick(totals.today, totals.promised, totals.insisted, 1_234) ?? 1_234
    const confirmAnyway = random() < 0.5
    const expected =
      amount === totals.today
        ? 'today'
        : amount === totals.promised
          ? 'promised'
          : confirmAnyway && amount === totals.insisted
            ? 'insisted'
            : 'refused'
    const products = wanted
      .filter((id) => id !== lagos.locationid)
      .map((id) => ({
        productid: id,
        productname: names.get(id) ?? '',
        price: 1,
        quantity: quantities.get(id),
        amount: 1,
      }))
    const outcome = await outcomeOf(shop, { products, amount, promise, confirmAnyway })
    const said = JSON.stringify({ round, totals, amount, confirmAnyway, outcome })
    expect(outcome.status, said).toBe(expected === 'refused' ? 409 : 201)
    if (outcome.status === 201) expect(outcome.oldPrice?.kind ?? 'today', said).toBe(expected)
    if (outcome.oldPrice) expect(outcome.oldPrice.today, said).toBe(totals.today)
    counts.set(expected, (counts.get(expected) ?? 0) + 1)
  }
  expect(counts.get('refused') ?? 0).toBeGreaterThan(0)
})
