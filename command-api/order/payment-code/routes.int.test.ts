import { orderStream } from '@strand/contracts/order/id'
import { normalizePaymentCode, paymentCodeOf } from '@strand/contracts/order/payment-code'
import { random } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { formOf, losingAnswers, openShop, type Shop, submit } from '../../testing/test-shop.ts'
import { openPaymentCodes } from './payment-codes.ts'

const issue = async ({ call }: Shop): Promise<string> =>
  (await call('POST', '/api/payment-codes', {}, { role: null })).body.code

const codeOf = async ({ eventStore }: Shop, orderId: string) =>
  (await eventStore.readStream(orderStream(orderId))).find(({ type }) => type === 'OrderCreated')
    ?.data.paymentCode

/** Places an order whose form has `paymentCode`; returns the code that the order got. */
const codeAfter = async (shop: Shop, paymentCode: unknown, key?: string) => {
  const { status, body } = await submit(shop, await formOf(shop, { paymentCode }), key)
  expect(status, JSON.stringify(body)).toBe(201)
  return codeOf(shop, body.orderId)
}

const codesInUse = async ({ pool }: Shop) =>
  (await pool.query<{ code: string }>('select code from payment_code_use order by code')).rows.map(
    ({ code }) => code,
  )

test('anybody can get a code, which is at the top level of the answer, in `result` and in the message', async () => {
  const shop = await openShop()
  const { status, body } = await shop.call('POST', '/api/payment-codes', {}, { role: null })
  expect(status).toBe(201)
  expect(normalizePaymentCode(body.code)).toBe(body.code)
  expect(body).toMatchObject({ isSuccessful: true, result: { code: body.code } })
  expect(body.message).toContain(body.code)
})

test('two processes at once never issue the same code, and issuing takes no space', async () => {
  const shop = await openShop()
  // Another process; it shares only the database with this one.
  const another = openPaymentCodes(shop.pool, () => shop.clock.now)
  const codes = await Promise.all(
    Array.from({ length: 400 }, (_, turn) => (turn % 2 === 0 ? issue(shop) : another.issue())),
  )
  expect(new Set(codes).size).toBe(400)
  expect(await codesInUse(shop)).toEqual([])
})

test('a code goes to the first order that has it, however it is written', async () => {
  const shop = await openShop()
  const code = await issue(shop)
  expect(await codeAfter(shop, ` ${code.toLowerCase().replace('-', ' ')}`)).toBe(code)
  expect(await codeAfter(shop, code)).toBeUndefined()
  expect(await codesInUse(shop)).toEqual([code])
})

test('no order is refused for its code: invalid, unknown and mistyped ones are ignored', async () => {
  const shop = await openShop()
  const known = await issue(shop)
  let unknown = known
  while (unknown === known) unknown = paymentCodeOf(Math.floor(random() * 3_000_000_000))
  const wrong = known.startsWith('A') ? `C${known.slice(1)}` : `A${known.slice(1)}`
  for (const code of [
    '',
    unknown,
    wrong,
    'hello',
    'x'.repeat(5_000),
    'a\nb',
    `${known}\0`,
    null,
    7,
    true,
    [known],
    { code: known },
  ])
    expect(await codeAfter(shop, code), JSON.stringify(code)).toBeUndefined()
  expect(await codesInUse(shop)).toEqual([])
})

test('if orders race for a code, one gets it, and all are created', async () => {
  const shop = await openShop()
  const code = await issue(shop)
  const codes = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => codeAfter(shop, code, `key ${turn}`)),
  )
  expect(codes.filter(Boolean)).toEqual([code])
})

test('a submission that is sent again keeps its code, even if its answer was lost', async () => {
  const { loses, changes } = losingAnswers()
  const shop = await openShop(changes)
  const [code, other] = [await issue(shop), await issue(shop)]
  const form = await formOf(shop, { paymentCode: code })
  loses.next = true
  expect((await submit(shop, form, 'lost')).status).toBe(503)
  expect(await codeAfter(shop, code)).toBeUndefined()
  const again = await Promise.all([submit(shop, form, 'lost'), submit(shop, form, 'lost')])
  expect(again.map(({ status }) => status)).toEqual([201, 201])
  expect(await codeOf(shop, again[0]?.body.orderId)).toBe(code)
  // The order exists already, so another code in the repeated form stays free.
  const late = await submit(shop, { ...form, paymentCode: other }, 'lost')
  expect(late.body.orderId).toBe(again[0]?.body.orderId)
  expect(await codesInUse(shop)).toEqual([code])
  expect(await codeAfter(shop, other)).toBe(other)
})

test('a refused order leaves its code for the next try', async () => {
  const shop = await openShop()
  const code = await issue(shop)
  const refused = await submit(shop, await formOf(shop, { paymentCode: code, amount: 1 }))
  expect(refused.status).toBe(409)
  expect(await codeAfter(shop, code)).toBe(code)
})

test('when all codes are used up, the answer is 503, and orders are taken without one', async () => {
  const shop = await openShop()
  await shop.pool.query(`select setval('payment_code_number', 3404825447)`)
  const { status, body } = await shop.call('POST', '/api/payment-codes', {}, { role: null })
  expect(status).toBe(503)
  expect(body.message).toContain('pay without one')
  expect(await codeAfter(shop, '')).toBeUndefined()
})

test('the day on which a code was made is known, except for codes from before days were kept', async () => {
  const shop = await openShop()
  const { issue: issueOne, madeOn } = openPaymentCodes(shop.pool, () => shop.clock.now)
  const old = await issueOne()
  await shop.pool.query('delete from payment_code_day')
  const another = openPaymentCodes(shop.pool, () => shop.clock.now)
  shop.clock.now = new Date('2026-11-25T10:00:00.000Z')
  const first = await another.issue()
  const second = await another.issue()
  // In Lagos it is already the next day.
  shop.clock.now = new Date('2026-11-25T23:30:00.000Z')
  const last = await another.issue()
  expect(await madeOn([old, first, second, last, 'nothing'])).toEqual(
    new Map([
      [first, '2026-11-25'],
      [second, '2026-11-25'],
      [last, '2026-11-26'],
    ]),
  )
})
