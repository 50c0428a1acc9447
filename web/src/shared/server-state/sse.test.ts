import type { EventSourceMessage } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { readEventStream, retryDelay } from './sse.ts'

const read = async (...parts: string[]) => {
  const events: EventSourceMessage[] = []
  let received = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
  const onPart = () => {
    received += 1
  }
  await readEventStream(body, { onPart, onEvent: (event) => events.push(event) })
  return { events, received }
}

test('events are read completely, however the network splits them', async () => {
  const sent = 'retry: 3000\nid: 7\nevent: orders\ndata: {"a":1}\n\n: beat\n\nid: 8\nevent: or'
  const { events } = await read(sent, 'ders\ndata: {}\n\n')
  expect(events).toEqual([
    { id: '7', event: 'orders', data: '{"a":1}' },
    { id: '8', event: 'orders', data: '{}' },
  ])
})

test('a heartbeat is not an event, but shows that the stream is alive', async () => {
  expect(await read(': beat\n\n')).toEqual({ events: [], received: 1 })
})

test('retries slow down to one a minute', () => {
  expect(retryDelay(1, 0.5)).toBe(3_000)
  expect(retryDelay(3, 0.5)).toBe(12_000)
  expect(retryDelay(30, 0.5)).toBe(60_000)
})
