import { eventually } from '@strand/platform/testing/eventually'
import { limit } from '@strand/platform/testing/limits'
import { expect, test } from 'vitest'
import { withTimeout } from '../../async/with-timeout.ts'
import { Rejected } from '../../errors.ts'
import {
  anEvent,
  appendUntilAccepted,
  aStream,
  assertAppended,
  collect,
  idsOf,
  someEvents,
} from './events.ts'
import type { Fault, StoreUnderTest } from './store-under-test.ts'

const words: Record<Fault, string> = {
  kill: 'was killed',
  refuse: 'refused connections',
  closePolitely: 'closed politely',
  goSilent: 'fell silent',
}

export const faultContract = (fault: Fault, open: () => Promise<StoreUnderTest>): void => {
  const openFaulty = async () => {
    const { store, server } = await open()
    const cause = server?.[fault]
    if (!server || !cause) throw new Error(`the server under test cannot ${fault}`)
    return { store, cause, resume: server.resume }
  }

  test(`after a server that ${words[fault]}, subscriptions go on, and nothing is lost or doubled`, async () => {
    const { store, cause, resume } = await openFaulty()
    const stream = aStream()
    await store.append(stream, someEvents(12), 'no-stream')
    const watched = collect(store)
    await eventually(() => watched.events.length, 12)

    // Some appends are in progress when the fault begins; others begin during the fault.
    const before = Array.from({ length: 20 }, (_, n) => anEvent({ before: n }))
    const during = Array.from({ length: 5 }, (_, n) => anEvent({ during: n }))
    const appends = before.map((event) => appendUntilAccepted(store, stream, [event]))
    await cause()
    appends.push(...during.map((event) => appendUntilAccepted(store, stream, [event])))
    await store.health().catch(() => {})
    await resume()
    const results = await Promise.all(appends)
    assertAppended(await appendUntilAccepted(store, stream, someEvents(3)))

    const kept = await store.readStream(stream)
    expect(kept).toHaveLength(40)
    expect(new Set(idsOf(kept)).size).toBe(40)
    for (const [n, event] of [...before, ...during].entries()) {
      const { revision } = assertAppended(results[n] ?? { ok: false, actual: -1 })
      expect(kept[revision]?.id).toBe(event.id)
    }
    await eventually(
      () => watched.events.length,
      (value) => value >= 40,
    )
    expect(idsOf(watched.events)).toEqual(idsOf(kept))
    await store.health()
  })

  if (fault === 'closePolitely') return

  test(`a server that ${words[fault]} is reported as unavailable, never as a success`, async () => {
    const { store, cause, resume } = await openFaulty()
    const stream = aStream()
    await store.append(stream, [anEvent()], 'no-stream')
    await cause()
    const calls = [
      store.append(stream, [anEvent()], 0),
      store.append(stream, [anEvent()], 'any'),
      store.append(aStream(), [anEvent()], 'no-stream'),
      store.health(),
    ]
    for (const call of await Promise.allSettled(calls)) {
      const reason = call.status === 'rejected' ? call.reason : 'a success'
      expect(reason).toBeInstanceOf(Rejected)
      expect(reason).toMatchObject({ code: 'unavailable' })
    }
    await resume()
    await eventually(() => store.health(), undefined)
    expect((await store.readStream(stream))[0]?.revision).toBe(0)
  })

  test(`a server that ${words[fault]} does not keep the log from closing within 5 s`, async () => {
    const { store, cause } = await openFaulty()
    await store.append(aStream(), [anEvent()], 'no-stream')
    collect(store)
    await cause()
    const lost = store.append(aStream(), [anEvent()], 'any')
    const refused = expect(lost).rejects.toMatchObject({ code: 'unavailable' })
    await withTimeout(limit(5_000), store.close())
    await refused
  })
}
