import { Rejected } from '@strand/event-sourcing/errors'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileStore } from '../files/file-store.ts'
import { registerHealth } from '../http/health.ts'
import { parseExposition } from '../testing/exposition.ts'
import { bearer, testHttpServer } from '../testing/http-server.ts'
import { seed } from '../testing/random.ts'
import { countFiles } from './file-metrics.ts'
import { countAppends } from './log-metrics.ts'
import { openMetrics } from './metrics.ts'

const sampled = async (metrics: ReturnType<typeof openMetrics>) =>
  parseExposition(await metrics.exposition())

test('a label is read back unchanged, whatever it contains', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.double(), async (text, value) => {
      const metrics = openMetrics()
      metrics.gauges({ a_gauge: 'Shows.' }, () => ({
        a_gauge: [{ labels: { text, other: 1 }, value }],
      }))
      expect(await sampled(metrics)).toEqual([
        { name: 'a_gauge', labels: { text, other: '1' }, value: Number(String(value)) },
      ])
    }),
    { seed, numRuns: 200 },
  )
})

test('histogram buckets count values up to their bound', async () => {
  const metrics = openMetrics()
  const histogram = metrics.histogram('a_seconds', 'How long.', ['route'], [0.1, 1])
  for (const value of [0.1, 0.5, 7]) histogram.observe(value, { route: 'x' })
  const values = (await sampled(metrics)).map(({ name, labels, value }) => [name, labels.le, value])
  expect(values).toEqual([
    ['a_seconds_bucket', '0.1', 1],
    ['a_seconds_bucket', '1', 2],
    ['a_seconds_bucket', '+Inf', 3],
    ['a_seconds_sum', undefined, 7.6],
    ['a_seconds_count', undefined, 3],
  ])
})

test('metrics that cannot be read are missing, and all others are present', async () => {
  const metrics = openMetrics()
  metrics.gauges({ away: 'Fails.' }, async () => {
    throw new Error('away')
  })
  metrics.counter('a_total', 'Counts.', ['n']).add({ n: 1 })
  expect(await sampled(metrics)).toEqual([{ name: 'a_total', labels: { n: '1' }, value: 1 }])
})

test('label sets cannot fill up the memory, and a name cannot be used twice', async () => {
  const metrics = openMetrics()
  const counter = metrics.counter('a_total', 'Counts.', ['n'])
  for (let n = 0; n < 5_000; n++) counter.add({ n })
  for (let n = 0; n < 5_000; n++) counter.add({ n: 0 })
  const samples = await sampled(metrics)
  expect(samples).toHaveLength(2_000)
  expect(samples[0]?.value).toBe(5_001)
  expect(() => metrics.counter('a_total', 'Again.', [])).toThrow(
    'There is already a metric a_total',
  )
})

test('requests are counted by route and status, refusals by name; strangers find no metrics', async () => {
  const metrics = openMetrics()
  const app = await testHttpServer({ metrics })
  app.get(
    '/api/orders/:id',
    { config: { access: { permission: 'orders.read' } } },
    async () => ({}),
  )
  registerHealth(app, { checks: {}, metrics, details: { token: 'a-token-of-the-operator' } })
  const order = '/api/orders/secret'
  await app.inject({ url: order, headers: bearer('reader') })
  await app.inject({ url: order, headers: bearer('manager') })
  await app.inject(order)
  for (const headers of [{}, bearer('manager')])
    expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
  const answer = await app.inject({ url: '/metrics', headers: bearer('a-token-of-the-operator') })
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const samples = parseExposition(answer.body)
  const route = '/api/orders/:id'
  const requests = samples.filter(({ name }) => name === 'strand_http_requests_total')
  expect(requests).toEqual(
    ['200', '403', '401'].map((status) => ({
      name: 'strand_http_requests_total',
      value: 1,
      labels: { method: 'GET', route, status },
    })),
  )
  expect(samples.find(({ labels }) => labels.event === 'forbidden')?.value).toBe(1)
  expect(answer.body).not.toContain('secret')
})

test('appends are counted by outcome', async () => {
  const metrics = openMetrics()
  const eventStore = memoryEventStore()
  const counted = countAppends(eventStore, metrics)
  const event = { id: crypto.randomUUID(), type: 'Happened', data: {}, metadata: {} }
  const other = { ...event, id: crypto.randomUUID() }
  await counted.append('a', [event], 'no-stream')
  await counted.append('a', [event], 'no-stream')
  await counted.append('a', [other], 'no-stream')
  await expect(counted.append('b', [event], 'no-stream')).rejects.toThrow()
  expect((await sampled(metrics)).map(({ labels, value }) => [labels.result, value])).toEqual([
    ['appended', 1],
    ['repeated', 1],
    ['conflict', 1],
    ['failed', 1],
  ])
})

test('files are counted by outcome, with the bytes written', async () => {
  const metrics = openMetrics()
  const outcomes = [
    async () => ({ size: 7, sha256: '' }),
    async () => ({ size: 5, sha256: '' }),
    () => Promise.reject(new Rejected('too-large', 'It is too large')),
    () => Promise.reject(new Rejected('unavailable', 'The disk is full')),
    () => Promise.reject(new Error('broken')),
  ]
  const store = { ...({} as FileStore), write: () => outcomes.shift()?.() as never }
  const files = countFiles(store, metrics)
  for (let n = 0; n < 5; n++) await files.write('key', (async function* () {})()).catch(() => {})
  expect((await sampled(metrics)).map(({ labels, value }) => [labels.result, value])).toEqual([
    ['written', 2],
    ['refused', 1],
    ['failed', 2],
    [undefined, 12],
  ])
})
