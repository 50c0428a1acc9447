import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { eventually } from '@strand/platform/testing/eventually'
import { fastestOf } from '@strand/platform/testing/fastest-of'
import { expect, onTestFinished, test } from 'vitest'
import { BadSetting } from '../../errors.ts'
import { openLog, silentLog } from '../../log.ts'
import { beginning, type RecordedEvent } from '../event-store.ts'
import { anEvent, aStream, assertAppended, collect, idsOf, someEvents } from '../testing/events.ts'
import { eventStoreDBEventStore } from './eventstoredb-event-store.ts'
import { startFakeEventStore } from './testing/fake-server.ts'

const openAt = async (url: string, log = silentLog) => {
  const store = await eventStoreDBEventStore({ url, log, appendTimeout: 5_000, readTimeout: 5_000 })
  onTestFinished(() => store.close())
  return store
}

test.for(['esdb', 'esdb+discover'])('a URL of the scheme %s opens EventStoreDB', async (scheme) => {
  const server = await startFakeEventStore()
  const url = server.urlFor('', scheme)
  const store = await openEventStore(url, { log: silentLog })
  await store.append(aStream(), [anEvent()], 'no-stream')
  await store.close()
  expect(server.log.all().some(({ stream }) => stream.startsWith('order-'))).toBe(true)
})

test('a repeated batch with `any` is not doubled by a server that has forgotten it', async () => {
  const server = await startFakeEventStore()
  const stream = aStream()
  const batch = someEvents(2)
  await (await openAt(server.urlFor())).append(stream, batch, 'any')
  server.log.forget()
  const store = await openAt(server.urlFor())
  expect(await store.append(stream, batch, 'any')).toMatchObject({ ok: true, repeated: true })
  expect(await store.readStream(stream)).toHaveLength(2)
})

test('events of the server itself and of other programs are not delivered and do not move the head', async () => {
  const server = await startFakeEventStore()
  const store = await openAt(server.urlFor())
  const { position } = assertAppended(await store.append(aStream(), someEvents(3), 'no-stream'))
  const watched = collect(store)
  await eventually(() => watched.events.length, 3)
  const noise = { type: '$>', contentType: 'application/octet-stream' }
  for (let n = 0; n < 3; n++) {
    const links = Array.from({ length: 400 }, () => ({
      ...noise,
      id: randomUUID(),
      data: new Uint8Array(8),
      metadata: new Uint8Array(),
    }))
    await server.log.append('$ce-order', 'any', links)
    expect(await store.headPosition()).toBe(position)
  }
  const later = anEvent()
  const after = assertAppended(await store.append(aStream(), [later], 'no-stream'))
  expect(await store.headPosition()).toBe(after.position)
  await eventually(() => watched.events.length, 4)
  expect(watched.events.at(-1)?.id).toBe(later.id)
  expect(Object.keys(watched.events[0]?.metadata ?? {})).toEqual(Object.keys(later.metadata))
})

test('a reader far behind gets full batches', async () => {
  const server = await startFakeEventStore()
  const store = await openAt(server.urlFor())
  for (let n = 0; n < 5; n++) await store.append(aStream(), someEvents(300), 'no-stream')
  const sizes: number[] = []
  let handled: RecordedEvent[] = []
  store.subscribeAll({
    from: beginning,
    onBatch: async (events) => {
      sizes.push(events.length)
      handled = handled.concat(events)
    },
  })
  await eventually(() => handled.length, 1_500)
  expect(sizes).toEqual([500, 500, 500])
  expect(new Set(idsOf(handled)).size).toBe(1_500)
})

test('an event that another process appends is delivered at once, not by the poll', async () => {
  const server = await startFakeEventStore()
  const [store, other] = [await openAt(server.urlFor()), await openAt(server.urlFor())]
  const watched = collect(store)
  await other.append(aStream(), [anEvent()], 'no-stream')
  await eventually(() => watched.events.length, 1)
  let appended = 1
  const fastest = await fastestOf(10, async () => {
    await other.append(aStream(), [anEvent()], 'no-stream')
    await eventually(() => watched.events.length, ++appended)
  })
  // Polling runs once a second. Without notifications, every run but the first would take a second.
  expect(fastest).toBeLessThan(500)
})

test('when another node becomes the leader, the log continues there without a failure', async () => {
  const [old, next] = [await startFakeEventStore(), await startFakeEventStore()]
  const store = await openAt(old.urlFor())
  await store.append(aStream(), [anEvent()], 'no-stream')
  old.leaveTo(next)
  const event = anEvent()
  await store.append('order-1', [event], 'any')
  expect(next.log.stream('order-1').map(({ id }) => id)).toEqual([event.id])
  expect(idsOf(await store.readStream('order-1'))).toEqual([event.id])
})

