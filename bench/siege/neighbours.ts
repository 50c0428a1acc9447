import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import sharp, { type JpegOptions } from 'sharp'
import { percentile } from '../measuring/samples.ts'
import { type Answer, type Client, clientFrom, multipart } from './client.ts'
import { orderForm } from './order-form.ts'
import { startShop } from './shop.ts'

// `npm run siege:neighbours`: tries to use the shop's fairness between networks against honest
// customers. First come three crowds of phones, each behind one address as in a mobile network;
// then customers at one address while an attacker sends from the same address, or from ever new
// networks. Exits with 1 if an honest customer was not served; docs/security.md lists the scenarios
// in which that still happens.
const { values } = parseArgs({
  options: {
    phones: { type: 'string', default: '140' },
    seconds: { type: 'string', default: '120' },
    only: { type: 'string' },
  },
})
const [phones, seconds] = [Number(values.phones), Number(values.seconds)]
/** How many customers share an address with the attacker. */
const customers = 40
/** In milliseconds: how long before the customers the attacker starts. */
const ahead = 45_000
/** In milliseconds: how long the form tries again; after that, a customer counts as turned away. */
const patience = 120_000

const say = (text: string) => process.stdout.write(`${text}\n`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const folder = mkdtempSync(path.join(tmpdir(), 'strand-neighbours-'))
const shop = await startShop(path.join(folder, 'data'))
const stock = await shop.stock()
const picture = (width: number, height: number, options: JpegOptions) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 200, sigma: 30 },
    },
  })
    .jpeg(options)
    .toBuffer()
const receipt = await picture(700, 1000, { quality: 50 })
/**
 * Pictures just small enough for the web app's own queue, and pictures that cost several times as
 * much.
 */
const costly = await picture(2_000, 2_000, { quality: 60, progressive: true })
const costlier = await sharp({
  create: { width: 6_300, height: 6_300, channels: 3, background: '#7A2E5D' },
})
  .jpeg({ quality: 1, progressive: true })
  .toBuffer()

/** A body that arrives at this rate. */
const slowly = (body: Buffer, bytesPerSecond: number) => {
  const piece = Math.min(8_192, bytesPerSecond)
  async function* pieces() {
    for (let at = 0; at < body.length; at += piece) {
      yield body.subarray(at, at + piece)
      await pause((piece / bytesPerSecond) * 1_000)
    }
  }
  return Readable.from(pieces())
}

type Told = { served: number; of: number; times: number[]; failures: Map<string, number> }

/** Tries again as the web app does. The time counts from the first try. */
const patiently = async (send: () => Promise<Answer>): Promise<Answer> => {
  const began = performance.now()
  for (;;) {
    const answer = await send()
    const isBusy = [0, 408, 429, 503].includes(answer.status)
    const wait = (Number(answer.headers['retry-after'] ?? 3) || 3) * 1_000
    const ms = performance.now() - began
    if (!isBusy || ms + wait > patience) return { ...answer, ms }
    await pause(wait)
  }
}

type Visit = (customer: {
  client: Client
  number: number
  ask: (what: string, send: () => Promise<Answer>) => Promise<Answer>
}) => Promise<void>

class TurnedAway extends Error {}

