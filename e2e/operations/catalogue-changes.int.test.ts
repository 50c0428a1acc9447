import { orderStream } from '@strand/contracts/order/id'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, onTestFinished, test } from 'vitest'
import { send, startCommandProcesses } from './command-processes.ts'

type Shop = Awaited<ReturnType<typeof startCommandProcesses>>

const soon = { startDate: '2026-01-01 00:00:00', endDate: '2099-01-01 00:00:00' }
const ended = { startDate: '2026-01-01 00:00:00', endDate: '2026-01-02 00:00:00' }

/** Delays projections again and again: locks the catalogue's rows against writes, but not reads. */
const slowing = (pool: Pool, tables: string[]) => {
  let over = false
  const slow = async () => {
    const connection = await pool.connect()
    while (!over) {
      await connection.query('begin')
      await connection.query(`lock table ${tables.join(', ')} in share mode`)
      await connection.query('select pg_sleep(0.04)')
      await connection.query('commit')
    }
    connection.release()
  }
  const running = slow()
  onTestFinished(() => {
    over = true
    return running
  })
}

const create = async (shop: Shop, what: string, id: string, body: object): Promise<string> => {
  const answer = await send(shop.manager, 'POST', `/api/admin/create-${what}`, body)
  expect(answer.status).toBe(201)
  return answer.body[id]
}

/** One item of each kind, and an order for them, which the other process will handle. */
const openStall = async (shop: Shop, nth: number) => {
  const productname = `Wig ${nth}`
  const location = `Place ${nth}`
  const productid = await create(shop, 'product', 'productid', { productname, price: 1_000 })
  const locationid = await create(shop, 'delivery-location', 'locationid', {
    location,
    price: 100,
    deliveryaddress: '',
  })
  const salesid = await create(shop, 'sales', 'salesid', { sales: `Sale ${nth}`, ...soon })
  const change = async (method: 'PUT' | 'DELETE', url: string, body?: object) => {
    const answer = await send(shop.manager, method, `/api/admin/${url}`, body)
    expect([url, answer.status, answer.body.message]).toEqual([url, 200, expect.any(String)])
  }
  const order = async (price: number, delivery: number) =>
    send(shop.customers, 'POST', '/api/create-order', {
      firstname: 'Ada',
      lastname: 'Obi',
      email: 'ada@example.com',
      countrycode: 'NG',
      phone: '08031234567',
      instagramusername: 'ada',
      accountname: 'Ada Obi',
      tandc: true,
      country: '',
      postalcode: '',
      deliveryaddress: '5 Marina',
      location: locationid,
      salesid,
      products: [{ productid, productname, price, quantity: 1, amount: price }],
      files: [await shop.uploaded()],
      amount: price + delivery,
    })
  return { change, order, productid, productname, locationid, location, salesid }
}

const rounds = repetitions({ usual: 3, long: 8 })

test('whichever process gets an order takes into account every change answered before it', async () => {
  const shop = await startCommandProcesses()
  const stalls = await Promise.all([1, 2, 3, 4].map((nth) => openStall(shop, nth)))
  slowing(shop.pool, ['product_v2.product', 'location_v1.location', 'sales_v1.sales'])
  const work = async (stall: (typeof stalls)[number]) => {
    const { change, order, productid, productname, locationid, location, salesid } = stall
    const outcomes: unknown[] = []
    const expected: unknown[] = []
    const taken = async (what: string, [price, delivery]: [number, number], status: number) => {
      const answer = await order(price, delivery)
      outcomes.push([what, answer.status])
      expected.push([what, status])
      return answer
    }
    let price = 1_000
    let delivery = 100
    for (let round = 0; round < rounds; round++) {
      await change('PUT', 'update-product', { productid, productname, price: price + 1 })
      await taken('the old price', [price, delivery], 409)
      price++
      await change('PUT', 'update-delivery-location', {
        locationid,
        location,
        price: delivery + 1,
        deliveryaddress: '',
      })
      await taken('the old delivery price', [price, delivery], 409)
      delivery++
      await change('DELETE', `delete-product/${productid}`)
      await taken('an archived product', [price, delivery], 409)
      await change('PUT', 'restore-product', [productid])
      await taken('a restored product', [price, delivery], 201)
      await change('DELETE', 'delete-delivery-location', [locationid])
      await taken('an archived place', [price, delivery], 409)
      await change('PUT', `restore-delivery-location/${locationid}`)
      const form = { salesid, sales: `Sale of ${productname} ${round}` }
      await change('PUT', 'update-sales', { ...form, ...ended })
      const { body } = await taken('an ended campaign', [price, delivery], 201)
      const [created] = await shop.eventStore.readStream(orderStream(body.orderId))
      outcomes.push(created?.data.sales)
      expected.push(null)
      await change('PUT', 'update-sales', { ...form, ...soon })
    }
    expect(outcomes).toEqual(expected)
  }
  await Promise.all(stalls.map(work))
})