test('once the server is known to be silent, later callers wait for less time than the first', async () => {
  const server = await startFakeEventStore()
  const timeout = 5_000
  const store = await eventStoreDBEventStore({
    url: server.urlFor(),
    log: silentLog,
    appendTimeout: timeout,
    silenceTimeout: 600,
  })
  onTestFinished(() => store.close())
  await server.faults.goSilent()
  const refused = () =>
    expect(store.append(aStream(), [anEvent()], 'any')).rejects.toMatchObject({
      code: 'unavailable',
    })
  expect(await fastestOf(1, refused)).toBeGreaterThan(timeout - 100)
  expect(await fastestOf(3, refused)).toBeLessThan(timeout / 2)
  await server.faults.resume()
  await eventually(() => store.health(), undefined)
  expect(await store.append(aStream(), [anEvent()], 'any')).toMatchObject({ ok: true })
})

test('a connection string that names a node other than the leader still reaches the leader', async () => {
  const [follower, leader] = [await startFakeEventStore(), await startFakeEventStore()]
  follower.leaveTo(leader)
  const store = await openAt(follower.urlFor())
  await store.append('order-1', [anEvent()], 'any')
  expect(leader.log.stream('order-1')).toHaveLength(1)
})

test.for([
  'esdb',
  'esdb+discover',
])('over TLS, the user in a URL of the scheme %s is the one who reads and writes', async (scheme) => {
  const users = { strand: { password: 'geh:eim', readsAll: true } }
  const server = await startFakeEventStore({ users })
  const store = await openAt(server.urlFor('strand:geh%3Aeim@', scheme))
  await store.append('order-1', [anEvent()], 'any')
  await store.health()
  expect(server.log.stream('order-1')).toHaveLength(1)
})

test.for([
  ['who may not read $all', 'other:geheim@', /^EVENT_STORE_URL: [^.]*\$all [^.]*\$admins[^.]*\.$/],
  ['without a name', '', /^EVENT_STORE_URL: [^.]*\$all [^.]*\$admins[^.]*\.$/],
  [
    'with a wrong password',
    'strand:falsch@',
    /^EVENT_STORE_URL: [^.]* does not accept that user name [^.]*\.$/,
  ],
] as const)('a user %s is told what to do, in one sentence', async ([, user, sentence]) => {
  const users = {
    strand: { password: 'geheim', readsAll: true },
    other: { password: 'geheim', readsAll: false },
  }
  const server = await startFakeEventStore({ users })
  const opening = openEventStore(server.urlFor(user), { log: silentLog })
  await expect(opening).rejects.toThrow(BadSetting)
  await expect(opening).rejects.toThrow(sentence)
})

test.for([
  ['a server whose certificate nobody vouches for', true, '', /certificate[^.]*tlsCAFile[^.]*\.$/],
  ['a server that does not use TLS', false, 'tls=true', /does not use TLS[^.]*tls=false[^.]*\.$/],
] as const)('%s is reported in one sentence', async ([, tls, options, sentence]) => {
  const server = await startFakeEventStore(tls ? { users: {} } : {})
  const url = `esdb://localhost:${server.port}?${options}`
  const opening = openEventStore(url, { log: silentLog })
  await expect(opening).rejects.toThrow(BadSetting)
  await expect(opening).rejects.toThrow(sentence)
})

test('an append that is too large for the server is refused, naming the setting to raise', async () => {
  const server = await startFakeEventStore()
  const store = await openAt(server.urlFor())
  const events = [1, 2].map(() => anEvent({ text: 'x'.repeat(900_000) }))
  const append = store.append(aStream(), events, 'any')
  await expect(append).rejects.toThrow(RangeError)
  await expect(append).rejects.toThrow('MaxAppendSize is 1048576')
})

test('a server that is down is unavailable, and neither the error nor the log has the password', async () => {
  const server = await startFakeEventStore()
  const lines: string[] = []
  const destination = new Writable({
    write: (line, _, done) => {
      lines.push(String(line))
      done()
    },
  })
  const url = server.urlFor('strand:geheim@')
  const store = await openAt(url, openLog('test', 'debug', destination))
  await server.faults.kill()
  const error = await store.append(aStream(), [anEvent()], 'any').catch((reason) => reason)
  expect(error).toMatchObject({ code: 'unavailable' })
  await expect(eventStoreDBEventStore({ url, log: silentLog })).rejects.toMatchObject({
    code: 'unavailable',
  })
  await eventually(
    () => lines,
    (found) => found.length > 0,
  )
  expect(JSON.stringify([error, error.cause, error.stack, lines])).not.toContain('geheim')
})