/** Sends `count` customers within a time, each with the same visit. */
const crowd = async (
  addressOf: (number: number) => string,
  count: number,
  within: number,
  visit: Visit,
): Promise<Told> => {
  const told: Told = { served: 0, of: count, times: [], failures: new Map() }
  const come = async (_: unknown, number: number) => {
    await pause((number / count) * within * 1_000)
    const client = clientFrom(shop.port, addressOf(number))
    const began = performance.now()
    const ask = async (what: string, send: () => Promise<Answer>) => {
      const answer = await patiently(send)
      if (answer.status >= 200 && answer.status < 300) return answer
      throw new TurnedAway(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
    try {
      await visit({ client, number, ask })
      told.served += 1
      told.times.push(performance.now() - began)
    } catch (error) {
      if (!(error instanceof TurnedAway)) throw error
      told.failures.set(error.message, (told.failures.get(error.message) ?? 0) + 1)
    }
    client.close()
  }
  await Promise.all(Array.from({ length: count }, come))
  return told
}

const upload = (
  client: Client,
  bytes: Buffer,
  bytesPerSecond?: number,
  patience = 120_000,
  type = 'image/jpeg',
) => {
  const { headers, body } = multipart('receipt', type, bytes)
  const sent = bytesPerSecond ? slowly(body, bytesPerSecond) : body
  return client.call({ method: 'POST', path: '/api/uploads', headers, body: sent, patience })
}

/** Opens the form, uploads a proof at 60 kB/s, and places the order. */
const order: Visit = async ({ client, number, ask }) => {
  await ask('the form', () => client.call({ path: '/confirm-payment' }))
  await ask('products', () => client.call({ path: '/api/products' }))
  const sent = await ask('upload', () => upload(client, receipt, 60_000))
  const { fileUid } = JSON.parse(sent.text)
  const body = orderForm(stock, { email: `neighbour${number}@mail.example`, fileUid })
  const headers = { 'idempotency-key': randomUUID() }
  await ask('the order', () => client.json('POST', '/api/create-order', { body, headers }))
}

const payWithCode: Visit = async ({ client, ask }) => {
  await ask('/pay', () => client.call({ path: '/pay' }))
  await ask('a code', () => client.json('POST', '/api/payment-codes', { body: {} }))
}

/** Places orders beforehand, each from another address. */
const placeOrders = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  const placed = await crowd(
    (number) => `127.${60 + (number % 40)}.9.1`,
    count,
    count / 4,
    async ({ client, number, ask }) => {
      const { fileUid } = JSON.parse((await ask('upload', () => upload(client, receipt))).text)
      const body = orderForm(stock, { email: `tracker${number}@mail.example`, fileUid })
      const headers = { 'idempotency-key': randomUUID() }
      const send = () => client.json('POST', '/api/create-order', { body, headers })
      ids.push(JSON.parse((await ask('the order', send)).text).orderId)
    },
  )
  if (placed.served < count) throw new Error([...placed.failures.keys()].join('\n'))
  return ids
}

const follow =
  (orderIds: string[]): Visit =>
  async ({ client, number, ask }) => {
    const id = orderIds[number % orderIds.length]
    await ask('tracking', () => client.call({ path: `/api/orders/${id}/track` }))
    await ask('history', () => client.call({ path: `/api/orders/${id}/history` }))
    const body = { review: 'Very good' }
    await ask('a review', () => client.json('POST', `/api/order/${id}/review`, { body }))
  }

/** An attack that repeats from one address, with this many connections at once. */
type Theft = { at: string; places: number; once: (client: Client) => Promise<Answer> }

const besideThieves = async (address: string, thefts: Theft[]): Promise<Told> => {
  let isOver = false
  const answers = new Map<number, number>()
  const clients: Client[] = []
  const stealing = thefts.flatMap(({ at, places, once }) =>
    Array.from({ length: places }, async () => {
      const client = clientFrom(shop.port, at)
      clients.push(client)
      while (!isOver) {
        const { status } = await once(client)
        answers.set(status, (answers.get(status) ?? 0) + 1)
        await pause(200)
      }
    }),
  )
  if (thefts.length > 0) await pause(ahead)
  const told = await crowd(() => address, customers, seconds, order)
  isOver = true
  for (const client of clients) client.close()
  await Promise.all(stealing)
  const counted = [...answers].map(([status, times]) => `${status}: ${times}`).join(', ')
  if (thefts.length > 0) say(`       the thief got ${counted}`)
  return told
}

/** An upload at 8 kB per second that lasts as long as an upload may. */
const endless = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_000_000, ' ')])
const lasting = (client: Client) => upload(client, endless, 8_000, 240_000, 'application/pdf')
const asMuchAsMayBe = (client: Client) =>
  upload(client, Math.random() < 0.5 ? costly : costlier, undefined, 60_000)
/** 120 networks, none of which is the customers'. */
const everNew = (places: number, once: Theft['once']): Theft[] =>
  Array.from({ length: 120 }, (_, number) => ({ at: `127.${110 + number}.0.1`, places, once }))

const scenarios: Record<string, () => Promise<Told>> = {
  'a crowd that orders': () => crowd(() => '127.50.1.1', phones, seconds, order),
  'a crowd that pays with codes': () => crowd(() => '127.50.2.1', 3 * phones, seconds, payWithCode),
  'a crowd that tracks and reviews': async () =>
    crowd(() => '127.50.3.1', phones, seconds, follow(await placeOrders(20))),
  'no thief': () => besideThieves('127.50.4.1', []),
  'a thief behind the same address holds uploads at 8 kB/s': () =>
    besideThieves('127.50.5.1', [{ at: '127.50.5.1', places: 4, once: lasting }]),
  'the same at sixteen places': () =>
    besideThieves('127.50.6.1', [{ at: '127.50.6.1', places: 16, once: lasting }]),
  'a thief behind the same address uses up its limits': () =>
    besideThieves('127.50.7.1', [{ at: '127.50.7.1', places: 4, once: asMuchAsMayBe }]),
  'a thief with 120 networks holds uploads': () => besideThieves('127.50.8.1', everNew(2, lasting)),
  'a thief with 120 networks sends costly pictures': () =>
    besideThieves('127.50.9.1', everNew(1, asMuchAsMayBe)),
}

say('| behind one address | served | p50 | p99 | longest |')
say('|---|---|---|---|---|')
let holds = true
for (const [name, run] of Object.entries(scenarios)) {
  if (values.only && !values.only.split(',').some((one) => name.includes(one))) continue
  const { served, of, times, failures } = await run()
  const [half, most] = [0.5, 0.99].map((share) => percentile({ times }, share))
  const inSeconds = (ms = 0) => `${(ms / 1_000).toFixed(1)} s`
  say(
    `| ${name} | ${served} of ${of} | ${inSeconds(half)} | ${inSeconds(most)} | ${inSeconds(Math.max(0, ...times))} |`,
  )
  for (const [failure, count] of failures) say(`       ${count} x ${failure}`)
  if (served < 0.95 * of) holds = false
}
say(holds ? 'holds  at least 95 % of each were served' : 'FAILS  at least 95 % of each were served')
await shop.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(holds ? 0 : 1)
