import { expect, test } from 'vitest'
import { beginning, type EventToAppend } from '../event-store.ts'
import { anEvent, aStream, someEvents } from './events.ts'
import type { StoreUnderTest } from './store-under-test.ts'

const megabyte = 1_000_000

/** An event whose data and metadata are exactly this many bytes of JSON. */
const eventOf = (bytes: number): EventToAppend => {
  const { data: _, ...event } = anEvent()
  const spare = bytes - JSON.stringify({ text: '' }).length - JSON.stringify(event.metadata).length
  return { ...event, data: { text: 'ü'.repeat(spare / 2) + 'x'.repeat(spare % 2) } }
}

const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic

export const malformedContract = (open: () => Promise<StoreUnderTest>): void => {
  test('an event of 1,000,000 bytes is stored completely', async () => {
    const { store } = await open()
    const stream = aStream()
    const event = eventOf(megabyte)
    await store.append(stream, [event, anEvent()], 'no-stream')
    const [kept] = await store.readStream(stream)
    expect(kept?.data.text === event.data.text).toBe(true)
  })

  test('an append of 500 events is accepted as a whole', async () => {
    const { store } = await open()
    const result = await store.append(aStream(), someEvents(500), 'no-stream')
    expect(result).toMatchObject({ ok: true, revision: 499 })
  })

  test.for<[string, () => [string, EventToAppend[]]]>([
    ['an event of 1,000,001 bytes', () => [aStream(), [anEvent(), eventOf(megabyte + 1)]]],
    ['an append of 501 events', () => [aStream(), someEvents(501)]],
    ['an append of no event', () => [aStream(), []]],
    ['a stream of more than 200 characters', () => ['s'.repeat(201), [anEvent()]]],
    ['a type of more than 100 characters', () => ['s', [{ ...anEvent(), type: 'T'.repeat(101) }]]],
  ])('%s is refused as out of range, and nothing is written', async ([, make]) => {
    const { store } = await open()
    const [stream, events] = make()
    await expect(store.append(stream, events, 'any')).rejects.toThrow(RangeError)
    expect(await store.headPosition()).toBe(beginning)
  })

  test.for<[string, unknown]>([
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['an infinite number', Number.POSITIVE_INFINITY],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a Date', new Date(0)],
    ['a Map', new Map()],
    ['undefined in a list', [1, undefined]],
    // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
    ['a hole in a list', [1, , 2]],
    ['itself', cyclic],
  ])('data with %s is refused before anything is sent', async ([, value]) => {
    const { store } = await open()
    for (const part of ['data', 'metadata']) {
      const event = { ...anEvent(), [part]: { nested: [{ value }] } }
      await expect(store.append(aStream(), [anEvent(), event], 'any')).rejects.toThrow(TypeError)
    }
    expect(await store.headPosition()).toBe(beginning)
  })

  test.for<[string, unknown]>([
    ['half of a surrogate pair', 'a\ud83d'],
    ['a NUL character', 'a\0b'],
    ['a NUL character in a name', { 'a\0b': 1 }],
  ])('%s is refused as bad input, and nothing is written', async ([, value]) => {
    const { store } = await open()
    const invalid = expect.objectContaining({ name: 'Rejected', code: 'invalid' })
    for (const part of ['data', 'metadata']) {
      const event = { ...anEvent(), [part]: { nested: [{ value }] } }
      await expect(store.append(aStream(), [anEvent(), event], 'any')).rejects.toEqual(invalid)
    }
    for (const stream of ['order-\0', 'order-\ud83d'])
      await expect(store.append(stream, [anEvent()], 'any')).rejects.toEqual(invalid)
    expect(await store.headPosition()).toBe(beginning)
  })

  test('a malformed id, type, stream, expected revision, or the same id twice is refused', async () => {
    const { store } = await open()
    const event = anEvent()
    const refused = [
      store.append(aStream(), [{ ...event, id: 'order-1' }], 'any'),
      store.append(aStream(), [{ ...event, type: '' }], 'any'),
      store.append('', [event], 'any'),
      store.append(aStream(), [event], -1),
      store.append(aStream(), [event], 0.5),
      store.append(aStream(), [event, { ...event, id: event.id.toUpperCase() }], 'any'),
    ]
    for (const append of refused) await expect(append).rejects.toThrow(TypeError)
    expect(await store.headPosition()).toBe(beginning)
  })

  test('a refused append does not harm others sent at the same time', async () => {
    const { store } = await open()
    const stream = aStream()
    const bad = { ...anEvent(), data: { text: '\0' } }
    const [good, refused] = await Promise.allSettled([
      store.append(stream, [anEvent()], 'any'),
      store.append(stream, [bad], 'any'),
    ])
    expect([good.status, refused.status]).toEqual(['fulfilled', 'rejected'])
  })
}
