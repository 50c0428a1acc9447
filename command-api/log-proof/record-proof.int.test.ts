import { randomUUID } from 'node:crypto'
import { logProofEvents, logProofStream } from '@strand/contracts/audit/events'
import { silentLog } from '@strand/platform/log'
import { startLogProof } from '@strand/platform/log-proof/follower'
import { hasMac, signAppends, writerKeyOf } from '@strand/platform/log-proof/writer-mac'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase, testEventStore } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { startRecordingProof } from './record-proof.ts'

const key = writerKeyOf(Buffer.alloc(32, 5))
const event = () => ({ id: randomUUID(), type: 'UserSignedIn', data: {}, metadata: {} })

test('the log says once what its proof rests on: MACs from behind the events of earlier releases', async () => {
  const { url, pool } = await testDatabase()
  const eventStore = await testEventStore(url)
  for (let n = 0; n < 3; n++) await eventStore.append('user-1', [event()], 'any')
  const store = signAppends(eventStore, key)
  const now = () => new Date()
  const options = { pool, eventStore: store, log: silentLog, now }
  const recorders = [startRecordingProof(options), startRecordingProof(options)]
  onTestFinished(async () => void (await Promise.all(recorders.map((one) => one.stop()))))
  const follower = startLogProof({
    ...{ ...options, signingKeys: [Buffer.alloc(32, 7)], origin: 'shop.example/log' },
    dayOf: () => '2026-03-01',
  })
  onTestFinished(follower.stop)

  const [begun, ...others] = await eventually(
    () => eventStore.readStream(logProofStream),
    (events) => events.length > 0,
  )
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
