import { orderStream } from '@strand/contracts/order/id'
import { expect, test } from 'vitest'
import {
  formOf,
  losingAnswers,
  openShop,
  ordersIn,
  type Shop,
  submit,
} from '../testing/test-shop.ts'
import { settleReservedIds } from './ids.ts'

const reserve = async (shop: Shop, count: number): Promise<string[]> => {
  const url = `/api/generate-paymentconfirmation-orderid?num=${count}`
  const answer = await shop.call('POST', url, undefined, { role: 'superadministrator' })
  expect(answer.status).toBe(200)
  expect(answer.headers['x-position']).toBeDefined()
  return answer.body.result
}

test('new orders use reserved ids, oldest first, before new ones are made', async () => {
  const shop = await openShop()
  const reserved = [...(await reserve(shop, 2)), ...(await reserve(shop, 1))]
  expect(new Set(reserved).size).toBe(3)
  const ids = []
  for (const key of [undefined, 'key', undefined, undefined])
    ids.push((await submit(shop, await formOf(shop), key)).body.orderId)
  expect(ids.slice(0, 3)).toEqual(reserved)
  expect(reserved).not.toContain(ids[3])
})

test('32 orders at once use each of 20 reserved ids once', async () => {
  const shop = await openShop()
  const reserved = await reserve(shop, 20)
  const forms = await Promise.all(Array.from({ length: 32 }, () => formOf(shop)))
  const answers = await Promise.all(
    forms.map((form, index) => submit(shop, form, index % 2 ? `k${index}` : undefined)),
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
  expect((await submit(shop, await formOf(shop), 'next')).body.orderId).toBe(reserved[1])
})

test('ids reserved between two attempts of one submission do not cause a second order', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const first = await submit(shop, form, 'before')
  const [reserved] = await reserve(shop, 1)
  expect((await submit(shop, form, 'before')).body).toEqual(first.body)
  expect((await submit(shop, await formOf(shop))).body.orderId).toBe(reserved)
})

test('after a crash that follows taking a reserved id, a repeat creates one order under that id', async () => {
  const { loses, changes } = losingAnswers()
  const shop = await openShop(changes)
  const [reserved] = await reserve(shop, 2)
  const form = await formOf(shop)
  // First the event with the reserved id is appended, then the order; the process can crash after
  // either.
  for (let tries = 0; tries < 2; tries++) {
    loses.next = true
    expect((await submit(shop, form, 'crash')).status).toBe(503)
  }
  expect((await submit(shop, form, 'crash')).body.orderId).toBe(reserved)
  expect(await ordersIn(shop)).toHaveLength(1)
})

test('an id that an order already has is never given to another, whatever the table says', async () => {
  const shop = await openShop()
  const [reserved] = await reserve(shop, 1)
  expect((await submit(shop, await formOf(shop))).body.orderId).toBe(reserved)
  const free = 'update reserved_order_id set taken_by = null, used = false'
  for (const key of ['keyed', undefined]) {
    await shop.pool.query(free)
    const form = await formOf(shop)
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

test('a reserved id that no order used is free again after an hour', async () => {
  const shop = await openShop()
  const [used, vain] = await reserve(shop, 2)
  await submit(shop, await formOf(shop))
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
  expect((await submit(shop, await formOf(shop))).body.orderId).toBe(vain)
})

test('unused ids can be listed again, oldest first', async () => {
  const shop = await openShop()
  const reserved = [...(await reserve(shop, 2)), ...(await reserve(shop, 1))]
  const unused = async (role?: 'administrator') => {
    const as = role ?? 'superadministrator'
    return shop.call('GET', '/api/admin/unused-order-ids', undefined, { role: as })
  }
  expect((await unused()).body.result).toEqual({ total: 3, ids: reserved })
  await submit(shop, await formOf(shop))
  expect((await unused()).body.result).toEqual({ total: 2, ids: reserved.slice(1) })
  expect((await unused('administrator')).status).toBe(403)
})
