import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import type { Row } from '../testing/client.ts'
import { createColleague, placeOrder, proofUpload, receiptImage } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'

const { shop, owner, goods } = await openOrderSuite()
const auditor = (await createColleague(shop, owner, 'auditor')).token

let shade = 0
const ownOrder = async (changes: Row = {}) =>
  placeOrder(shop, goods, {
    accountname: `Account ${++shade}`,
    files: [proofUpload(await receiptImage('png', shade))],
    ...changes,
  })
const history = async (id: string, query = '') =>
  (await shop.get(`/api/admin/orders/${id}/events${query}`, { as: auditor })).body.result as {
    events: Row[]
    order: Row
  }
const approve = (id: string) => shop.put(`/api/admin/approve-order/${id}`, undefined, { as: owner })
const undo = (id: string, position: unknown, as = owner) =>
  shop.post(`/api/admin/orders/${id}/undo`, { position }, { as })
const flagsOf = async (id: string) =>
  (await shop.list('/api/admin/orders', owner, { search: id })).data[0]?.flags as unknown[]

test('S4.11: every event, oldest first: when, who, what in words, what changed, and its position', async () => {
  const id = await ownOrder()
  await approve(id)
  const sent = { orderId: id, orderStatus: 7, orderMessage: 'Wrong shade' }
  await shop.put(`/api/order/${id}/status`, sent, { as: owner })
  await shop.post(`/api/order/${id}/review`, { orderId: id, review: 'First' })
  await shop.post(`/api/order/${id}/review`, { orderId: id, review: 'Second' })
  const { events, order } = await history(id)
  expect(events).toHaveLength(5)
  const positions = events.map(({ position }) => BigInt(String(position)))
  expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(events[0]).toMatchObject({ by: { kind: 'customer' } })
  expect(events[1]).toMatchObject({
    createdat: expect.stringMatching(/Z$/),
    by: { kind: 'staff', role: 'superadministrator', name: expect.stringMatching(/\S/) },
    process: expect.stringMatching(/approved/i),
    changes: expect.arrayContaining([
      expect.objectContaining({ from: 'pending', to: 'confirmed' }),
    ]),
  })
  expect(JSON.stringify(events[2])).toContain('Wrong shade')
  // The history keeps both reviews.
  expect(JSON.stringify(events[3])).toContain('First')
  expect(JSON.stringify(events[4])).toContain('Second')
  expect(order).toMatchObject({ orderstatus: 'returned', review: 'Second' })

  const then = await history(id, `?at=${encodeURIComponent(String(events[1]?.createdat))}`)
  expect(then.order).toMatchObject({ orderstatus: 'confirmed' })
  for (const unknown of ['0000-0000-0000', 'nonsense'])
    expect((await shop.get(`/api/admin/orders/${unknown}/events`, { as: auditor })).status).toBe(
      404,
    )
})

test('S3.13: an approval, an archiving, a restore or a status change can be undone as long as nothing has happened since', async () => {
  const id = await ownOrder()
  const steps = [
    () => approve(id),
    () => shop.put(`/api/order/${id}/status`, { orderStatus: 5, orderId: id }, { as: owner }),
  ]
  for (const [step, back] of [
    [steps[0], 'pending'],
    [() => shop.remove(`/api/admin/delete-order/${id}`, undefined, { as: owner }), 'pending'],
  ] as const) {
    const done = await step?.()
    expect(done?.status).toBe(200)
    const undone = await undo(id, done?.headers['x-position'])
    expect(undone).toMatchObject({ status: 200, body: { isSuccessful: true } })
    expect((await history(id)).order).toMatchObject({ orderstatus: back })
  }
  const approved = await approve(id)
  const shipped = await steps[1]?.()
  expect((await undo(id, approved.headers['x-position'])).status).toBe(409)
  expect((await undo(id, shipped?.headers['x-position'], auditor)).status).toBe(403)
  expect((await undo(id, shipped?.headers['x-position'])).status).toBe(200)
  expect((await undo(id, shipped?.headers['x-position'])).status).toBe(409)
  expect((await history(id)).order).toMatchObject({ orderstatus: 'confirmed' })
})

test('S3.14: a change that was not mailed is undone without a mail', async () => {
  const email = 'undone@customer.example'
  const id = await ownOrder({ email })
  const url = `/api/admin/delete-order/${id}`
  await undo(id, (await shop.remove(url, undefined, { as: owner })).headers['x-position'])
  const later = 'later@customer.example'
  await ownOrder({ email: later })
  // Several emails go out at a time, so the later one can arrive first.
  await shop.mailTo(email, '')
  await shop.mailTo(later, '')
  const mails = (await shop.mails()).filter(({ to }) => to?.[0]?.address === email)
  expect(mails).toHaveLength(1)
})

