import { randomUUID } from 'node:crypto'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { memoryEventStore } from '../event-store/memory.ts'
import { silentLog } from '../log.ts'
import { type Projection, startProjector } from './projector.ts'

const notes = (version: number): Projection => ({
  name: 'note',
  version,
  tables: 'create table note (id text primary key)',
  lateIndexes: ['create index if not exists note_upper on note (upper(id))'],
  views: ['note'],
  eventTypes: ['NoteWritten'],
  apply: async (events, connection) => {
    const ids = events.map(({ id }) => id)
    await connection.query('insert into note select unnest($1::text[])', [ids])
  },
})

const setup = async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const note = { id: randomUUID(), type: 'NoteWritten', data: {}, metadata: {} }
  await eventStore.append('note-1', [note], 'no-stream')
  const start = (version: number) => {
    const running = startProjector(notes(version), { pool, eventStore, log: silentLog })
    onTestFinished(running.stop)
    return running
  }
  const indexed = async (schema: string) => {
    const { rows } = await pool.query(
      `select from pg_indexes where schemaname = $1 and indexname = 'note_upper'`,
      [schema],
    )
    return rows.length === 1
  }
  return { pool, start, indexed }
}

test('the first version gets its late indexes once it has caught up', async () => {
  const { start, indexed } = await setup()
  start(1)
  await eventually(() => indexed('note_v1'))
})

test('a later version has its late indexes before it takes over', async () => {
  const { pool, start, indexed } = await setup()
  const first = start(1)
  const versions = async () => (await pool.query('select version from public.projection')).rows
  await eventually(versions, [{ version: 1 }])
  await first.stop()
  start(2)
  await eventually(versions, [{ version: 2 }])
  expect(await indexed('note_v2')).toBe(true)
})
