import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { beginning } from '../event-store.ts'
import { anEvent, aStream, collect, someEvents } from './events.ts'
import type { StoreUnderTest } from './store-under-test.ts'

export const closeContract = (open: () => Promise<StoreUnderTest>): void => {
  test('a log that answers is healthy', async () => {
    const { store } = await open()
    await store.health()
  })

  test('closing twice, even concurrently, ends subscriptions once their handlers are done', async () => {
    const { store } = await open()
    await store.append(aStream(), someEvents(3), 'no-stream')
    const idle = collect(store)
    await eventually(() => idle.events.length, 3)
    const seen: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const busy = store.subscribeAll({
      from: beginning,
      onBatch: async () => {
        seen.push('begun')
        await released
        seen.push('ended')
      },
    })
    await eventually(() => seen.length, 1)
    const closed = Promise.all([store.close(), store.close()]).then(() => seen.push('closed'))
    release()
    await closed
    expect(seen).toEqual(['begun', 'ended', 'closed'])
    await store.close()
    await Promise.all([idle.stop(), busy.stop()])
  })

  test('a handler that never ends does not keep the log from closing', async () => {
    const { store } = await open()
    await store.append(aStream(), [anEvent()], 'no-stream')
    let begun = false
    store.subscribeAll({
      from: beginning,
      onBatch: () => {
        begun = true
        return new Promise(() => {})
      },
    })
    await eventually(() => begun)
    await store.close()
  })

  test('appends in progress are answered before the log closes', async () => {
    const { store } = await open()
    const appends = Array.from({ length: 50 }, () =>
      store.append(aStream(), [anEvent()], 'no-stream'),
    )
    await store.close()
    const results = await Promise.allSettled(appends)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  })

  test('after closing, every call is refused as unavailable', async () => {
    const { store } = await open()
    await store.close()
    const unavailable = { code: 'unavailable' }
    await expect(store.append(aStream(), [anEvent()], 'any')).rejects.toMatchObject(unavailable)
    await expect(store.readStream(aStream())).rejects.toMatchObject(unavailable)
    await expect(store.headPosition()).rejects.toMatchObject(unavailable)
    await expect(store.health()).rejects.toMatchObject(unavailable)
    const subscription = collect(store)
    await subscription.stop()
    expect(subscription.events).toEqual([])
  })
}