test('S4.9: flags for the same proof as another order, and for the same account name and amount within 72 hours', async () => {
  const same = { accountname: 'Twice & Co', files: [proofUpload(await receiptImage('png', 250))] }
  const first = await ownOrder()
  expect(await flagsOf(first)).toEqual([])
  const one = await ownOrder({ accountname: same.accountname })
  const two = await ownOrder({ accountname: same.accountname.toUpperCase() })
  expect(await flagsOf(two)).toHaveLength(1)
  const three = await ownOrder({ files: same.files })
  const four = await ownOrder({ files: same.files })
  expect(await flagsOf(four)).toHaveLength(1)
  expect(await flagsOf(four)).not.toEqual(await flagsOf(two))
  expect([(await flagsOf(one)).length, (await flagsOf(three)).length]).toEqual([1, 1])
})

test('S4.9: flags for pending orders older than 24 hours, and for international ones', async () => {
  const now = shop.now()
  const abroad = await ownOrder({
    location: goods.international,
    amount: 189_000,
    country: 'Ghana',
    postalcode: 'GA-184',
  })
  expect(await flagsOf(abroad)).toHaveLength(1)
  shop.itIs(new Date(now.getTime() - 25 * 3_600_000))
  const [waiting, approved] = [await ownOrder(), await ownOrder()]
  shop.itIs(now)
  await approve(approved)
  expect(await flagsOf(waiting)).toHaveLength(1)
  const { data } = await shop.list('/api/admin/confirmed-orders', owner, { search: approved })
  expect(data[0]?.flags).toEqual([])
})

test('S4.10: the live stream sends new counts and ids from the caller’s last position on, until sign-out', async () => {
  const { body } = await shop.post('/api/login', {
    email: 'owner@strand.example',
    password: 'Owner-of-it-1',
  })
  const as = String(body.accessToken)
  const open = async (lastSeen?: string) => {
    const outgoing = request(new URL('/api/admin/live', shop.address), {
      headers: {
        Authorization: `Bearer ${as}`,
        ...(lastSeen === undefined ? {} : { 'Last-Event-ID': lastSeen }),
      },
    }).end()
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    const stream = { text: '', ended: false, response }
    response.on('data', (chunk: Buffer) => {
      stream.text += chunk.toString()
    })
    response.once('close', () => {
      stream.ended = true
    })
    return stream
  }
  const live = await open()
  expect(live.response.headers['content-type']).toContain('text/event-stream')
  await shop.until(
    () => live.text,
    (value) => value.includes('counts'),
  )
  const id = await ownOrder()
  await shop.until(
    () => live.text,
    (value) => value.includes(id),
  )
  const lastSeen = /id: (\S+)/.exec(live.text)?.[1]
  live.response.destroy()
  const missed = await ownOrder()
  const again = await open(lastSeen)
  await shop.until(
    () => again.text,
    (value) => value.includes(missed),
  )
  expect(again.text).toContain(id)
  await shop.post('/api/logout', { refreshToken: body.refreshToken }, { as })
  await shop.until(() => again.ended)
  expect((await shop.get('/api/admin/live')).status).toBe(401)
})

test('S4.12: an erased order stays in lists and counts, marked as erased', async () => {
  const id = await ownOrder({ firstname: 'Forgotten', email: 'forgotten@customer.example' })
  const url = `/api/admin/orders/${id}/personal-data`
  const before = (await shop.get('/api/admin/orders/counts', { as: owner })).body
  expect((await shop.remove(url, undefined, { as: auditor })).status).toBe(403)
  expect(await shop.remove(url, undefined, { as: owner })).toMatchObject({ status: 200 })
  const list = await shop.get(`/api/admin/orders?search=${id}`, { as: owner })
  expect(list.text).toContain('erased')
  expect(list.text).not.toMatch(/forgotten/i)
  expect((await shop.list('/api/admin/orders', owner, { search: 'forgotten' })).total).toBe(0)
  expect((await shop.get('/api/admin/orders/counts', { as: owner })).body).toEqual(before)
  await approve(id)
  const back = (orderMessage: string) =>
    shop.put(`/api/order/${id}/status`, { orderStatus: 7, orderMessage }, { as: owner })
  expect((await back('Torn')).status).toBe(409)
  expect((await back('')).status).toBe(200)
  expect((await shop.list('/api/admin/orders/return', owner, { search: id })).total).toBe(1)
  expect(
    (await shop.remove('/api/admin/orders/nonsense/personal-data', undefined, { as: owner }))
      .status,
  ).toBe(404)
})
