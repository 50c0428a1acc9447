import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findEntry, listByState, retryFailed } from '@strand/event-sourcing/outbox/outbox'
import { eventually } from '@strand/platform/testing/eventually'
import { fastestOf } from '@strand/platform/testing/fastest-of'
import { limit } from '@strand/platform/testing/limits'
import { startProxy } from '@strand/platform/testing/proxy'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { customer, openTestShop } from '../testing/test-shop.ts'

type Shop = Awaited<ReturnType<typeof openTestShop>>
/** Waits until the outbox has `count` emails (default: at least one) and all of them are done. */
const allDone = (shop: Shop, count?: number) =>
  eventually(
    shop.outbox,
    (entries) =>
      entries.length > 0 &&
      entries.length === (count ?? entries.length) &&
      entries.every(({ state }) => state === 'done'),
  )

for (const behaviour of ['defer', 'drop', 'hang'] as const)
  test(`a mail server with a temporary failure (${behaviour}) gets the mail later, once`, async () => {
    const smtp = await startSmtpServer()
    const shop = await openTestShop()
    smtp.state.behaviour = behaviour
    // Only a hanging server needs a short timeout. On a busy machine, any other server would exceed
    // this timeout and count as down.
    const mailTimeout = behaviour === 'hang' ? limit(600) : limit(60_000)
    await shop.start({ mailUrl: smtp.url, mailTimeout })
    await shop.placeOrder()
    await eventually(
      async () => (await shop.outbox())[0]?.tries ?? 0,
      (value) => value >= 3,
    )
    expect(await shop.outbox()).toMatchObject([{ state: 'dispatched' }])
    expect((await shop.outbox())[0]?.reason).toBeTruthy()
    smtp.state.behaviour = 'accept'
    await allDone(shop)
    expect(smtp.mails).toHaveLength(1)
    expect((await shop.outbox())[0]?.reason).toBeNull()
  })

test('a mail server that rejects the sign-in is asked again, and gets the mail once it accepts it', async () => {
  const smtp = await startSmtpServer({ signIn: true })
  const shop = await openTestShop()
  smtp.state.behaviour = 'no-sign-in'
  await shop.start({ mailUrl: smtp.url, probeDelay: () => 50 })
  await shop.placeOrder()
  await eventually(() => smtp.state.signIns > 3)
  expect(await shop.outbox()).toMatchObject([{ state: 'waiting', tries: 1 }])
  expect((await shop.outbox())[0]?.reason).toBeTruthy()
  smtp.state.behaviour = 'accept'
  await allDone(shop)
  expect(smtp.mails).toHaveLength(1)
})

test('a mail server that is down gets the mail once it is back', async () => {
  const smtp = await startSmtpServer()
  const proxy = await startProxy(smtp.url)
  await proxy.away()
  const shop = await openTestShop()
  await shop.start({ mailUrl: proxy.url, probeDelay: () => 50 })
  await shop.placeOrder()
  await eventually(shop.outbox, [{ state: 'waiting', tries: 1 }])
  await proxy.back()
  await allDone(shop)
  expect(smtp.mails).toHaveLength(1)
})

test('a mail that is rejected for good fails immediately, is shown to staff, and can be sent again', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  smtp.state.behaviour = 'refuse'
  await shop.start({ mailUrl: smtp.url })
  const { eventId } = await shop.placeOrder()
  await eventually(async () => (await shop.outbox())[0]?.state, 'failed')
  const failed = await listByState(shop.pool, 'failed', 10)
  expect(failed).toHaveLength(1)
  const mail = await findEntry(shop.pool, failed[0] ?? 0)
  expect(mail).toMatchObject({ kind: 'order-received', eventId, tries: 1 })
  expect(mail?.reason).toContain('550')
  // A server's reply repeats the address, which is personal data; the row outlives an erasure.
  expect(mail?.reason).not.toMatch(/ada|example/i)
  smtp.state.behaviour = 'accept'
  expect(await retryFailed(shop.pool, failed)).toBe(1)
  await allDone(shop)
  expect(smtp.mails).toHaveLength(1)
  expect(smtp.tried).toEqual(['refuse', 'accept'])
})

test('no password is sent without TLS', async () => {
  const smtp = await startSmtpServer({ signIn: true })
  const shop = await openTestShop()
  await shop.start({ mailUrl: smtp.url.replace('?requireTLS=false', '') })
  await shop.placeOrder()
  await eventually(
    async () => (await shop.outbox())[0]?.tries ?? 0,
    (value) => value >= 1,
  )
  expect((await shop.outbox())[0]?.reason).toMatch(/STARTTLS|TLS/)
  expect(smtp.state.signIns).toBe(0)
  expect(smtp.mails).toEqual([])
})

test('names and words in any language arrive as they were typed', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  await shop.start({ mailUrl: smtp.url })
  await shop.placeOrder({ firstName: 'Ọlábísí', lastName: 'Ńnẹ́ka, "Öl" <x>' })
  await eventually(() => smtp.mails.length, 1)
  expect(smtp.mails[0]?.to?.[0]?.name).toBe('Ọlábísí Ńnẹ́ka, "Öl" <x>')
  expect(smtp.mails[0]?.recipients).toEqual(['ada@example.com'])
  expect(smtp.mails[0]?.html).toContain('Dear Ọlábísí,')
})

