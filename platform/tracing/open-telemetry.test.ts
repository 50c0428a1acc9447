import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { startOtlpReceiver } from '../testing/otlp-receiver.ts'
import { seed } from '../testing/random.ts'
import { openTelemetry } from './open-telemetry.ts'
import { traceAppends } from './trace-appends.ts'

const traced = async (maxTracesPerSecond = Number.POSITIVE_INFINITY) => {
  const receiver = await startOtlpReceiver()
  const tracing = openTelemetry({
    endpoint: `${receiver.endpoint}/`,
    service: 'test',
    log: silentLog,
    maxTracesPerSecond,
  })
  const sent = async () => {
    await tracing.close()
    return receiver.spans()
  }
  return { tracing, sent }
}
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const flags = hex(2)
/** A `traceparent` as in the standard, and one with a changed character. */
const valid = fc
  .tuple(hex(32), hex(16), flags)
  .filter(([trace, span]) => !/^0+$/.test(trace) && !/^0+$/.test(span))
  .map((parts) => `00-${parts.join('-')}`)

test('whatever a stranger claims, a span has its own trace and links only to valid ones', async () => {
  const { tracing, sent } = await traced()
  const claims: { claimed: string; isValid: boolean }[] = []
  const claim = (claimed: string, isValid: boolean) => {
    claims.push({ claimed, isValid })
    tracing.start(String(claims.length - 1), { kind: 'server', claimed }).end()
  }
  const numRuns = 100
  fc.assert(
    fc.property(valid, (text) => claim(text, true)),
    { seed, numRuns },
  )
  const broken = fc
    .tuple(valid, fc.nat({ max: 54 }), fc.constantFrom('g', 'A', '', '-', '00', '\n', 'é'))
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1))
    .filter((text) => !/^\s?00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}\s?$/.test(text))
  fc.assert(
    fc.property(broken, (text) => claim(text, false)),
    { seed, numRuns },
  )
  fc.assert(
    fc.property(fc.string(), (text) => claim(text, false)),
    { seed, numRuns },
  )
  const spans = await sent()
  expect(spans).toHaveLength(claims.length)
  for (const { name, traceId, parentSpanId = '', links = [] } of spans) {
    const { claimed, isValid } = claims[Number(name)] ?? { claimed: '', isValid: false }
    expect(parentSpanId).toBe('')
    expect(links.map((link) => `${link.traceId}-${link.spanId}`)).toEqual(
      isValid ? [claimed.slice(3, 52)] : [],
    )
    expect(claimed).not.toContain(traceId)
  }
})

test('a child span has its parent’s trace, and events carry the append that wrote them', async () => {
  const { tracing, sent } = await traced()
  const eventStore = traceAppends(memoryEventStore(), tracing)
  const event = () => ({
    id: crypto.randomUUID(),
    type: 'Happened',
    data: {},
    metadata: { at: '' },
  })
  const request = tracing.start('request', { kind: 'server' })
  await tracing.within(request, async () => {
    await eventStore.append('a', [event(), event()], 'no-stream')
    await eventStore.append('a', [event()], 'no-stream')
    await expect(eventStore.append('b'.repeat(300), [event()], 'any')).rejects.toThrow()
  })
  request.end()
  await eventStore.append('alone', [event()], 'no-stream')
  const [first, second] = await eventStore.readStream('a')
  expect(tracing.current()).toBeUndefined()
  const spans = await sent()
  const root = spans.find(({ name }) => name === 'request')
  const appends = spans.filter(({ name }) => name === 'append')
  expect(
    appends.map(({ attributes, status, traceId, parentSpanId = '' }) => [
      attributes['strand.append'],
      status.code ?? 0,
      traceId === root?.traceId,
      parentSpanId === root?.spanId,
    ]),
  ).toEqual([
    ['appended', 0, true, true],
    ['conflict', 0, true, true],
    ['failed', 2, true, true],
    ['appended', 0, false, false],
  ])
  const traceparent = `00-${root?.traceId}-${appends[0]?.spanId}-01`
  expect([first?.metadata, second?.metadata]).toEqual([
    { at: '', traceparent },
    { at: '', traceparent },
  ])
})

test('in a flood, some traces are sent completely, and events of the others mention no trace', async () => {
  const { tracing, sent } = await traced(5)
  const eventStore = traceAppends(memoryEventStore(), tracing)
  const streams = Array.from({ length: 200 }, (_, n) => `stream-${n}`)
  const began = performance.now()
  for (const stream of streams) {
    const request = tracing.start('request', { kind: 'server' })
    const id = crypto.randomUUID()
    const event = { id, type: 'Happened', data: {}, metadata: { at: '' } }
    await tracing.within(request, () => eventStore.append(stream, [event], 'no-stream'))
    request.end()
  }
  const seconds = Math.floor((performance.now() - began) / 1000) + 2
  const spans = await sent()
  const requests = spans.filter(({ name }) => name === 'request')
  expect(requests.length).toBeGreaterThanOrEqual(5)
  expect(requests.length).toBeLessThanOrEqual(5 * seconds)
  const events = (await Promise.all(streams.map((stream) => eventStore.readStream(stream)))).flat()
  expect(events).toHaveLength(200)
  const named = events.flatMap(({ metadata }) => metadata.traceparent ?? []).map(String)
  const appends = spans.filter(({ name }) => name === 'append')
  expect(named.sort()).toEqual(
    appends.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`).sort(),
  )
  expect(appends.map(({ parentSpanId }) => parentSpanId).sort()).toEqual(
    requests.map(({ spanId }) => spanId).sort(),
  )
})

test('a collector that refuses or hangs is logged once, and does not delay closing', async () => {
  const maxTracesPerSecond = Number.POSITIVE_INFINITY
  const lines: unknown[] = []
  const log = { ...silentLog, warn: (...line: unknown[]) => lines.push(line[1]) }
  const refusing = await startOtlpReceiver(400)
  for (let n = 0; n < 3; n++) {
    const tracing = openTelemetry({
      endpoint: refusing.endpoint,
      service: 'test',
      log: log as never,
      maxTracesPerSecond,
    })
    for (let m = 0; m < 1_500; m++) tracing.start('span', { kind: 'server' }).end()
    await tracing.close()
  }
  expect(lines).toEqual(Array(3).fill('traces do not reach OTEL_EXPORTER_OTLP_ENDPOINT'))

  const hanging = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => {
    hanging.closeAllConnections()
    hanging.close()
  })
  await new Promise((resolve) => hanging.once('listening', resolve))
  const endpoint = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`
  const tracing = openTelemetry({
    endpoint,
    service: 'test',
    log: silentLog,
    maxTracesPerSecond,
  })
  // More spans than can wait; the rest is dropped.
  for (let n = 0; n < 5_000; n++) tracing.start('span', { kind: 'server' }).end()
  await expect(tracing.close()).resolves.toBeUndefined()
})
