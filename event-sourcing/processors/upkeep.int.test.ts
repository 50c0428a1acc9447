import { randomUUID } from 'node:crypto'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { memoryEventStore } from '../event-store/memory.ts'
import { silentLog } from '../log.ts'
import { openPool } from '../postgres/pool.ts'
import { type Projection, startProjector } from './projector.ts'
import { startUpkeep } from './upkeep.ts'

const words: Projection = {
  name: 'word',
  version: 1,
  tables: `create table word (id text primary key);
    create table tidied (words int8 not null, process text not null);`,
  upkeep: [`insert into tidied select count(*), current_setting('application_name') from word`],
  views: ['word', 'tidied'],
  eventTypes: ['WordSaid'],
  apply: async (events, connection) => {
    await connection.query('insert into word select unnest($1::text[])', [
      events.map(({ id }) => id),
    ])
  },
}

test('upkeep runs while rows come in, in the version’s tables, and in only one process', async () => {
  const { pool, url } = await testDatabase()
  const eventStore = memoryEventStore()
  const tidied = async () => {
    const { rows } = await pool
      .query('select words, process from word_v1.tidied order by words')
      .catch(() => ({ rows: [] }))
    return rows
  }
  for (const name of ['one', 'other']) {
    const own = openPool(url, { log: silentLog, name })
    onTestFinished(() => own.end())
    const options = { pool: own, eventStore, log: silentLog, upkeepRound: 10 }
    onTestFinished(startProjector(words, options).stop)
  }
  for (let words = 1; words <= 5; words++) {
    const event = { id: randomUUID(), type: 'WordSaid', data: {}, metadata: {} }
    await eventStore.append(`word-${words}`, [event], 'no-stream')
    await eventually(async () => (await tidied()).at(-1)?.words, words)
  }
  expect(new Set((await tidied()).map(({ process }) => process)).size).toBe(1)
})

test('rounds do nothing if the position has not changed', async () => {
  const { pool } = await testDatabase()
  await pool.query(
    'create schema tidy; create table tidy.round (number int generated always as identity)',
  )
  let position: bigint | undefined
  let rounds = 0
  const upkeep = startUpkeep(
    { statements: ['insert into round default values'], schema: 'tidy' },
    {
      pool,
      log: silentLog,
      upkeepRound: 1,
      position: () => {
        rounds += 1
        return position
      },
    },
  )
  onTestFinished(upkeep.stop)
  for (const [next, done] of [
    [undefined, 0],
    [1n, 1],
    [1n, 1],
    [2n, 2],
  ] as const) {
    position = next
    const from = rounds
    await eventually(
      () => rounds,
      (count) => count >= from + 10,
    )
    expect((await pool.query('select from tidy.round')).rowCount).toBe(done)
  }
})
