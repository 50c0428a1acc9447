import { randomUUID } from 'node:crypto'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { type Log, silentLog } from '@strand/event-sourcing/log'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { signCheckpoint } from '@strand/log-proof/checkpoint'
import { startLogProof } from '@strand/log-proof/follower'
import { openKeyChange, signKeyChange } from '@strand/log-proof/key-change'
import { type Signer, signerOf, verifierKey } from '@strand/log-proof/note'
import { dataOfChange } from '@strand/log-proof/proof-stream'
import { readCheckpoint, readTree, writeCheckpoint } from '@strand/log-proof/tables'
import { retractCheckpoints } from '@strand/log-proof/verify/retract'
import { storedInPostgres } from '@strand/log-proof/verify/stored-events'
import { verifyLog } from '@strand/log-proof/verify/verify-log'
import { signAppends, writerKeyOf } from '@strand/log-proof/writer-mac'
import { type KeyRing, keyRing } from '@strand/platform/crypto/key-ring'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase, testEventStore } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { startRecordingProof } from './record-proof.ts'

const origin = 'shop.example/api/audit/log'
const writerKey = writerKeyOf(Buffer.alloc(32, 5))
const [first, second, third, strange] = [1, 2, 3, 9].map((n) => Buffer.alloc(32, n)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]
const signer = (seed: Buffer) => signerOf(origin, seed)
const nameOf = (seed: Buffer) => verifierKey(signer(seed))
const event = (type = 'UserSignedIn', data = {}) => ({
  id: randomUUID(),
  type,
  data,
  metadata: { at: '2026-03-01T08:00:00.000Z' },
})

const openLog = async () => {
  const { url, pool } = await testDatabase()
  const raw = await testEventStore(url)
  const eventStore = signAppends(raw, writerKey)
  const parts = { pool, eventStore, log: silentLog, now: () => new Date() }
  const followIn = (store: EventStore, ...signingKeys: KeyRing) => {
    const running = startLogProof({
      ...parts,
      eventStore: store,
      signingKeys,
      origin,
      standbyPause: 20,
      dayOf: (instant) => instant.slice(0, 10),
    })
    onTestFinished(running.stop)
    return running
  }
  const follow = (...signingKeys: KeyRing) => followIn(eventStore, ...signingKeys)
  /**
   * A follower with an event store of its own, because the first event store has the newest events
   * in memory, even deleted ones.
   */
  const followAnew = async (...signingKeys: KeyRing) =>
    followIn(await testEventStore(url), ...signingKeys)
  const record = (log: Log = silentLog) => {
    const running = startRecordingProof({ ...parts, log })
    onTestFinished(running.stop)
    return running
  }
  const tree = () => readTree(pool).catch(() => null)
  const untilSignedBy = (seed: Buffer) =>
    eventually(tree, (one) => one?.verifierKey === nameOf(seed))
  const untilAtHead = async () => {
    const head = await raw.headPosition()
    await eventually(tree, (one) => (one?.position ?? -1n) >= head)
  }
  const verify = (seeds: Buffer[], more: { since?: string; macs?: boolean } = {}) =>
    verifyLog({
      pool,
      log: storedInPostgres(pool),
      keysOf: () => seeds.map(signer),
      since: more.since,
      writerKey: more.macs === false ? undefined : writerKey,
    })
  return {
    pool,
    raw,
    eventStore,
    follow,
    followAnew,
    record,
    tree,
    untilSignedBy,
    untilAtHead,
    verify,
  }
}

type OpenLog = Awaited<ReturnType<typeof openLog>>

const changeKey = async ({ follow, record, untilSignedBy }: OpenLog, keys: KeyRing) => {
  const parts = [follow(...keys), record()]
  await untilSignedBy(keys[0])
  for (const part of parts) await part.stop()
}

const problemOf = (running: ReturnType<typeof startLogProof>) =>
  eventually(() => running.state().problem?.reason ?? '')

