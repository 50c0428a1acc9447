import { expect, test } from 'vitest'
import { type Answer, detailMessages, type Row } from '../testing/client.ts'
import { placeOrder } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'

const { shop, owner, goods } = await openOrderSuite()

const tabs = {
  pending: '/api/admin/orders',
  confirmed: '/api/admin/confirmed-orders',
  shipped: '/api/admin/orders/delivery',
  returned: '/api/admin/orders/return',
  archived: '/api/admin/archived-orders',
}
type Status = keyof typeof tabs
const ids = { pending: 3, confirmed: 4, shipped: 5, archived: 6, returned: 7 }

const approve = (id: string) => shop.put(`/api/admin/approve-order/${id}`, undefined, { as: owner })
const archive = (id: string) =>
  shop.remove(`/api/admin/delete-order/${id}`, undefined, { as: owner })
const restore = (id: string) => shop.put(`/api/admin/restore-order/${id}`, undefined, { as: owner })
const give = (id: string, orderStatus: unknown, orderMessage: string | undefined = 'Because') =>
  shop.put(`/api/order/${id}/status`, { orderId: id, orderStatus, orderMessage }, { as: owner })

const bring = async (status: Status): Promise<string> => {
  const id = await placeOrder(shop, goods)
  if (status === 'archived') await archive(id)
  if (['confirmed', 'shipped', 'returned'].includes(status)) await approve(id)
  if (status === 'shipped' || status === 'returned') await give(id, ids[status])
  return id
}
const statusOf = async (id: string): Promise<Status | undefined> => {
  for (const [status, url] of Object.entries(tabs)) {
    const { data } = await shop.list(url, owner, { search: id })
    const [order] = data
    if (order) {
      expect(order.orderstatus).toBe(status)
      return status as Status
    }
  }
  return undefined
}
const done = { status: 200, body: { isSuccessful: true, responseMessage: expect.any(String) } }
const refused = (answer: Answer) => {
  expect(answer).toMatchObject({ status: 409, body: { isSuccessful: false, statusCode: 409 } })
  expect(answer.body.responseMessage).toBe(answer.body.message)
}

test('S3.1: approving a pending order confirms it', async () => {
  const id = await bring('pending')
  const answer = await approve(id)
  expect(answer).toMatchObject(done)
  expect(answer.headers['x-position']).toMatch(/^\d+$/)
  expect(await statusOf(id)).toBe('confirmed')
})

test.each([
  'confirmed',
  'shipped',
  'returned',
  'archived',
] as const)('S3.1: an order that is %s cannot be approved', async (status) => {
  const id = await bring(status)
  refused(await approve(id))
  expect(await statusOf(id)).toBe(status)
})

test('S3.2: a pending order is archived, and Restore brings it back to pending', async () => {
  const id = await bring('pending')
  expect(await archive(id)).toMatchObject(done)
  expect(await statusOf(id)).toBe('archived')
  refused(await archive(id))
  expect(await restore(id)).toMatchObject(done)
  expect(await statusOf(id)).toBe('pending')
  refused(await restore(id))
})

test.each([
  'confirmed',
  'shipped',
  'returned',
] as const)('S3.3: delete-order archives no order that is %s; the status does, and Restore returns it there', async (status) => {
  const id = await bring(status)
  refused(await archive(id))
  expect(await give(id, 6)).toMatchObject(done)
  expect(await statusOf(id)).toBe('archived')
  expect(await restore(id)).toMatchObject(done)
  expect(await statusOf(id)).toBe(status)
})

test.each(
  (['confirmed', 'shipped', 'returned'] as const).flatMap((from) =>
    (['confirmed', 'shipped', 'returned'] as const)
      .filter((to) => to !== from)
      .map((to) => [from, to] as const),
  ),
)('S3.4: from %s to %s, by the id of the option or its name', async (from, to) => {
  const [byId, byName] = [await bring(from), await bring(from)]
  expect(await give(byId, ids[to])).toMatchObject(done)
  expect(await give(byName, to)).toMatchObject(done)
  expect([await statusOf(byId), await statusOf(byName)]).toEqual([to, to])
})

