import { expect, test } from 'vitest'
import { parseServerSentEvents, retryDelay } from './sse.ts'

test('events come out whole, however the network cut them', () => {
  const sent = 'retry: 3000\nid: 7\nevent: orders\ndata: {"a":1}\n\n: beat\n\nid: 8\nevent: or'
  const first = parseServerSentEvents(sent)
  expect(first.events).toEqual([{ id: '7', event: 'orders', data: '{"a":1}' }])
  expect(parseServerSentEvents(`${first.rest}ders\ndata: {}\n\n`).events).toEqual([
    { id: '8', event: 'orders', data: '{}' },
  ])
})

test('a beat is no event', () => {
  expect(parseServerSentEvents(': beat\n\n')).toEqual({ events: [], rest: '' })
})

test('the tries get rarer, up to one a minute', () => {
  expect(retryDelay(1, 0.5)).toBe(3_000)
  expect(retryDelay(3, 0.5)).toBe(12_000)
  expect(retryDelay(30, 0.5)).toBe(60_000)
})