test('the key can be changed under load, with a restart at each step, and the log stays whole', async () => {
  const log = await openLog()
  const { pool, eventStore, raw, follow, record, tree, untilSignedBy, untilAtHead, verify } = log
  let working = true
  const load = (async () => {
    for (let n = 0; working; n++) await eventStore.append(`user-${n % 7}`, [event()], 'any')
    return 'done'
  })()
  await changeKey(log, [first])
  const begun = [follow(first), record()]
  await eventually(
    () => raw.readStream('log-proof'),
    (events) => events.length === 1,
  )
  for (const part of begun) await part.stop()
  const kept = (await readCheckpoint(pool))?.note ?? ''

  // The process stops after requesting the change, before the log has it.
  const asking = follow(second, first)
  const asked = await eventually(async () => (await tree())?.keyChange)
  await asking.stop()
  const again = follow(second, first)
  await untilAtHead()
  await again.stop()
  expect((await tree())?.keyChange).toBe(asked)
  // The log has the change, which two processes recorded at once, but the follower has not seen it.
  const recorders = [record(), record()]
  await eventually(
    () => raw.readStream('log-proof'),
    (events) => events.length === 2,
  )
  const early = follow(second)
  expect(await problemOf(early)).toContain('LOG_SIGNING_KEY is not the key that signed')
  await early.stop()
  expect(await tree()).toMatchObject({ verifierKey: nameOf(first) })
  const both = follow(second, first)
  await untilSignedBy(second)
  await both.stop()
  for (const one of recorders) await one.stop()

  const alone = follow(second)
  working = false
  expect(await load).toBe('done')
  await untilAtHead()
  expect(alone.state()).toMatchObject({ status: 'serving' })
  expect(await raw.readStream('log-proof')).toHaveLength(2)
  expect(await tree()).toMatchObject({ verifierKey: nameOf(second), keyChange: null })
  expect(await verify([second], { since: kept })).toMatchObject({ finding: null })
  await alone.stop()
  const strangeKey = {
    finding: { index: 0, what: 'origin and key of the tree are not those of the shop' },
  }
  for (const seed of [first, strange]) expect(await verify([seed])).toMatchObject(strangeKey)
  expect(await problemOf(follow(strange))).toContain('LOG_SIGNING_KEY is not the key that signed')
  expect(await problemOf(follow(first, second))).toContain('a key that was replaced before')
})

test('a rebuilt tree is signed by the current key, and needs none of the earlier ones', async () => {
  const log = await openLog()
  const { pool, raw, eventStore, follow, record, untilAtHead, verify } = log
  const append = (count: number) =>
    eventStore.append(
      `user-${randomUUID()}`,
      Array.from({ length: count }, () => event()),
      'any',
    )
  await append(300)
  await changeKey(log, [first])
  await append(300)
  const yesterday = await readCheckpoint(pool)
  await changeKey(log, keyRing(second, first))
  await append(300)
  await changeKey(log, keyRing(third, second, first))
  const changes = await raw.readStream('log-proof')
  expect(changes).toHaveLength(3)

  /** The state after an older log was accepted: at most this checkpoint remains. */
  const retract = async (kept: typeof yesterday = null) => {
    await retractCheckpoints(pool, 0)
    if (kept) await transaction(pool, (connection) => writeCheckpoint(connection, kept))
  }
  const signsAnew = async (keys: KeyRing) => {
    const anew = follow(...keys)
    const recorder = record()
    await untilAtHead()
    await anew.stop()
    await recorder.stop()
    expect(await verify([third])).toMatchObject({ finding: null })
    expect(await raw.readStream('log-proof')).toEqual(changes)
  }
  for (const kept of [null, yesterday])
    for (const keys of [keyRing(third), keyRing(third, second, first)]) {
      await retract(kept)
      if (!kept) expect(await verify([third])).toBe(null)
      await signsAnew(keys)
    }

  // The follower was killed before it read the current key: the tree has 256 events, but no
  // signature.
  await retract()
  await pool.query('update log_proof.tree set size = 256, position = 255, verifier_key = $1', [
    nameOf(first),
  ])
  await signsAnew(keyRing(third))

  await retract()
  const withoutKey = follow(second, first)
  expect(await problemOf(withoutKey)).toContain(
    'LOG_SIGNING_KEY is not the key that signed this log',
  )
  expect(await readCheckpoint(pool)).toBe(null)
})