test('S3.5: a pending order cannot be given a status directly, and no order can go back to pending', async () => {
  const pending = await bring('pending')
  for (const status of [4, 5, 6, 7]) refused(await give(pending, status))
  expect(await statusOf(pending)).toBe('pending')
  for (const status of ['confirmed', 'shipped', 'returned', 'archived'] as const) {
    const answer = await give(await bring(status), 3)
    expect([400, 409]).toContain(answer.status)
  }
})

test('S3.6: an archived order must be restored before it gets another status', async () => {
  const id = await bring('archived')
  for (const status of [4, 5, 7]) refused(await give(id, status))
})

test('S3.7: a comment is required for status 7 and for no other', async () => {
  const id = await bring('confirmed')
  for (const comment of ['', '   ']) {
    const answer = await give(id, 7, comment)
    expect(answer.status).toBe(400)
    expect(detailMessages(answer)).toMatchObject({ orderMessage: ['Please enter comment!'] })
    expect(answer.body.message).toBe('Please enter comment!')
  }
  const without = await shop.put(
    `/api/order/${id}/status`,
    { orderId: id, orderStatus: 7 },
    { as: owner },
  )
  expect(without).toMatchObject({ status: 400, body: { message: 'Please enter comment!' } })
  expect((await give(id, 'returned', '')).status).toBe(400)
  expect((await give(id, 5, '')).status).toBe(200)
  expect((await give(id, 7, 'Wrong length')).status).toBe(200)
})

test('S3.7: a comment has at most 5000 characters', async () => {
  const id = await bring('confirmed')
  expect((await give(id, 5, 'x'.repeat(5001))).status).toBe(400)
  expect((await give(id, 5, 'x'.repeat(5000))).status).toBe(200)
})

test('S3.8: the same status with a message changes only the message; without one it is a conflict', async () => {
  const id = await bring('shipped')
  expect(await give(id, 5, 'Now with a tracking number')).toMatchObject(done)
  refused(await give(id, 5, ''))
  const tracked = (await shop.get(`/api/orders/${id}/track`)).body.result
  expect(tracked).toMatchObject({ orderMessage: 'Now with a tracking number' })
  expect(await statusOf(id)).toBe('shipped')
})

test('S3.9: an unknown status, and an order in the body that differs from the path, are refused', async () => {
  const id = await bring('confirmed')
  for (const status of [0, 1, 8, 'lost', null, {}])
    expect((await give(id, status)).status).toBe(400)
  const other = await bring('confirmed')
  const mixed = await shop.put(
    `/api/order/${id}/status`,
    { orderId: other, orderStatus: 5, orderMessage: '' },
    { as: owner },
  )
  expect(mixed.status).toBe(400)
  expect(await statusOf(other)).toBe('confirmed')
})

test('S3.10: an unknown or malformed id gets a 404 from every command', async () => {
  for (const id of ['0000-0000-0000', 'nonsense']) {
    expect((await approve(id)).status).toBe(404)
    expect((await archive(id)).status).toBe(404)
    expect((await restore(id)).status).toBe(404)
    expect((await give(id, 5)).status).toBe(404)
  }
})

