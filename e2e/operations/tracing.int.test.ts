import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type ReceivedSpan, startOtlpReceiver } from '@strand/platform/testing/otlp-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { startSpecificationShop } from '../testing/client.ts'
import { createCatalogue, placeOrder } from '../testing/fixtures.ts'

const strangersTrace = '0af7651916cd43dd8448eb211c80319c'
const claim = { traceparent: `00-${strangersTrace}-b7ad6b7169203331-01` }

/** The spans of a request's trace, by name, each with its parent's name. */
const traceOf = (spans: ReceivedSpan[], request: string) => {
  const [root, ...more] = spans.filter(({ name }) => name === request)
  if (!root || more.length > 0) throw new Error(`${more.length + 1} times ${request}`)
  const all = spans.filter(({ traceId }) => traceId === root.traceId)
  const nameOf = (id: string | undefined) => all.find(({ spanId }) => spanId === id)?.name
  return {
    root,
    all,
    edges: all.map(({ name, parentSpanId }) => `${nameOf(parentSpanId)} > ${name}`).sort(),
  }
}

const postWith =
  (shop: Awaited<ReturnType<typeof startSpecificationShop>>, headers: Record<string, string>) =>
  (url: string, body?: unknown) =>
    shop.post(url, body, { headers })

test('one trace leads from the form through append and projection to the mail', async () => {
  const receiver = await startOtlpReceiver()
  const shop = await startSpecificationShop({ traceEndpoint: receiver.endpoint })
  let isClosed = false
  onTestFinished(() => (isClosed ? undefined : shop.close()))
  const stock = await createCatalogue(shop, await shop.signIn())
  const email = 'ada@customer.example'
  const orderId = await placeOrder({ ...shop, post: postWith(shop, claim) }, stock, { email })
  await shop.mailTo(email, '')
  await shop.list('/api/admin/orders', await shop.signIn())
  const { rows } = await shop.pool.query(
    `select metadata ->> 'traceparent' as traceparent from event_log.event where stream = $1`,
    [`order-${orderId}`],
  )
  isClosed = true
  await shop.close()

  const { root: request, all, edges } = traceOf(receiver.spans(), 'POST /api/create-order')
  expect(edges).toEqual([
    'POST /api/create-order > append',
    'append > mail order-received',
    'append > projection activity',
    'append > projection order',
    'append > projection reports',
    'append > projection sales',
    'append > reaction mail',
    'undefined > POST /api/create-order',
  ])
  const append = all.find(({ name }) => name === 'append')
  // A later reader of the event finds the trace.
  expect(rows).toEqual([{ traceparent: `00-${request.traceId}-${append?.spanId}-01` }])
  expect(append?.attributes).toEqual({
    'strand.event.type': 'OrderCreated',
    'strand.events': 1,
    'strand.append': 'appended',
  })
  expect(request.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/create-order',
    'http.response.status_code': 201,
  })
  // A stranger's trace is linked, but not continued.
  expect(request.traceId).not.toBe(strangersTrace)
  expect(request.links).toMatchObject([{ traceId: strangersTrace }])
  // No span may name a person or an order.
  expect(receiver.bodies.join()).not.toMatch(
    new RegExp(`${orderId}|customer.example|\\bada\\b`, 'i'),
  )
})

test('without a collector, no part of OpenTelemetry is loaded', async () => {
  const code = `await import('@strand/all-in-one/shop')
    const { createRequire } = await import('node:module')
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    console.log(loaded.length, loaded.filter((file) => /opentelemetry.(sdk|otlp|exporter)/.test(file)))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', code],
    { cwd: fileURLToPath(new URL('../../all-in-one', import.meta.url)) },
  )
  expect(stdout).toMatch(/^[1-9]\d+ \[\]\n$/)
})
