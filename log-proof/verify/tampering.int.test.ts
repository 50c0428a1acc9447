import { randomUUID } from 'node:crypto'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { repetitions } from '@strand/platform/testing/repetitions'
import { testDatabase, testEventStore } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'
import { signCheckpoint } from '../checkpoint.ts'
import { sha256 } from '../hashes.ts'
import { signerOf } from '../note.ts'
import { readCheckpoints } from '../tables.ts'
import { origin, signingKey, signLog, writerKey } from '../testing/signed-log.ts'
import { days, size, tamperings } from '../testing/tampering.ts'
import { signAppends } from '../writer-mac.ts'
import { retractCheckpoints } from './retract.ts'
import { storedInEventStore, storedInPostgres } from './stored-events.ts'
import { verifyLog } from './verify-log.ts'

const alterations = repetitions({ usual: 30, long: 1_000 })

const keyOf = (name: string) => signerOf(name, signingKey)
const keysOf = (name: string) => [keyOf(name)]

const openSignedLog = async () => {
  const { url, pool } = await testDatabase()
  const eventStore = await testEventStore(url)
  await signLog(pool, eventStore, days)
  // Only a superuser can disable the triggers that protect the log.
  await pool.query('alter table event_log.event disable trigger user')
  const tables = ['event_log.event', 'event_log.head', 'log_proof.tile', 'log_proof.checkpoint']
  for (const table of tables)
    await pool.query(`create table saved_${table.replace('.', '_')} as table ${table}`)
  const restore = () =>
    pool.query(
      tables
        .map(
          (table) =>
            `delete from ${table}; insert into ${table} table saved_${table.replace('.', '_')}`,
        )
        .join(';'),
    )
  const verify = (since?: string) =>
    verifyLog({ pool, log: storedInPostgres(pool), keysOf, writerKey, since })
  return { pool, eventStore, restore, verify }
}

/** Gives an event another type, with a valid MAC, as someone who has the key could. */
const rewrite = async (pool: Pool, index: number) => {
  const select = 'select stream, id, data, metadata from event_log.event where position = $1'
  const { stream, ...event } = (await pool.query(select, [index])).rows[0]
  const rewritten = memoryEventStore()
  const changed = { ...event, type: 'OrderErased' }
  await signAppends(rewritten, writerKey).append(stream, [changed], 'any')
  const [{ metadata } = { metadata: {} }] = await rewritten.readStream(stream)
  const text = 'update event_log.event set type = $2, metadata = $3 where position = $1'
  await pool.query(text, [index, changed.type, JSON.stringify(metadata)])
}

test('whatever a superuser alters in the log, its tiles or its checkpoints is found and located', async () => {
  const { pool, restore, verify } = await openSignedLog()
  expect(await verify()).toMatchObject({ events: size, finding: null })
  const missed: unknown[] = []
  for (let n = 0; n < alterations; n++) {
    const alter = tamperings[n % tamperings.length] as (typeof tamperings)[number]
    const { kind, index } = await alter(pool)
    const verdict = await verify()
    if (verdict?.finding?.index !== index) missed.push({ kind, index, ...verdict?.finding })
    await restore()
  }
  expect(missed).toEqual([])
  expect(await verify()).toMatchObject({ finding: null })
})

test('even if rewritten tiles and checkpoints are signed with all keys, an older checkpoint reveals them', async () => {
  const { pool, eventStore, verify } = await openSignedLog()
  const [first, second] = await readCheckpoints(pool)
  await rewrite(pool, 100)
  await pool.query('truncate log_proof.tree, log_proof.tile, log_proof.checkpoint')
  await pool.query(`delete from public.checkpoint where kind = 'follower'`)
  await signLog(pool, eventStore, [0])
  expect(await verify()).toMatchObject({ finding: null })
  expect(await verify(first?.note)).toMatchObject({ finding: null })
  expect(await verify(second?.note)).toMatchObject({
    finding: { index: 0, what: expect.stringContaining('the checkpoint that you kept') },
  })
  // The kept checkpoint is of a longer log, then of a log with another key.
  const future = signCheckpoint({ size: size + 5, root: sha256('') }, keyOf(origin))
  expect(await verify(future)).toMatchObject({
    finding: { index: size, what: `the log ends here, but ${size + 5} events were signed` },
  })
  const forged = signCheckpoint(
    { size: 1, root: sha256('') },
    signerOf(origin, Buffer.alloc(32, 9)),
  )
  expect(await verify(forged)).toMatchObject({
    finding: { what: expect.stringContaining('was not signed by this shop') },
  })
})

test('a forged row after the newest checkpoint is found by its MAC, even if the shop signs it', async () => {
  const { pool, eventStore, verify } = await openSignedLog()
  const { rows } = await pool.query('select data, metadata from event_log.event where position = 9')
  const { mac: _, ...metadata } = rows[0].metadata
  await eventStore.append(
    'order-new',
    [{ id: randomUUID(), type: 'OrderApproved', data: rows[0].data, metadata }],
    'no-stream',
  )
  await signLog(pool, eventStore, [0])
  expect((await readCheckpoints(pool)).at(-1)?.size).toBe(size + 1)
  expect(await verify()).toMatchObject({
    macsFrom: 0,
    finding: { index: size, what: 'it was not written by the shop: it lacks a writer’s MAC' },
  })
  // Without the MAC key, the forged event is not detected.
  expect(await verifyLog({ pool, log: storedInPostgres(pool), keysOf })).toMatchObject({
    finding: null,
  })
})

test('a log read through its adapter or as text has the same root, and needs a signature', async () => {
  const { pool, eventStore, verify } = await openSignedLog()
  const whole = await verify()
  expect(await verifyLog({ pool, log: storedInEventStore(eventStore), keysOf, writerKey })).toEqual(
    whole,
  )
  const otherKey = (name: string) => [signerOf(name, Buffer.alloc(32, 9))]
  expect(await verifyLog({ pool, log: storedInPostgres(pool), keysOf: otherKey })).toMatchObject({
    finding: { index: 0, what: expect.stringContaining('are not those of the shop') },
  })
  await pool.query('truncate log_proof.tree, log_proof.checkpoint')
  expect(await verify()).toBe(null)
})

test('a log that was shortened by a restore can continue once someone accepts it', async () => {
  const { pool, eventStore, verify } = await openSignedLog()
  await pool.query('delete from event_log.event where position >= 300')
  await pool.query('update event_log.head set position = 299')
  expect(await verify()).toMatchObject({ finding: { index: 300 } })
  expect(await retractCheckpoints(pool, 300)).toBe(1)
  // The checkpoint of 60 events stays. A larger one replaces that of 140 events, on the same day.
  await signLog(pool, eventStore, [0])
  expect((await readCheckpoints(pool)).map((one) => one.size)).toEqual([60, 300])
  expect(await verify()).toMatchObject({ events: 300, finding: null })
  const { rows } = await pool.query('select size from log_proof.retracted_checkpoint')
  expect(rows).toEqual([{ size: 400 }])
})