test.each([
  ['an array', (list: string[]) => list],
  ['{ ids }', (list: string[]) => ({ ids: list })],
])('S3.12: bulk archive and restore take %s, and one bad id does not stop the rest', async (_, body) => {
  const [first, second, confirmed] = [
    await bring('pending'),
    await bring('pending'),
    await bring('confirmed'),
  ]
  const archived = await shop.remove(
    '/api/admin/delete-order',
    body([first, 'nonsense', confirmed, '0000-0000-0000', second]),
    { as: owner },
  )
  expect(archived).toMatchObject({
    status: 200,
    body: { responseMessage: expect.any(String), result: [first, second] },
  })
  const failed = archived.body.failed as Row[]
  expect(failed.map(({ id }) => id)).toEqual(['nonsense', confirmed, '0000-0000-0000'])
  for (const { message } of failed) expect(message).toEqual(expect.any(String))
  expect(await statusOf(first)).toBe('archived')
  expect(await statusOf(confirmed)).toBe('confirmed')

  const restored = await shop.put('/api/admin/restore-order', body([second, confirmed, first]), {
    as: owner,
  })
  expect(restored).toMatchObject({
    status: 200,
    body: { result: [second, first], failed: [{ id: confirmed, message: expect.any(String) }] },
  })
  expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'pending'])
})

test('S3.12: a bulk call takes at most 500 ids, and a malformed list is refused', async () => {
  const many = (count: number) => Array.from({ length: count }, () => '0000-0000-0000')
  const call = (list: unknown) => shop.remove('/api/admin/delete-order', list, { as: owner })
  expect((await call(many(501))).status).toBe(400)
  expect((await call(many(500))).status).toBe(200)
  expect((await call({ ids: many(501) })).status).toBe(400)
  for (const wrong of ['x', 5, { ids: 'x' }, [1], null])
    expect((await call(wrong)).status).toBe(400)
})

test('S4.1: counts returns the number of each tab, which agrees with its list', async () => {
  const counts = async () =>
    (await shop.get('/api/admin/orders/counts', { as: owner })).body.result as Row
  const before = await counts()
  expect(Object.keys(before).sort()).toEqual(Object.keys(tabs).sort())
  const id = await bring('pending')
  expect(await counts()).toEqual({ ...before, pending: Number(before.pending) + 1 })
  await approve(id)
  expect(await counts()).toEqual({ ...before, confirmed: Number(before.confirmed) + 1 })
  for (const [status, url] of Object.entries(tabs))
    expect([status, (await shop.list(url, owner)).total]).toEqual([
      status,
      (await counts())[status],
    ])
})

test('S3.15: as many ids are reserved as requested, and new orders use them up, oldest first', async () => {
  const reserve = async (count: number) => {
    const url = `/api/generate-paymentconfirmation-orderid?num=${count}`
    const answer = await shop.post(url, undefined, { as: owner })
    expect([200, 201]).toContain(answer.status)
    return answer.body.result as string[]
  }
  const first = await reserve(2)
  const second = await reserve(3)
  expect([first.length, second.length]).toEqual([2, 3])
  for (const id of first) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  expect((await shop.get(`/api/orders/${first[0]}/track`)).status).toBe(404)
  const used: string[] = []
  for (let count = 0; count < 5; count++) used.push(await placeOrder(shop, goods))
  expect(used).toEqual([...first, ...second])
  expect([...first, ...second]).not.toContain(await placeOrder(shop, goods))
  expect(new Set(await reserve(1000)).size).toBe(1000)
})

test('S3.15: the number of ids is required, and is from 1 to 1000', async () => {
  const url = '/api/generate-paymentconfirmation-orderid'
  for (const query of ['', '?num=']) {
    const answer = await shop.post(`${url}${query}`, undefined, { as: owner })
    expect(answer.status).toBe(400)
    expect(detailMessages(answer)).toMatchObject({ num: ['Please enter the number of ids!'] })
  }
  for (const num of ['0', '1001', '-1', '1.5', 'ten'])
    expect([num, (await shop.post(`${url}?num=${num}`, undefined, { as: owner })).status]).toEqual([
      num,
      400,
    ])
})

test('S3.11: two staff who act at once leave a legal sequence, and the loser gets a conflict', async () => {
  const id = await bring('pending')
  const answers = await Promise.all([approve(id), archive(id), approve(id), archive(id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})