test('one rejected mail does not hold up the others', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  await shop.start({ mailUrl: smtp.url })
  await shop.placeOrder({ email: 'two@example.com,three@example.com' })
  await shop.placeOrder({ lastName: 'Obi\r\nBcc: all@example.com' })
  await shop.placeOrder()
  await eventually(() => smtp.mails.length, 1)
  await eventually(
    () => shop.outbox(),
    (value) => value.every(({ state }) => state !== 'dispatched'),
  )
  expect((await shop.outbox()).map(({ state }) => state)).toEqual(['failed', 'failed', 'done'])
})

test('a worker killed between sending and recording sends again with the same Message-ID', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  const { eventId } = await shop.placeOrder()
  const file = fileURLToPath(new URL('../testing/worker-process.ts', import.meta.url))
  const child = spawn(process.execPath, [file, shop.url, smtp.url], { stdio: 'inherit' })
  smtp.state.onTaken = () => child.kill('SIGKILL')
  await once(child, 'exit')
  expect(smtp.mails).toHaveLength(1)
  expect(await shop.outbox()).toMatchObject([{ state: 'dispatched', tries: 0 }])
  smtp.state.onTaken = () => {}
  await shop.start({ mailUrl: smtp.url })
  await allDone(shop)
  expect(smtp.mails.map(({ messageId }) => messageId)).toEqual([
    `<${eventId}.order-received@shop.example>`,
    `<${eventId}.order-received@shop.example>`,
  ])
})

test('with a limit of mails per second, a burst waits in the outbox, not in the queue', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  for (let placed = 0; placed < 9; placed++) await shop.placeOrder(customer(placed))
  const started = Date.now()
  await shop.start({ mailUrl: smtp.url, mailsPerSecond: 3 })
  let ahead = Number.NEGATIVE_INFINITY
  await eventually(async () => {
    // One read of the outbox: an entry added between two reads would count as dispatched.
    const entries = await shop.outbox()
    const waiting = entries.filter(({ state }) => state === 'waiting').length
    const seconds = (Date.now() - started) / 1_000
    const known = entries.length
    ahead = Math.max(ahead, known - waiting - 3 * (1 + seconds))
    return known === 9 && waiting === 0
  })
  expect(ahead, 'mails more than the bound allowed').toBeLessThanOrEqual(0)
  await eventually(() => smtp.mails.length, 9)
})

test('the sweeper puts back what a queue loses', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  smtp.state.behaviour = 'defer'
  const hour = () => 3_600_000
  await shop.start({ mailUrl: smtp.url, retryDelay: hour, lostAfterSeconds: 1 })
  await shop.placeOrder()
  await eventually(async () => (await shop.outbox())[0]?.tries, 1)
  smtp.state.behaviour = 'accept'
  await shop.pool.query('truncate queue.job cascade')
  await allDone(shop)
  expect(smtp.mails).toHaveLength(1)
})

test('a queue that came back empty gets its mails again half a minute after they were queued', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  const first = await shop.start({ mailUrl: smtp.url, concurrency: 1 })
  smtp.state.behaviour = 'hang'
  await shop.placeOrder()
  await shop.placeOrder(customer(1))
  await eventually(shop.outbox, [{ state: 'dispatched' }, { state: 'dispatched' }])
  await first.stop()
  smtp.state.behaviour = 'accept'
  await shop.pool.query('truncate queue.job cascade')
  await shop.pool.query(`update outbox set dispatched_at = dispatched_at - interval '30 seconds'`)
  await shop.start({ mailUrl: smtp.url })
  await allDone(shop, 2)
  expect(smtp.mails).toHaveLength(2)
})

test('restarting, losing the checkpoint and reading the log again send nothing twice', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  const first = await shop.start({ mailUrl: smtp.url })
  for (let orders = 0; orders < 5; orders++) await shop.placeOrder(customer(orders))
  await allDone(shop, 5)
  await first.stop()
  await shop.pool.query('delete from checkpoint')
  await shop.start({ mailUrl: smtp.url })
  await shop.placeOrder()
  await allDone(shop, 6)
  expect(smtp.mails).toHaveLength(6)
})

test('a new shop that reads an existing log does not send last week’s mails', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  const week = 7 * 24 * 3_600_000
  await shop.placeOrder({ email: 'old@example.com' }, { at: new Date(Date.now() - week) })
  await shop.placeOrder()
  await shop.start({ mailUrl: smtp.url })
  await eventually(async () => (await shop.outbox())[1]?.state, 'done')
  expect(smtp.mails.flatMap(({ recipients }) => recipients)).toEqual(['ada@example.com'])
})

test('two concurrent processes send each mail once', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  await shop.start({ mailUrl: smtp.url })
  await shop.start({ mailUrl: smtp.url })
  for (let orders = 0; orders < 40; orders++) await shop.placeOrder(customer(orders))
  await allDone(shop, 40)
  expect(smtp.mails).toHaveLength(40)
})

test('when Postgres goes away and comes back, mail goes out again within 10 seconds', async () => {
  const smtp = await startSmtpServer()
  const database = await testDatabase()
  const proxy = await startProxy(database.url)
  const near = await openTestShop({ url: database.url })
  const far = await openTestShop({ url: proxy.url })
  await far.start({ mailUrl: smtp.url })
  await near.placeOrder()
  await eventually(() => smtp.mails.length, 1)
  let sent = 1
  const outage = async () => {
    // An email that is not recorded as sent before the outage would be sent again after it.
    await allDone(near, sent)
    await proxy.away()
    await near.placeOrder()
    await proxy.back()
    await eventually(() => smtp.mails.length, ++sent)
  }
  expect(await fastestOf(2, outage)).toBeLessThan(limit(10_000))
})
