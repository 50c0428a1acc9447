import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { beginning, type RecordedEvent } from '../event-store.ts'
import { anEvent, aStream, assertAppended, collect, idsOf, someEvents } from './events.ts'
import type { StoreUnderTest } from './store-under-test.ts'

export const subscribeContract = (open: () => Promise<StoreUnderTest>): void => {
  test('a subscription gets every event once, in the order of positions, while others append', async () => {
    const { store, another } = await open()
    const other = (await another?.()) ?? store
    await store.append(aStream(), someEvents(30), 'no-stream')
    const early = collect(store)
    const busy = aStream()
    await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        for (let i = 0; i < 20; i++) {
          const stream = i % 2 ? busy : aStream()
          await (n % 2 ? store : other).append(stream, someEvents(1 + (i % 3)), 'any')
        }
      }),
    )
    const late = collect(other)
    const head = await store.headPosition()
    for (const { events } of [early, late]) {
      await eventually(() => events.at(-1)?.position, head)
      const positions = events.map(({ position }) => position)
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => (a < b ? -1 : 1)))
      expect(events).toHaveLength(30 + 10 * 39)
      const inStream = events.filter(({ stream }) => stream === busy)
      expect(inStream).toEqual(await store.readStream(busy))
    }
    if (other !== store) await other.close()
  })

  test('a subscription begins with the first event after its position', async () => {
    const { store } = await open()
    const stream = aStream()
    const first = assertAppended(await store.append(stream, someEvents(3), 'no-stream'))
    const second = assertAppended(await store.append(stream, someEvents(15), 'any'))
    const after = collect(store, first.position)
    await eventually(() => after.events.length, 15)
    expect(after.events[0]?.revision).toBe(3)

    const atEnd = collect(store, second.position)
    const next = anEvent()
    await store.append(stream, [next], 'any')
    await eventually(
      () => atEnd.events,
      (found) => found.length > 0,
    )
    expect(idsOf(atEnd.events)).toEqual([next.id])
  })

  test('batches come one at a time, never empty, never longer than asked for', async () => {
    const { store } = await open()
    await store.append(aStream(), someEvents(25), 'no-stream')
    const sizes: number[] = []
    let atWork = 0
    let overlaps = 0
    const subscription = store.subscribeAll({
      from: beginning,
      batchSize: 10,
      onBatch: async (events) => {
        if (++atWork > 1) overlaps++
        await new Promise((resolve) => setTimeout(resolve, 2))
        sizes.push(events.length)
        atWork--
      },
    })
    const total = () => sizes.reduce((sum, size) => sum + size, 0)
    await eventually(() => total(), 25)
    for (let n = 0; n < 10; n++) await store.append(aStream(), someEvents(4), 'no-stream')
    await eventually(() => total(), 65)
    await subscription.stop()
    expect(overlaps).toBe(0)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10)
  })

  test('a handler that throws gets the same batch again, and then goes on', async () => {
    const { store } = await open()
    await store.append(aStream(), someEvents(12), 'no-stream')
    const tries: string[][] = []
    const drops: unknown[] = []
    const handled: RecordedEvent[] = []
    store.subscribeAll({
      from: beginning,
      batchSize: 5,
      onBatch: async (events) => {
        tries.push(idsOf(events))
        if (tries.length === 2 || tries.length === 3) throw new Error(`try ${tries.length}`)
        handled.push(...events)
      },
      onDrop: (error) => drops.push(error),
    })
    await eventually(() => handled.length, 12)
    expect(tries[2]).toEqual(tries[1])
    expect(tries[3]).toEqual(tries[1])
    expect(drops).toEqual([new Error('try 2'), new Error('try 3')])
    expect(new Set(idsOf(handled)).size).toBe(12)
  })

  test('a subscriber that resumes after its last handled position neither misses nor repeats an event', async () => {
    const { store } = await open()
    const total = 40
    const appending = (async () => {
      for (let n = 0; n < total; n++) await store.append(aStream(), [anEvent({ n })], 'no-stream')
    })()
    const handled: RecordedEvent[] = []
    while (handled.length < total) {
      const part = collect(store, handled.at(-1)?.position)
      await eventually(
        () => part.events,
        (found) => found.length > 0,
      )
      await part.stop()
      handled.push(...part.events)
    }
    await appending
    expect(handled.map(({ data }) => data.n)).toEqual(Array.from({ length: total }, (_, n) => n))
  })

  test('a stopped subscription finishes its batch and delivers nothing more', async () => {
    const { store } = await open()
    await store.append(aStream(), someEvents(10), 'no-stream')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const seen: string[] = []
    const subscription = store.subscribeAll({
      from: beginning,
      batchSize: 5,
      onBatch: async () => {
        seen.push('begun')
        await released
        seen.push('ended')
      },
    })
    await eventually(() => seen.length, 1)
    const stopped = subscription.stop().then(() => seen.push('stopped'))
    release()
    await stopped
    await store.append(aStream(), someEvents(3), 'no-stream')
    const witness = collect(store)
    await eventually(() => witness.events.length, 13)
    expect(seen).toEqual(['begun', 'ended', 'stopped'])
    await subscription.stop()
  })

  test('a handler can stop its own subscription, even if it keeps throwing', async () => {
    const { store } = await open()
    await store.append(aStream(), someEvents(10), 'no-stream')
    for (const fails of [false, true]) {
      let calls = 0
      const { promise: stopped, resolve } = Promise.withResolvers<void>()
      const subscription = store.subscribeAll({
        from: beginning,
        batchSize: 2,
        onBatch: async () => {
          calls++
          if (calls === 2) subscription.stop().then(resolve)
          if (fails) throw new Error('no')
        },
      })
      await stopped
      expect(calls).toBe(2)
    }
  })

  test('a subscription survives an error thrown by its error callback', async () => {
    const { store } = await open()
    await store.append(aStream(), [anEvent()], 'no-stream')
    let calls = 0
    store.subscribeAll({
      from: beginning,
      onBatch: async () => {
        if (++calls === 1) throw new Error('the handler')
      },
      onDrop: () => {
        throw new Error('the watcher')
      },
    })
    await eventually(() => calls, 2)
  })
}
