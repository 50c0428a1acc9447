import { expect, test } from 'vitest'
import { repetitions } from '../../testing/repetitions.ts'
import { testDatabase, testEventStore } from '../../testing/test-database.ts'
import { signCheckpoint } from '../checkpoint.ts'
import { sha256 } from '../hashes.ts'
import { signerOf } from '../note.ts'
import { readCheckpoints } from '../tables.ts'
import { origin, signingKey, signLog } from '../testing/signed-log.ts'
import { days, size, tamperings } from '../testing/tampering.ts'
import { retractCheckpoints } from './retract.ts'
import { storedInEventStore, storedInPostgres } from './stored-events.ts'
import { verifyLog } from './verify-log.ts'

const alterations = repetitions({ usual: 45, long: 1_000 })

const keyOf = (name: string) => signerOf(name, signingKey)

const openSignedLog = async () => {
  const { url, pool } = await testDatabase()
  const eventStore = await testEventStore(url)
  await signLog(pool, eventStore, days)
  // What a superuser can do.
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
  const verify = (since?: string) => verifyLog({ pool, log: storedInPostgres(pool), keyOf, since })
  return { pool, eventStore, restore, verify }
}

test('whatever a superuser alters in the log, its tiles or its checkpoints is found, and where', async () => {
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

test('who also rewrites tiles and checkpoints, with both keys, is found by an older checkpoint', async () => {
  const { pool, eventStore, verify } = await openSignedLog()
  const [first, second] = await readCheckpoints(pool)
  await pool.query(`update event_log.event set type = 'OrderErased' where position = 100`)
  await pool.query('truncate log_proof.tree, log_proof.tile, log_proof.checkpoint')
  await pool.query(`delete from public.checkpoint where kind = 'follower'`)
  await signLog(pool, eventStore, [0])
  expect(await verify()).toMatchObject({ finding: null })
  expect(await verify(first?.note)).toMatchObject({ finding: null })
  expect(await verify(second?.note)).toMatchObject({
    finding: { index: 0, what: expect.stringContaining('the checkpoint that you kept') },
  })
  // A log that was cut short and signed anew, and one of another key.
  const future = signCheckpoint({ size: size + 5, root: sha256('') }, keyOf(origin))
  expect(await verify(future)).toMatchObject({
    finding: { index: size, what: `the log ends here, and ${size + 5} events were signed` },
  })
  const forged = signCheckpoint(
    { size: 1, root: sha256('') },
    signerOf(origin, Buffer.alloc(32, 9)),
  )
  expect(await verify(forged)).toMatchObject({
    finding: { what: expect.stringContaining('was not signed by this shop') },
  })
})

test('a log has the same root through its adapter as read as text, and needs a signature', async () => {
  const { pool, eventStore, verify } = await openSignedLog()
  const whole = await verify()
  expect(await verifyLog({ pool, log: storedInEventStore(eventStore), keyOf })).toEqual(whole)
  const otherKey = (name: string) => signerOf(name, Buffer.alloc(32, 9))
  expect(await verifyLog({ pool, log: storedInPostgres(pool), keyOf: otherKey })).toMatchObject({
    finding: { index: 0, what: expect.stringContaining('are not those of the shop') },
  })
  await pool.query('truncate log_proof.tree, log_proof.checkpoint')
  expect(await verify()).toBe(null)
})

test('a log that a restore has shortened goes on from what it has, once somebody says so', async () => {
  const { pool, eventStore, verify } = await openSignedLog()
  await pool.query('delete from event_log.event where position >= 300')
  await pool.query('update event_log.head set position = 299')
  expect(await verify()).toMatchObject({ finding: { index: 300 } })
  expect(await retractCheckpoints(pool, 300)).toBe(1)
  // The checkpoints of 60 and 140 events stay, and are not signed again for fewer events.
  await signLog(pool, eventStore, [0])
  expect((await readCheckpoints(pool)).map((one) => one.size)).toEqual([60, 300])
  expect(await verify()).toMatchObject({ events: 300, finding: null })
  const { rows } = await pool.query('select size from log_proof.retracted_checkpoint')
  expect(rows).toEqual([{ size: 400 }])
})
