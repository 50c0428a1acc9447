import { once } from 'node:events'
import { request } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { silentLog } from '@strand/event-sourcing/log'
import { expect, onTestFinished, test } from 'vitest'
import { testHttpServer } from '../testing/http-server.ts'
import { startOtlpReceiver } from '../testing/otlp-receiver.ts'
import { openTelemetry } from '../tracing/open-telemetry.ts'

/** A server with some routes; returns the spans that it had sent by the time it closed. */
const tracedServer = async () => {
  const receiver = await startOtlpReceiver()
  const { endpoint } = receiver
  const tracing = openTelemetry({ endpoint, service: 'test', log: silentLog })
  const app = await testHttpServer({ tracing })
  onTestFinished(() => app.close())
  const config = { access: 'public' as const }
  const currents: boolean[] = []
  app.post('/api/things/:id', { config }, async (one) => {
    await turn()
    currents.push(tracing.current() === one.span && one.span !== null)
    return {}
  })
  app.get('/api/read', { config }, async ({ span }) => ({ span }))
  app.post('/api/broken', { config }, async () => {
    throw new Error('broken')
  })
  app.post('/quiet', { config, logLevel: 'silent' }, async ({ span }) => ({ span }))
  const arrived = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  app.post('/api/slow', { config }, async ({ raw }) => {
    arrived.resolve()
    await once(raw.socket, 'close')
    aborted.resolve()
    return {}
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const sent = async () => {
    await app.close()
    await tracing.close()
    return receiver.spans()
  }
  return { address, sent, currents, arrived: arrived.promise, aborted: aborted.promise }
}

/** Posts JSON in two pieces; the server must wait for the second. */
const postInPieces = async (url: string) => {
  const post = request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': 7 },
  })
  post.write('{"a":')
  for (let n = 0; n < 20; n++) await turn()
  post.end('1}')
  const [response] = await once(post, 'response')
  response.resume()
  await once(response, 'end')
}

test('each request except reads has a span, named by its route, that is current in the handler', async () => {
  const { address, sent, currents } = await tracedServer()
  await Promise.all(Array.from({ length: 5 }, (_, n) => postInPieces(`${address}/api/things/${n}`)))
  const post = (path: string) => fetch(`${address}${path}`, { method: 'POST' })
  await post('/api/broken')
  await post('/api/nowhere-secret')
  expect(await (await post('/quiet')).json()).toEqual({ span: null })
  expect(await (await fetch(`${address}/api/read`)).json()).toEqual({ span: null })
  expect(currents).toEqual(Array(5).fill(true))
  const spans = await sent()
  expect(
    spans.map(({ name, attributes, status }) => [
      name,
      attributes['http.response.status_code'],
      status.code ?? 0,
    ]),
  ).toEqual([
    ...Array(5).fill(['POST /api/things/:id', 200, 0]),
    ['POST /api/broken', 500, 2],
    ['POST unknown', 404, 0],
  ])
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(7)
  expect(JSON.stringify(spans)).not.toContain('secret')
})

test('a request that its client aborts has a failed span without a status', async () => {
  const { address, sent, arrived, aborted } = await tracedServer()
  const giveUp = new AbortController()
  const answer = fetch(`${address}/api/slow`, { method: 'POST', signal: giveUp.signal })
  await arrived
  giveUp.abort()
  await expect(answer).rejects.toThrow()
  await aborted
  const [span] = await sent()
  expect(span?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/slow',
    'error.type': 'aborted',
  })
  expect(span?.status.code).toBe(2)
})
