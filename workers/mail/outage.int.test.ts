import { findOutage } from '@strand/platform/jobs/outage'
import { eventually } from '@strand/platform/testing/eventually'
import { startProxy } from '@strand/platform/testing/proxy'
import { expect, test } from 'vitest'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { customer, openTestShop } from '../testing/test-shop.ts'
import { retryDelay } from './handler.ts'

/** A shop that retries emails as slowly as production does. The test can stop its mail server. */
const shopWithMailServer = async () => {
  const smtp = await startSmtpServer()
  const proxy = await startProxy(smtp.url)
  const shop = await openTestShop()
  const start = () =>
    shop.start({ mailUrl: proxy.url, mailTimeout: 4_000, retryDelay, probeDelay: () => 50 })
  const states = async () => (await shop.outbox()).map(({ state }) => state)
  const outage = () => findOutage(shop.pool, 'mail')
  return { smtp, proxy, shop, start, states, outage }
}

test('mails wait while the mail server is down; once it is back, each goes out immediately and once', async () => {
  const { smtp, proxy, shop, start, states, outage } = await shopWithMailServer()
  await start()
  await start()
  expect(await outage()).toBeNull()
  await proxy.away()
  // This email is tried before the outage is known. In the queue, it would wait minutes for its
  // next try.
  await shop.placeOrder(customer(0))
  await eventually(outage, (record) => record !== null)
  await eventually(shop.outbox, [{ state: 'waiting', tries: 1 }])
  expect((await shop.outbox())[0]?.reason).toMatch(/ECONNREFUSED/)
  expect((await outage())?.reason).toMatch(/ECONNREFUSED/)
  for (let nth = 1; nth < 30; nth++) await shop.placeOrder(customer(nth))
  await eventually(states, (all) => all.filter((state) => state === 'waiting').length >= 29)
  await proxy.back()
  await eventually(states, (all) => all.length === 30 && all.every((state) => state === 'done'))
  expect(smtp.mails).toHaveLength(30)
  expect(await outage()).toBeNull()
})

test('account mails go out before order mails that have waited longer', async () => {
  const { smtp, proxy, shop, start, outage } = await shopWithMailServer()
  await proxy.away()
  const workers = await start()
  await shop.placeOrder(customer(0))
  await eventually(outage, (record) => record !== null)
  for (let nth = 1; nth < 12; nth++) await shop.placeOrder(customer(nth))
  await shop.createUser()
  await eventually(async () => (await shop.outbox()).length, 13)
  await workers.stop()
  await proxy.back()
  await shop.start({ mailUrl: proxy.url, concurrency: 1, probeDelay: () => 50 })
  await eventually(() => smtp.mails.length, 13)
  const nth = smtp.mails.findIndex(({ recipients }) => recipients[0] === 'bola@example.com')
  expect(nth).toBe(0)
})

test('a server that answers but rejects a mail is not down', async () => {
  const { smtp, shop, start, outage } = await shopWithMailServer()
  for (const behaviour of ['defer', 'drop', 'refuse'] as const) {
    smtp.state.behaviour = behaviour
    const { eventId } = await shop.placeOrder(customer(smtp.tried.length))
    if (behaviour === 'defer') await start()
    await eventually(async () => smtp.tried.includes(behaviour), true)
    await eventually(
      async () =>
        (await shop.pool.query('select tries from outbox where event_id = $1', [eventId])).rows[0]
          ?.tries ?? 0,
      (tries) => tries > 0,
    )
  }
  expect(await outage()).toBeNull()
})
