import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { formOf, openShop, ordersIn } from '../../testing/test-shop.ts'

test('beyond the limit of an address an order with an upload of its own is taken, one after the other', async () => {
  const shop = await openShop(undefined, { rateLimits: true })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const send = async (form: object) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/create-order',
      headers,
      payload: form,
    })
    return {
      status: answer.statusCode,
      retryAfter: answer.headers['retry-after'],
      body: answer.json(),
    }
  }
  // What is refused counts as well.
  for (let sent = 0; sent < 60; sent++) expect((await send({})).status).toBe(400)

  const forms = [await formOf(shop), await formOf(shop)]
  const began = performance.now()
  const taken = await Promise.all(forms.map(send))
  expect(taken.map(({ status }) => status)).toEqual([201, 201])
  expect(performance.now() - began).toBeGreaterThan(1_900)
  expect(await ordersIn(shop)).toHaveLength(2)

  const again = await send(await formOf(shop, { files: forms[0]?.files }))
  expect([again.status, again.body.details?.[0]?.path]).toEqual([400, 'files.0'])
  const inline = { fileUid: '1', fileName: 'a.pdf', fileType: '', base64Image: 'JVBERi0xLjcK' }
  const withFile = async () => send(await formOf(shop, { files: [inline] }))
  const [first, second] = await Promise.all([withFile(), withFile()])
  expect([first.status, second.status].toSorted()).toEqual([201, 429])
  expect([first.retryAfter, second.retryAfter]).toContain('5')
  expect(await ordersIn(shop)).toHaveLength(3)
})

/** An hour in a shop of one address, on a machine of any speed: each order takes its second. */
test('the 61st to the 200th order within an hour of one address are all taken, each in bounded time', async () => {
  const shop = await openShop(undefined, { rateLimits: true })
  const send = async (payload: object) => {
    const began = performance.now()
    const { statusCode } = await shop.app.inject({
      method: 'POST',
      url: '/api/create-order',
      headers: { 'x-forwarded-for': '203.0.113.9' },
      payload,
    })
    return { status: statusCode, ms: performance.now() - began }
  }
  for (let sent = 0; sent < 60; sent++) expect((await send({})).status).toBe(400)
  const taken: { status: number; ms: number }[] = []
  // Ten customers at a time, as behind one mast: nobody waits for more than the other nine.
  for (let batch = 0; batch < repetitions({ usual: 2, long: 14 }); batch++) {
    const forms = await Promise.all(Array.from({ length: 10 }, () => formOf(shop)))
    taken.push(...(await Promise.all(forms.map(send))))
  }
  expect(taken.map(({ status }) => status)).toEqual(taken.map(() => 201))
  expect(await ordersIn(shop)).toHaveLength(taken.length)
  for (const { ms } of taken) expect(ms).toBeLessThan(25_000)
}, 400_000)
