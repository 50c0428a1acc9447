import { setTimeout as sleep } from 'node:timers/promises'
import { startDisposablePostgres } from '@strand/platform/testing/disposable-postgres'
import { eventually } from '@strand/platform/testing/eventually'
import { random } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { testDatabase, testEventStore } from '@strand/platform/testing/test-database'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../log.ts'
import {
  anEvent,
  appendUntilAccepted,
  aStream,
  assertAppended,
  collect,
  idsOf,
  someEvents,
} from '../testing/events.ts'
import { postgresEventStore } from './postgres-event-store.ts'

test('16 concurrent appenders, some slow or rolled back, never make a subscriber skip or repeat an event', async () => {
  const { url, pool } = await testDatabase()
  const stores = await Promise.all(Array.from({ length: 4 }, () => testEventStore(url)))
  const store = stores[0] ?? (await testEventStore(url))
  const shared = aStream()
  const subscriptions = [collect(store), collect(await testEventStore(url))]

  // 12 writers use the adapter, through four stores; their appends wait for the slow writers.
  const ordinary = Array.from({ length: 12 }, async (_, n) => {
    const writer = stores[n % stores.length] ?? store
    const mine = aStream()
    for (let i = 0; i < 25; i++) {
      await writer.append(i % 2 ? shared : mine, someEvents(1 + (i % 3)), 'any')
      if (i === 12) subscriptions.push(collect(writer))
    }
  })
  // 4 writers keep their transaction open after the append, and roll back every second transaction.
  const slow = Array.from({ length: 4 }, async (_, n) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (let i = 0; i < 15; i++) {
      await client.query('begin')
      await client.query(
        `select * from event_log.append(array[$1], '{1}', '{-2}', '{2}',
           array[gen_random_uuid(), gen_random_uuid()], '{T,T}', '{"{}","{}"}', '{"{}","{}"}')`,
        [n % 2 ? shared : aStream()],
      )
      await sleep(random() * 20)
      await client.query(i % 2 ? 'rollback' : 'commit')
    }
    await client.end()
  })
  await Promise.all([...ordinary, ...slow])

  const { rows } = await pool.query<{ id: string; position: number }>(
    'select id, position from event_log.event order by position',
  )
  expect(rows).toHaveLength(12 * 49 + 4 * 8 * 2)
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, n) => n))
  for (const { events } of subscriptions) {
    await eventually(
      () => events.length,
      (value) => value >= rows.length,
    )
    expect(idsOf(events)).toEqual(idsOf(rows))
  }
})

test('no acknowledged event is lost or doubled if the server is killed and restarted under load', async () => {
  const server = await startDisposablePostgres()
  const open = () => postgresEventStore({ url: server.url, log: silentLog })
  const stores = [await open(), await open()] as const
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()))
  })
  const watched = collect(stores[1])
  let acknowledged = 0
  let over = false

  const appenders = Array.from({ length: 8 }, async (_, n) => {
    const stream = aStream()
    const ids: string[] = []
    while (!over) {
      const event = anEvent({ appender: n })
      const { revision } = assertAppended(
        await appendUntilAccepted(stores[n % 2 ? 1 : 0], stream, [event]),
      )
      expect(revision).toBe(ids.length)
      ids.push(event.id)
      acknowledged++
    }
    return { stream, ids }
  })
  for (let ends = 0; ends < repetitions({ usual: 2, long: 4 }); ends++) {
    const enough = acknowledged + 200
    await eventually(
      () => acknowledged,
      (value) => value >= enough,
    )
    await (ends === 1 ? server.stop : server.kill)()
    await server.start()
  }
  const enough = acknowledged + 200
  await eventually(
    () => acknowledged,
    (value) => value >= enough,
  )
  over = true

  for (const { stream, ids } of await Promise.all(appenders)) {
    expect(idsOf(await stores[0].readStream(stream))).toEqual(ids)
  }
  await eventually(
    () => watched.events.length,
    (value) => value >= acknowledged,
  )
  expect(watched.events.map(({ position }) => Number(position))).toEqual(
    Array.from({ length: acknowledged }, (_, n) => n),
  )
})