test('changes not signed by both keys, or from another key, are not accepted', async () => {
  const log = await openLog()
  const { pool, raw, eventStore, followAnew, record, verify } = log
  await eventStore.append('user-1', [event()], 'any')
  await changeKey(log, [first])
  await changeKey(log, keyRing(second, first))
  const head = { size: 2, root: Buffer.alloc(32) }
  const change = (from: Signer, to: Signer) => openKeyChange(signKeyChange(head, from, to))
  const forged = (from: Signer, to: Signer) => {
    const known = change(from, to)
    if (!known) throw new Error('no change')
    return dataOfChange(known)
  }
  const unsigned = forged(signer(second), signer(third))
  const twice = { ...unsigned, note: forged(signer(strange), signer(third)).note }
  const index = Number(await raw.headPosition()) + 1
  await pool.query('alter table event_log.event disable trigger user')
  for (const [data, what] of [
    [twice, 'the change of the signing key is not signed by both keys'],
    [{ ...unsigned, size: 3 }, 'the change of the signing key is not signed by both keys'],
    [forged(signer(strange), signer(third)), 'from one that was not in force'],
    [forged(signer(first), signer(third)), 'from one that was not in force'],
    [forged(signer(second), signer(first)), 'to one that was in force before'],
  ] as const) {
    await raw.append('log-proof', [event('LogSigningKeyChanged', data)], 'any')
    const running = await followAnew(second)
    expect(await problemOf(running)).toContain(`Event ${index}: `)
    expect(await problemOf(running)).toContain(what)
    await running.stop()
    const finding = { index, what: expect.stringContaining(what) }
    expect(await verify([second], { macs: false })).toMatchObject({ finding })
    expect(await verify([second])).toMatchObject({
      finding: { index, what: expect.stringContaining('lacks a writer’s MAC') },
    })
    await pool.query('delete from event_log.event where position = $1', [index])
    await pool.query('update event_log.head set position = $1', [index - 1])
  }
  // The shop records no key change that someone else has written next to the tree.
  const { note } = forged(signer(strange), signer(third))
  await pool.query('update log_proof.tree set key_change = $1', [note])
  const warnings: unknown[] = []
  const warn = (what: unknown) => void warnings.push(what)
  const recorder = record({ ...silentLog, warn } as unknown as Log)
  await eventually(() => warnings.length > 0)
  await recorder.stop()
  expect(String((warnings[0] as { err: Error }).err)).toContain('was not in force')
  expect(await raw.headPosition()).toBe(BigInt(index - 1))
})

test('an altered or removed key change is detected, and so is a replaced key’s checkpoint', async () => {
  const log = await openLog()
  const { pool, raw, eventStore, verify } = log
  await eventStore.append('user-1', [event(), event()], 'any')
  await changeKey(log, [first])
  await changeKey(log, keyRing(second, first))
  const changed = (await raw.readStream('log-proof')).at(-1)
  const index = Number(changed?.position)
  await pool.query('alter table event_log.event disable trigger user')
  const where = `where position = ${index}`
  const tables = ['event_log.event', 'log_proof.tree', 'log_proof.checkpoint']
  const newest = await readTree(pool)
  const { rows } = await pool.query('select note from log_proof.checkpoint order by day desc')
  const root = Buffer.from(rows[0].note.split('\n')[2], 'base64')
  const byOld = signCheckpoint({ size: newest?.size ?? 0, root }, signer(first))
  for (const [sql, parameter, finding] of [
    [
      `update event_log.event set data = replace(data::text, $1, 'a')::jsonb ${where}`,
      'shop.ex',
      { index },
    ],
    [`delete from event_log.event ${where} and $1 = ''`, '', { index }],
    [
      'update log_proof.checkpoint set note = $1 where day = (select max(day) from log_proof.checkpoint)',
      byOld,
      { index: newest?.size, what: expect.stringContaining('a key that was not in force') },
    ],
    ['update log_proof.tree set verifier_key = $1', nameOf(first), { index: 0 }],
  ] as const) {
    for (const table of tables)
      await pool.query(`create table saved_${table.split('.')[1]} as table ${table}`)
    expect((await pool.query(sql, [parameter])).rowCount).toBe(1)
    expect(await verify([second])).toMatchObject({ finding })
    for (const table of tables)
      await pool.query(
        `delete from ${table}; insert into ${table} table saved_${table.split('.')[1]}; drop table saved_${table.split('.')[1]}`,
      )
    expect(await verify([second])).toMatchObject({ finding: null })
  }
})
