import { expect, test } from 'vitest'
import { beginning, type ExpectedRevision } from '../event-store.ts'
import { anEvent, aStream, assertAppended, idsOf, someEvents } from './events.ts'
import type { StoreUnderTest } from './store-under-test.ts'

type Open = () => Promise<StoreUnderTest>

export const appendContract = (open: Open): void => {
  test.for<[ExpectedRevision, number, 'written' | number]>([
    // The expected revision, the number of events in the stream, and the outcome: `written`, or the
    // revision that the conflict reports.
    ['any', 0, 'written'],
    ['any', 3, 'written'],
    ['no-stream', 0, 'written'],
    ['no-stream', 3, 2],
    [2, 3, 'written'],
    [1, 3, 2],
    [3, 3, 2],
    [0, 0, -1],
  ])('expecting %j of a stream of %i events: %j', async ([expected, before, outcome]) => {
    const { store } = await open()
    const stream = aStream()
    if (before > 0) await store.append(stream, someEvents(before), 'no-stream')
    const result = await store.append(stream, someEvents(2), expected)
    const now = await store.readStream(stream)
    if (outcome === 'written') {
      expect(result).toMatchObject({ ok: true, revision: before + 1, repeated: false })
      expect(now).toHaveLength(before + 2)
    } else {
      expect(result).toEqual({ ok: false, actual: outcome })
      expect(now).toHaveLength(before)
    }
  })

  test('a stream is read exactly as it was written, oldest first', async () => {
    const { store } = await open()
    const stream = aStream()
    const data = {
      text: 'Adébáyọ̀ 👗 "quoted" \\ back\n\t\u0001\u2028 <b>',
      numbers: [0, -1, 1.5, 1e21, 1e-7, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE],
      z: { deep: [[[{ a: null }]], true, false, {}, []] },
      a: '',
    }
    const first = anEvent(data)
    const second = { ...anEvent(), type: 'Archived', metadata: { at: '2026-11-21T10:00:00.000Z' } }
    const before = Date.now()
    const { position } = assertAppended(await store.append(stream, [first, second], 'no-stream'))
    const events = await store.readStream(stream)
    expect(events).toMatchObject([
      { ...first, stream, revision: 0 },
      { ...second, stream, revision: 1, position },
    ])
    expect(Object.keys(events[0]?.data ?? {})).toEqual(Object.keys(data))
    expect(events[0]?.position).toBeLessThan(position)
    // The server's clock may differ a little from ours.
    expect(Math.abs(Number(events[0]?.recordedAt) - before)).toBeLessThan(60_000)
  })

  test('a stream can be read from a given revision onwards', async () => {
    const { store } = await open()
    const stream = aStream()
    const events = someEvents(3)
    await store.append(stream, events, 'no-stream')
    expect(idsOf(await store.readStream(stream, 1))).toEqual(idsOf(events).slice(1))
    expect(await store.readStream(stream, 2)).toMatchObject([{ ...events[2], revision: 2 }])
    expect(await store.readStream(stream, 3)).toEqual([])
    expect(await store.readStream(aStream(), 1)).toEqual([])
  })

  test('an unknown stream has no events', async () => {
    const { store } = await open()
    expect(await store.readStream(aStream())).toEqual([])
  })

  test('the head of the log is the last event of the last append', async () => {
    const { store } = await open()
    expect(await store.headPosition()).toBe(beginning)
    for (const count of [1, 12, 1]) {
      const { position } = assertAppended(
        await store.append(aStream(), someEvents(count), 'no-stream'),
      )
      expect(await store.headPosition()).toBe(position)
    }
  })

  test.for<ExpectedRevision>([
    'any',
    'no-stream',
    2,
  ])('the same batch again, expecting %j, is recognized and not doubled', async (expected) => {
    const { store } = await open()
    const stream = aStream()
    if (expected === 2) await store.append(stream, someEvents(3), 'no-stream')
    const batch = someEvents(3)
    const first = assertAppended(await store.append(stream, batch, expected))
    const again = await store.append(stream, batch, expected)
    expect(again).toEqual({ ...first, repeated: true })
    const head = await store.headPosition()

    await store.append(stream, someEvents(2), 'any')
    expect(await store.append(stream, batch, expected)).toEqual({ ...first, repeated: true })
    expect(await store.readStream(stream)).toHaveLength(expected === 2 ? 8 : 5)
    expect(head).toBe(first.position)
  })

  test('a batch is recognized even if the caller expects the revision after it', async () => {
    const { store } = await open()
    const stream = aStream()
    const batch = someEvents(2)
    const first = assertAppended(await store.append(stream, batch, 'no-stream'))
    expect(await store.append(stream, batch, 1)).toEqual({ ...first, repeated: true })
    expect(await store.readStream(stream)).toHaveLength(2)
  })

  test('the same batch many times at once is written once', async () => {
    const { store, another } = await open()
    const stores = another ? [store, await another()] : [store]
    const stream = aStream()
    const batch = someEvents(2)
    const all = Array.from({ length: 20 }, (_, n) => stores[n % stores.length] ?? store)
    const results = await Promise.all(all.map((each) => each.append(stream, batch, 'no-stream')))
    const first = results.map(assertAppended).filter(({ repeated }) => !repeated)
    expect(first).toHaveLength(1)
    for (const result of results) expect(result).toMatchObject({ position: first[0]?.position })
    expect(idsOf(await store.readStream(stream))).toEqual(idsOf(batch))
    await Promise.all(stores.slice(1).map((each) => each.close()))
  })

  test('a batch that is only partly in the log is a conflict', async () => {
    const { store } = await open()
    const stream = aStream()
    const [first, second, third] = [anEvent(), anEvent(), anEvent()]
    await store.append(stream, [first, second], 'no-stream')
    expect(await store.append(stream, [first, third], 'no-stream')).toEqual({
      ok: false,
      actual: 1,
    })
    expect(await store.readStream(stream)).toHaveLength(2)
  })

  test('of concurrent appends with the same expected revision, one writes and the others conflict', async () => {
    const { store } = await open()
    const stream = aStream()
    await store.append(stream, [anEvent()], 'no-stream')
    const results = await Promise.all(
      Array.from({ length: 30 }, () => store.append(stream, [anEvent()], 0)),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter(({ ok }) => !ok)).toEqual(Array(29).fill({ ok: false, actual: 1 }))
    expect(await store.readStream(stream)).toHaveLength(2)
  })

  test('concurrent appends to one or many streams, some conflicting, all get their own answer', async () => {
    const { store } = await open()
    const busy = aStream()
    const taken = aStream()
    await store.append(taken, [anEvent()], 'no-stream')
    const batches = Array.from({ length: 60 }, (_, n) => someEvents(1 + (n % 3)))
    const results = await Promise.all(
      batches.map(async (batch, n) => {
        const stream = n % 3 === 0 ? busy : n % 3 === 1 ? taken : aStream()
        const result = await store.append(stream, batch, n % 3 === 0 ? 'any' : 'no-stream')
        return { stream, batch, result }
      }),
    )
    for (const { stream, batch, result } of results) {
      if (stream === taken) {
        expect(result).toEqual({ ok: false, actual: 0 })
        continue
      }
      const { revision, position } = assertAppended(result)
      const events = await store.readStream(stream)
      expect(idsOf(events.slice(revision + 1 - batch.length, revision + 1))).toEqual(idsOf(batch))
      expect(events[revision]?.position).toBe(position)
    }
    const events = await store.readStream(busy)
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, n) => n))
    expect(await store.readStream(taken)).toHaveLength(1)
  })
}
