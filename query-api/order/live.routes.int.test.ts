import type { LiveOrders } from '@strand/contracts/order/live'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { openTestShop, superadministrator, theSession } from '../testing/test-shop.ts'

type LiveEvent = { id: string; update: LiveOrders }

/** A shop whose caller has a live session, and a client of the live stream. */
const openLiveShop = async (options?: Parameters<typeof openTestShop>[0]) => {
  const shop = await openTestShop({ projectors: true, ...options })
  const { now } = shop.clock
  await shop.pool.query(
    `insert into account (user_id, email, password_hash, role, status, personal, created_at)
     values ($1, 'ngozi@shop.example', '-', 'auditor', 'active', '{}', $2)`,
    [superadministrator, now],
  )
  await shop.pool.query(
    `insert into session (id, user_id, seed, created_at, last_seen_at) values ($1, $2, '', $3, $3)`,
    [theSession, superadministrator, now],
  )
  const address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const listen = async (lastSeen?: string) => {
    const aborting = new AbortController()
    onTestFinished(() => aborting.abort())
    const answer = await fetch(`${address}/api/admin/live`, {
      headers: {
        authorization: 'Bearer auditor',
        ...(lastSeen === undefined ? {} : { 'last-event-id': lastSeen }),
      },
      signal: aborting.signal,
    })
    return { answer, messages: messagesOf(answer), hangUp: () => aborting.abort() }
  }
  return { shop, listen }
}

const messagesOf = async function* (answer: Response): AsyncGenerator<LiveEvent, undefined> {
  let text = ''
  for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(
    new TextDecoderStream(),
  )) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      const id = /^id: (.+)$/m.exec(block)?.[1]
      const data = /^data: (.+)$/m.exec(block)?.[1]
      if (id && data) yield { id, update: JSON.parse(data) }
    }
  }
}
const next = async (messages: AsyncGenerator<LiveEvent, undefined>) => {
  const { value } = await messages.next()
  if (!value) throw new Error('the stream ended')
  return value
}

test('staff who are listening hear of a new order, with counts that include it', async () => {
  const { shop, listen } = await openLiveShop()
  const { answer, messages } = await listen()
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const first = await next(messages)
  expect(first.update).toMatchObject({ counts: { pending: 0 }, orders: [], missed: false })

  const order = await shop.order('7K3Q-ZM9X-WD4T')
  await shop.append('order-7K3Q-ZM9X-WD4T', [order.created()])
  const second = await next(messages)
  expect(second.update).toMatchObject({ counts: { pending: 1 }, orders: ['7K3Q-ZM9X-WD4T'] })
  expect(second.update.changed).toMatchObject([{ orderstatus: 'pending', did: 'placed this' }])
  const position = await shop.append('order-7K3Q-ZM9X-WD4T', [order.approved()])
  const third = await next(messages)
  expect(third).toMatchObject({
    id: String(position),
    update: { counts: { pending: 0, confirmed: 1 }, orders: [], missed: false },
  })
  expect(third.update.changed).toEqual([
    {
      orderid: '7K3Q-ZM9X-WD4T',
      position: String(position),
      orderstatus: 'confirmed',
      userid: superadministrator,
      who: 'A colleague',
      did: 'approved this',
    },
  ])
  const row = (ids: string) => shop.get(`/api/admin/orders/rows?ids=${ids}`, 'auditor')
  expect((await row('7K3Q-ZM9X-WD4T,GONE-GONE-GONE')).json().result).toMatchObject([
    { orderid: '7K3Q-ZM9X-WD4T', position: String(position), orderstatus: 'confirmed' },
  ])
  expect((await row(Array.from({ length: 101 }, () => 'A').join())).status).toBe(400)
})

test('a client that returns with the last id it saw gets the orders it missed', async () => {
  const { shop, listen } = await openLiveShop()
  const before = await listen()
  const { id } = await next(before.messages)
  before.hangUp()
  for (const orderId of ['AAAA-0000-0000', 'BBBB-0000-0000']) {
    const order = await shop.order(orderId)
    await shop.append(`order-${orderId}`, [order.created()])
  }
  const again = await listen(id)
  expect((await next(again.messages)).update).toMatchObject({
    counts: { pending: 2 },
    orders: ['AAAA-0000-0000', 'BBBB-0000-0000'],
    changed: [{ orderid: 'AAAA-0000-0000' }, { orderid: 'BBBB-0000-0000' }],
    missed: false,
  })
  const fresh = await listen()
  expect((await next(fresh.messages)).update.orders).toEqual([])
})

test('a last id that no message ever had is refused', async () => {
  const { shop, listen } = await openLiveShop()
  const order = await shop.order('7K3Q-ZM9X-WD4T')
  await shop.append('order-7K3Q-ZM9X-WD4T', [order.created()])
  for (const id of ['-9', '-999999999999999999', '9223372036854775808', '1.5', '0x1', 'abc'])
    expect((await listen(id)).answer.status).toBe(400)
  expect((await next((await listen('-1')).messages)).update.orders).toEqual(['7K3Q-ZM9X-WD4T'])
})

test('signing out ends the live stream', async () => {
  const { shop, listen } = await openLiveShop()
  const { messages } = await listen()
  await next(messages)
  await shop.pool.query('update session set ended_at = now()')
  await shop.append('user-1', [{ type: 'UserSignedOut', data: { userId: superadministrator } }])
  expect(await messages.next()).toEqual({ done: true, value: undefined })
})

test('another person’s signing out does not end the stream', async () => {
  const { shop, listen } = await openLiveShop()
  const { messages } = await listen()
  await next(messages)
  const userId = '99999999-9999-4999-8999-999999999999'
  await shop.append('user-9', [{ type: 'UserSignedOut', data: { userId } }])
  const order = await shop.order('7K3Q-ZM9X-WD4T')
  await shop.append('order-7K3Q-ZM9X-WD4T', [order.created()])
  expect((await next(messages)).update.orders).toEqual(['7K3Q-ZM9X-WD4T'])
})

test('a stranger receives nothing', async () => {
  const { shop } = await openLiveShop()
  expect((await shop.get('/api/admin/live')).status).toBe(401)
})

test('a stream requested while the server is closing does not keep it open', async () => {
  const arrived = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  const beforeAuthentication = () => {
    arrived.resolve()
    return closing.promise
  }
  const { shop, listen } = await openLiveShop({ beforeAuthentication })
  const listening = listen()
  await arrived.promise
  const closed = shop.app.close()
  await eventually(() => shop.app.server.listening, false)
  closing.resolve()
  expect((await listening).answer.status).toBe(503)
  await closed
})

test('a person can follow orders in five tabs; a sixth is refused until one is closed', async () => {
  const { shop, listen } = await openLiveShop()
  const tabs = await Promise.all(Array.from({ length: 5 }, () => listen()))
  for (const { messages } of tabs) await next(messages)
  const sixth = await listen()
  expect(sixth.answer.status).toBe(429)
  expect(sixth.answer.headers.get('retry-after')).toBe('60')
  const order = await shop.order('7K3Q-ZM9X-WD4T')
  await shop.append('order-7K3Q-ZM9X-WD4T', [order.created()])
  for (const { messages } of tabs)
    expect((await next(messages)).update.orders).toEqual(['7K3Q-ZM9X-WD4T'])
  tabs[0]?.hangUp()
  await eventually(async () => (await listen()).answer.status, 200)
})
