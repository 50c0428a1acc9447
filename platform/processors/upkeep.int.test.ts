import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { memoryEventStore } from '../event-store/memory.ts'
import { silentLog } from '../log.ts'
import { eventually } from '../testing/eventually.ts'
import { testDatabase } from '../testing/test-database.ts'
import { type Projection, startProjector } from './projector.ts'

const words: Projection = {
  name: 'word',
  version: 1,
  tables: `create table word (id text primary key);
    create table tidied (words int8 not null);`,
  upkeep: ['insert into tidied select count(*) from word'],
  views: ['word', 'tidied'],
  eventTypes: ['WordSaid'],
  apply: async (events, connection) => {
    await connection.query('insert into word select unnest($1::text[])', [
      events.map(({ id }) => id),
    ])
  },
}

test('upkeep runs while rows come in, in the version’s own tables, and by one process alone', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const say = (stream: string) =>
    eventStore.append(
      stream,
      [{ id: randomUUID(), type: 'WordSaid', data: {}, metadata: {} }],
      'no-stream',
    )
  const tidied = async () => {
    const { rows } = await pool
      .query('select words from word_v1.tidied')
      .catch(() => ({ rows: [] }))
    return rows.map((row) => row.words)
  }
  await say('word-1')
  for (let process = 0; process < 2; process++) {
    const running = startProjector(words, {
      ...{ pool, eventStore, log: silentLog },
      upkeepRound: 10,
    })
    onTestFinished(running.stop)
  }
  await eventually(async () => (await tidied()).at(-1), 1)
  // A round that began before the batch may have seen it; then one more round follows.
  const rounds = (await tidied()).length + 1
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await tidied()).length).toBeLessThanOrEqual(rounds)
  await say('word-2')
  await eventually(async () => (await tidied()).at(-1), 2)
  expect((await tidied()).length).toBeLessThanOrEqual(rounds + 2)
})
