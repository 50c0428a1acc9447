import { randomUUID } from 'node:crypto'
import { type Answer, type Client, clientFrom, multipart } from './client.ts'
import { orderForm, type Stock } from './order-form.ts'

export type HonestOutcome = {
  /** The milliseconds of every call, by its purpose. */
  times: Map<string, number[]>
  failures: string[]
  placed: number
  approved: number
}

/** `count` customers who each place one order, and one member of staff who approves each. */
export const honestDay = async (options: {
  port: number
  stock: Stock
  staff: { email: string; password: string }
  receipt: Buffer
  count: number
  minutes: number
}): Promise<HonestOutcome> => {
  const { port, count, minutes } = options
  const day: HonestOutcome = { times: new Map(), failures: [], placed: 0, approved: 0 }
  const note = (what: string, answer: Answer): boolean => {
    const times = day.times.get(what) ?? []
    times.push(answer.ms)
    day.times.set(what, times)
    if (answer.status >= 200 && answer.status < 300) return true
    day.failures.push(`${what}: ${answer.status} ${answer.text.slice(0, 120)}`)
    return false
  }
  const desk = clientFrom(port, '127.3.0.1')
  const login = await desk.json('POST', '/api/login', { body: options.staff })
  note('sign in', login)
  let session = login.body
  const pace = (minutes * 60_000) / count
  const customers = Array.from({ length: count }, async (_, number) => {
    await pause(number * pace)
    const customer = clientFrom(port, `127.2.${Math.floor(number / 250)}.${(number % 250) + 1}`)
    const orderId = await placeOrder(customer, options, number, note)
    customer.close()
    if (!orderId) return
    day.placed++
    if (await approve(desk, session, orderId, note)) day.approved++
    // Refreshes the session before its 18 minutes are over, as the browser does.
    if (number % 40 !== 39) return
    const { email } = options.staff
    const refreshed = await desk.json('POST', '/api/refresh-token', {
      body: { email, refreshToken: session.refreshToken },
      headers: { authorization: `Bearer ${session.accessToken}` },
    })
    if (note('refresh', refreshed)) session = refreshed.body
  })
  await Promise.all(customers)
  desk.close()
  return day
}

type Note = (what: string, answer: Answer) => boolean

const placeOrder = async (
  customer: Client,
  { stock, receipt }: { stock: Stock; receipt: Buffer },
  number: number,
  note: Note,
): Promise<string | null> => {
  note('open the form', await customer.call({ path: '/confirm-payment' }))
  note('products', await customer.json('GET', '/api/products'))
  note('locations', await customer.json('GET', '/api/delivery-location'))
  const picture = multipart('receipt.jpg', 'image/jpeg', receipt)
  const sent = { method: 'POST', path: '/api/uploads', ...picture } as const
  const upload = await customer.call(sent)
  if (!note('upload', upload)) return null
  const { fileUid } = JSON.parse(upload.text)
  const order = await customer.json('POST', '/api/create-order', {
    body: orderForm(stock, { email: `customer${number}@mail.example`, fileUid }),
    headers: { 'idempotency-key': randomUUID() },
  })
  if (!note('place the order', order)) return null
  const { orderId } = order.body
  const headers = { 'x-min-position': String(order.headers['x-position'] ?? '0') }
  note('track', await customer.json('GET', `/api/orders/${orderId}/track`, { headers }))
  return orderId
}

const approve = async (
  desk: Client,
  { accessToken }: { accessToken: string },
  orderId: string,
  note: Note,
): Promise<boolean> => {
  const headers = { authorization: `Bearer ${accessToken}` }
  note('pending orders', await desk.json('GET', '/api/admin/orders', { headers }))
  note('counts', await desk.json('GET', '/api/admin/orders/counts', { headers }))
  const approved = await desk.json('PUT', `/api/admin/approve-order/${orderId}`, { headers })
  if (!note('approve', approved)) return false
  const after = { ...headers, 'x-min-position': String(approved.headers['x-position'] ?? '0') }
  const found = await desk.json('GET', `/api/admin/confirmed-orders?search=${orderId}`, {
    headers: after,
  })
  return note('see it confirmed', found) && found.body.result?.total === 1
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
