import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Answer, type Call, type Client, clientFrom, multipart } from './client.ts'
import { orderForm, type Stock } from './order-form.ts'

export type HonestOutcome = {
  /** The milliseconds of every call, by purpose; a repeated call counts from its first try. */
  times: Map<string, number[]>
  failures: string[]
  placed: number
  late: number
  approved: number
  repeated: number
  /** Whether the customer with the slowest connection succeeded; null without such a customer. */
  slowest: boolean | null
}

export type HonestPlan = {
  port: number
  stock: Stock
  staff: { email: string; password: string }
  count: number
  minutes: number
  /**
   * Whether a customer also sends 20 MB at 100 kB/s, the slowest connection that the specification
   * allows.
   */
  slowest: boolean
}

/**
 * In milliseconds: within this time after the day, everyone but the slowest customer must have
 * succeeded.
 */
const grace = 10_000
const networks = 10

/**
 * A day of `count` customers, who each place one order, and of one staff member, who approves each.
 */
export const honestDay = async (plan: HonestPlan & { receipt: Buffer }): Promise<HonestOutcome> => {
  const { port, count, minutes } = plan
  const day: HonestOutcome = {
    times: new Map(),
    failures: [],
    placed: 0,
    late: 0,
    approved: 0,
    repeated: 0,
    slowest: null,
  }
  const started = performance.now()
  const ends = started + minutes * 60_000
  const note = (what: string, answer: Answer): boolean => {
    const times = day.times.get(what) ?? []
    times.push(answer.ms)
    day.times.set(what, times)
    if (answer.status >= 200 && answer.status < 300) return true
    day.failures.push(`${what}: ${answer.status} ${answer.text.slice(0, 160)}`)
    return false
  }
  /** Tries again if the shop is busy or does not answer, as the web app does. */
  const patiently = async (send: () => Promise<Answer>): Promise<Answer> => {
    const began = performance.now()
    for (let tries = 1; ; tries++) {
      const answer = await send()
      const isBusy = [0, 408, 429, 503].includes(answer.status)
      const wait = Math.min(Number(answer.headers['retry-after'] ?? 1) || 1, 10) * 1_000
      if (!isBusy || performance.now() + wait > ends + grace)
        return { ...answer, ms: performance.now() - began }
      day.repeated++
      await pause(Math.max(wait, Math.min(1_000 * tries, 5_000)))
    }
  }
  const desk = clientFrom(port, '127.3.0.1')
  const login = await patiently(() => desk.json('POST', '/api/login', { body: plan.staff }))
  note('sign in', login)
  let session = JSON.parse(login.text)
  // The last customer still has the remaining 5 % of the time.
  const pace = (minutes * 60_000 * 0.95) / count
  const customers = Array.from({ length: count }, async (_, number) => {
    await pause(number * pace)
    const address = `127.${100 + (number % networks)}.0.${Math.floor(number / networks) + 1}`
    const customer = clientFrom(port, address)
    const orderId = await placeOrder(customer, plan, number, { note, patiently })
    customer.close()
    if (!orderId) return
    if (performance.now() <= ends) day.placed++
    else day.late++
    if (await approve(desk, session, orderId, { note, patiently })) day.approved++
    // Refreshes the session before its 18 minutes are over, as the browser does.
    if (number % 40 !== 39) return
    const { email } = plan.staff
    const refreshed = await desk.json('POST', '/api/refresh-token', {
      body: { email, refreshToken: session.refreshToken },
      headers: { authorization: `Bearer ${session.accessToken}` },
    })
    if (note('refresh', refreshed)) session = refreshed.body
  })
  const slowest = plan.slowest
    ? sendSlowly(port).then((sent) => note('20 MB at 100 kB/s', sent))
    : null
  await Promise.all(customers)
  day.slowest = slowest && (await slowest)
  desk.close()
  return day
}

type Ways = {
  note: (what: string, answer: Answer) => boolean
  patiently: (send: () => Promise<Answer>) => Promise<Answer>
}

/** 20 MB in pieces of 10 kB, ten per second. */
const sendSlowly = async (port: number): Promise<Answer> => {
  const size = 20_000_000
  const { body, headers } = multipart('proof.pdf', 'application/pdf', pdfOf(size))
  const piece = 10_000
  async function* pieces() {
    for (let sent = 0; sent < body.length; sent += piece) {
      yield body.subarray(sent, sent + piece)
      await pause(100)
    }
  }
  const client = clientFrom(port, '127.99.0.1')
  const call: Call = { method: 'POST', path: '/api/uploads', headers, patience: 300_000 }
  const answer = await client.call({ ...call, body: Readable.from(pieces()) })
  client.close()
  return answer
}

const pdfOf = (size: number) => {
  const start = Buffer.from('%PDF-1.4\n')
  return Buffer.concat([start, Buffer.alloc(size - start.length, ' ')])
}

const placeOrder = async (
  customer: Client,
  { stock, receipt }: { stock: Stock; receipt: Buffer },
  number: number,
  { note, patiently }: Ways,
): Promise<string | null> => {
  const get = (path: string) => patiently(() => customer.call({ path }))
  note('open the form', await get('/confirm-payment'))
  note('products', await get('/api/products'))
  note('locations', await get('/api/delivery-location'))
  const picture = multipart('receipt.jpg', 'image/jpeg', receipt)
  const upload = await patiently(() =>
    customer.call({ method: 'POST', path: '/api/uploads', ...picture }),
  )
  if (!note('upload', upload)) return null
  const { fileUid } = JSON.parse(upload.text)
  const body = orderForm(stock, { email: `customer${number}@mail.example`, fileUid })
  const headers = { 'idempotency-key': randomUUID() }
  const order = await patiently(() => customer.json('POST', '/api/create-order', { body, headers }))
  if (!note('place the order', order)) return null
  const { orderId } = JSON.parse(order.text)
  const since = { 'x-min-position': String(order.headers['x-position'] ?? '0') }
  const path = `/api/orders/${orderId}/track`
  note('track', await patiently(() => customer.json('GET', path, { headers: since })))
  return orderId
}

const approve = async (
  desk: Client,
  { accessToken }: { accessToken: string },
  orderId: string,
  { note, patiently }: Ways,
): Promise<boolean> => {
  const headers = { authorization: `Bearer ${accessToken}` }
  note('pending orders', await desk.json('GET', '/api/admin/orders', { headers }))
  note('counts', await desk.json('GET', '/api/admin/orders/counts', { headers }))
  const approved = await patiently(() =>
    desk.json('PUT', `/api/admin/approve-order/${orderId}`, { headers }),
  )
  if (!note('approve', approved)) return false
  const after = { ...headers, 'x-min-position': String(approved.headers['x-position'] ?? '0') }
  const found = await desk.json('GET', `/api/admin/confirmed-orders?search=${orderId}`, {
    headers: after,
  })
  return note('see it confirmed', found) && found.body.result?.total === 1
}

/** The calls that staff make all day. */
export const staffLists = ['pending orders', 'counts', 'see it confirmed']

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
