import { listByState } from '@strand/event-sourcing/outbox/outbox'
import {
  deleteExpiredAdmissions,
  dropHeld,
  releaseHeld,
} from '@strand/event-sourcing/outbox/outbox-admission'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { openTestShop } from '../testing/test-shop.ts'

type Shop = Awaited<ReturnType<typeof openTestShop>>

const states = async (shop: Shop) => (await shop.outbox()).map(({ state }) => state)
const settled = (shop: Shop, count: number) =>
  eventually(
    () => states(shop),
    (all) => all.length === count && all.every((state) => state === 'done' || state === 'held'),
  )

test('300 orders with someone else’s address send only three mails, whichever process sends them', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  await Promise.all(
    Array.from({ length: 300 }, (_, nth) =>
      shop.placeOrder({ email: `Victim+${nth}@example.com` }),
    ),
  )
  await shop.start({ mailUrl: smtp.url })
  await shop.start({ mailUrl: smtp.url })
  await settled(shop, 300)
  expect(smtp.mails).toHaveLength(3)
  expect((await states(shop)).filter((state) => state === 'held')).toHaveLength(297)
  const held = (await shop.outbox()).find(({ state }) => state === 'held')
  expect(held?.reason).toBe('More than 3 an hour or 10 a day to one address')
  const { rows } = await shop.pool.query('select * from outbox_admission')
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toMatch(/victim|example/i)
})

test('mails to others, and mails triggered by staff, still go out', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  const orders = []
  for (let nth = 0; nth < 5; nth++) orders.push(await shop.placeOrder())
  await shop.placeOrder({ email: 'bola@example.com' })
  await shop.start({ mailUrl: smtp.url })
  await settled(shop, 6)
  for (const { life, happens } of orders) await happens(life.approved())
  await settled(shop, 11)
  const to = (address: string) =>
    smtp.mails.filter(({ recipients }) => recipients[0] === address).length
  expect([to('ada@example.com'), to('bola@example.com')]).toEqual([3 + 5, 1])
})

test('three more go out an hour later, and ten within a day', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  await shop.start({ mailUrl: smtp.url })
  const hourPasses = () =>
    shop.pool.query(`update outbox_admission set admitted_at = admitted_at - interval '61 minutes'`)
  for (let hour = 1; hour <= 5; hour++) {
    for (let nth = 0; nth < 4; nth++) await shop.placeOrder()
    await settled(shop, hour * 4)
    expect(smtp.mails).toHaveLength(Math.min(hour * 3, 10))
    await hourPasses()
  }
})

test('a mail counts once, however often it is tried, sent or read from the log', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  smtp.state.behaviour = 'defer'
  const first = await shop.start({ mailUrl: smtp.url })
  for (let nth = 0; nth < 3; nth++) await shop.placeOrder()
  await eventually(
    shop.outbox,
    (entries) => entries.length === 3 && entries.every(({ tries }) => tries >= 3),
  )
  await first.stop()
  // Without its checkpoint, the processor knows nothing of the outbox and the queue.
  await shop.pool.query('delete from checkpoint; delete from outbox; truncate queue.job cascade')
  smtp.state.behaviour = 'accept'
  await shop.start({ mailUrl: smtp.url })
  await settled(shop, 3)
  expect(await states(shop)).toEqual(['done', 'done', 'done'])
  expect(smtp.mails).toHaveLength(3)
})

test('a flood to many recipients is held back, and the limit lifts automatically', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  const minute = 60_000
  const tenMinutes = (ago: number) => (Math.floor(Date.now() / minute / 10) - ago) * 10 * minute
  const place = (nth: number, at: number) =>
    shop.placeOrder({ email: `customer${nth}@example.com` }, { at: new Date(at) })
  // Emails delayed by an outage do not count as a flood.
  for (let nth = 0; nth < 8; nth++) await place(nth, tenMinutes(20 - nth))
  await shop.start({ mailUrl: smtp.url, mailBrake: 4 })
  await settled(shop, 8)
  expect(smtp.mails).toHaveLength(8)
  for (let nth = 10; nth < 20; nth++) await place(nth, tenMinutes(2) + nth)
  await settled(shop, 18)
  expect(smtp.mails).toHaveLength(12)
  const held = (await shop.outbox()).find(({ state }) => state === 'held')
  expect(held?.reason).toBe('More than 4 in ten minutes for the whole shop')
  await place(20, tenMinutes(1))
  await settled(shop, 19)
  expect(smtp.mails).toHaveLength(13)
})

test('staff can release held mails despite limits or drop them; archived orders send none', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  await shop.start({ mailUrl: smtp.url, mailBrake: 1 })
  await shop.placeOrder({ email: 'first@example.com' })
  await settled(shop, 1)
  const orders = []
  for (let nth = 0; nth < 4; nth++)
    orders.push(await shop.placeOrder({ email: `customer${nth}@example.com` }))
  await settled(shop, 5)
  const [dropped, archived] = await listByState(shop.pool, 'held', 2)
  expect(await dropHeld(shop.pool, [dropped ?? 0])).toBe(1)
  const { rows } = await shop.pool.query('select stream from outbox where id = $1', [archived])
  const flood = orders.find(({ orderId }) => rows[0].stream.endsWith(orderId))
  await flood?.happens(flood.life.archived('pending'))
  const rest = await listByState(shop.pool, 'held', 100)
  expect(await releaseHeld(shop.pool, rest)).toBe(3)
  expect(await releaseHeld(shop.pool, rest)).toBe(0)
  await settled(shop, 5)
  expect(smtp.mails).toHaveLength(3)
  const reasons = (await shop.outbox()).map(({ reason }) => reason).filter(Boolean)
  expect(reasons.sort()).toEqual(['archived', 'dropped'])
})

test('admissions that no longer count are deleted', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  await shop.start({ mailUrl: smtp.url })
  await shop.placeOrder()
  await settled(shop, 1)
  expect(await deleteExpiredAdmissions(shop.pool)).toBe(0)
  await shop.pool.query(`update outbox_admission set admitted_at = now() - interval '25 hours'`)
  expect(await deleteExpiredAdmissions(shop.pool)).toBe(1)
})
