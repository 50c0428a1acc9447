import { randomUUID } from 'node:crypto'
import { logProofEvents, logProofStream } from '@strand/contracts/log-proof/events'
import { silentLog } from '@strand/event-sourcing/log'
import { startLogProof } from '@strand/log-proof/follower'
import { hasMac, signAppends, writerKeyOf } from '@strand/log-proof/writer-mac'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase, testEventStore } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { startRecordingProof } from './record-proof.ts'

const key = writerKeyOf(Buffer.alloc(32, 5))
const event = () => ({ id: randomUUID(), type: 'UserSignedIn', data: {}, metadata: {} })

/** A log with a follower, and recorders whose clock only a test moves. */
const openLog = async () => {
  const { url, pool } = await testDatabase()
  const eventStore = await testEventStore(url)
  const store = signAppends(eventStore, key)
  const clock = { ms: 0, looks: 0 }
  const elapsed = () => {
    clock.looks++
    return clock.ms
  }
  const options = { pool, eventStore: store, log: silentLog, now: () => new Date(), elapsed }
  const start = () => {
    const recorder = startRecordingProof(options)
    onTestFinished(recorder.stop)
  }
  const follow = () => {
    const follower = startLogProof({
      ...options,
      signingKeys: [Buffer.alloc(32, 7)],
      origin: 'shop.example/log',
      dayOf: () => '2026-03-01',
    })
    onTestFinished(follower.stop)
  }
  const said = () => eventStore.readStream(logProofStream)
  /**
   * A round reads the clock when it finds an event and when it ends, so this waits for a whole
   * round.
   */
  const wholeRound = async () => {
    const enough = clock.looks + 4
    await eventually(() => clock.looks >= enough)
  }
  const macsFrom = async () => {
    const [begun] = await eventually(said, (events) => events.length > 0)
    if (!begun) throw new Error('no event')
    const { event } = logProofEvents.decode(begun)
    return event.type === 'LogProofBegun' ? event.data.macsFrom : null
  }
  return { eventStore, store, clock, start, follow, said, wholeRound, macsFrom }
}

test('the log records once what its proof rests on: MACs after the events of earlier releases', async () => {
  const { eventStore, clock, start, follow, said } = await openLog()
  for (let n = 0; n < 3; n++) await eventStore.append('user-1', [event()], 'any')
  start()
  start()
  follow()
  await eventually(() => clock.looks >= 2)
  clock.ms = 60_000

  const [begun, ...others] = await eventually(said, (events) => events.length > 0)
  if (!begun) throw new Error('no event')
  expect(logProofEvents.decode(begun).event).toEqual({
    type: 'LogProofBegun',
    data: {
      origin: 'shop.example/log',
      verifierKey: expect.stringMatching(/^shop\.example\/log\+/),
      macsFrom: 3,
    },
  })
  expect(hasMac(begun, key)).toBe(true)
  expect(others).toEqual([])
})

test('if an earlier release still appends beside this one, MACs are required after its last event', async () => {
  const { eventStore, store, clock, start, follow, said, wholeRound, macsFrom } = await openLog()
  await eventStore.append('user-1', [event()], 'any')
  start()
  follow()
  await eventually(() => clock.looks >= 2)
  clock.ms = 59_999
  await eventStore.append('user-1', [event()], 'any')
  await store.append('user-1', [event()], 'any')
  await wholeRound()
  clock.ms = 119_998
  await wholeRound()
  expect(await said()).toEqual([])
  clock.ms = 119_999
  expect(await macsFrom()).toBe(3)
})

test('a shop that never ran an earlier release does not wait for one', async () => {
  const { eventStore, store, start, follow, macsFrom } = await openLog()
  await store.append('user-1', [event()], 'any')
  start()
  await eventStore.append('user-1', [event()], 'any')
  follow()
  expect(await macsFrom()).toBeGreaterThan(0)
})
