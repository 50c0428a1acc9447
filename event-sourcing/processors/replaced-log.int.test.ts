import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import type { EventStore, EventToAppend } from '../event-store/event-store.ts'
import { memoryEventStore } from '../event-store/memory.ts'
import { silentLog } from '../log.ts'
import type { Pool } from '../postgres/pool.ts'
import { openProgress } from './progress.ts'
import { startProjector } from './projector.ts'
import { startReactor } from './reactor.ts'
import { requestRebuild, waitForRebuild } from './rebuild.ts'
import {
  accounts,
  append,
  event,
  expectedAccounts,
  notices,
  publishedAccounts,
  someEvents,
  wholeLog,
} from './testing/accounts.ts'
import { waitUntilCaughtUp } from './testing/wait-until-caught-up.ts'

const start = (pool: Pool, eventStore: EventStore) => {
  const options = { pool, eventStore, log: silentLog, standbyPause: 20 }
  const running = [startProjector(accounts, options), startReactor(notices, options)] as const
  const stop = () => Promise.all(running.map((processor) => processor.stop()))
  onTestFinished(async () => {
    await stop()
  })
  return { states: () => running.map(({ state }) => state()), stop }
}

const logOf = async (...batches: EventToAppend[][]) => {
  const eventStore = memoryEventStore()
  for (const batch of batches) await append(eventStore, ...batch)
  return eventStore
}

/**
 * A log that can be replaced while a processor follows it, as when an event store is restored from
 * a backup.
 */
const replaceableLog = (first: EventStore) => {
  let current = first
  const switched = new Proxy(first, { get: (_, key: keyof EventStore) => current[key] })
  return {
    eventStore: switched,
    replace: (next: EventStore) => {
      current = next
    },
  }
}

const entries = async (pool: Pool, state: string) =>
  (
    await pool.query<{ entry: string }>(
      `select event_id || ' ' || kind as entry from outbox where state = $1 order by position, kind desc`,
      [state],
    )
  ).rows.map(({ entry }) => entry)

const askedFor = async (eventStore: EventStore, from: bigint) =>
  (await wholeLog(eventStore))
    .filter(({ type, position }) => notices.eventTypes.includes(type) && position >= from)
    .flatMap((recorded) => notices.react(recorded).map(({ kind }) => `${recorded.id} ${kind}`))

/** A running shop; its database is twenty events ahead of the log's backup. */
const shopAheadOfBackup = async () => {
  const kept = someEvents(20)
  const { pool } = await testDatabase()
  const lost = await logOf(kept, [...someEvents(19), event('Doubled', { id: 'lost' })])
  const before = start(pool, lost)
  await waitUntilCaughtUp(pool, lost)
  await eventually(async () => (await entries(pool, 'waiting')).length > 0)
  const progressOn = async (eventStore: EventStore) => {
    const progress = await openProgress({ pool, eventStore, log: silentLog })
    onTestFinished(progress.close)
    return progress
  }
  return { pool, kept, lost, before, progressOn }
}

const sentence = /^Its checkpoint 39 is beyond the end of the event log, 19\. .*or accept this log/
const otherEvents = /^The event log does not hold the last event before its checkpoint 39\. /

const isStopped =
  (reason: RegExp) => (states: { status: string; problem?: { reason: string } }[]) =>
    states.every(
      ({ status, problem }) => status === 'stopped' && reason.test(problem?.reason ?? ''),
    )

test.each([
  ['shorter than before', [], sentence],
  ['longer than before, with other events', someEvents(40), otherEvents],
])('a restored log that is %s stops each processor by name, changes nothing, and is accepted with one command', async (_name, later, reason) => {
  const { pool, kept, before, progressOn } = await shopAheadOfBackup()
  await before.stop()
  const rows = await publishedAccounts(pool)
  await pool.query(`update outbox set state = 'done'`)
  const done = await entries(pool, 'done')
  const restored = await logOf(kept, ...(later.length > 0 ? [later] : []))

  const { states } = start(pool, restored)
  await eventually(states, isStopped(reason))
  const progress = await progressOn(restored)
  const report = await progress.report()
  expect(report.map(({ name, ok }) => ({ name, ok }))).toEqual([
    { name: 'accounts', ok: false },
    { name: 'notices', ok: false },
  ])
  for (const { problem } of report) expect(problem?.reason).toMatch(reason)
  expect(await publishedAccounts(pool)).toEqual(rows)

  const names = await requestRebuild(pool, [])
  expect(await waitForRebuild(pool, names)).toBe(true)
  await append(restored, event('Doubled', { id: 'after the restore' }))
  await waitUntilCaughtUp(pool, restored)
  await eventually(states, (all) => all.every(({ status }) => status === 'serving'))
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(restored)))
  // The reactor requests exactly what happened since the restore, even before the command was run.
  expect(await entries(pool, 'waiting')).toEqual(await askedFor(restored, 20n))
  expect(await entries(pool, 'done')).toEqual(done)
  expect((await progress.report()).every(({ ok }) => ok)).toBe(true)
})

test('running processors notice a replaced log, and continue with the right one', async () => {
  const { pool, kept, lost, before, progressOn } = await shopAheadOfBackup()
  await before.stop()
  const log = replaceableLog(lost)
  const { states } = start(pool, log.eventStore)
  await eventually(states, (all) => all.every(({ status }) => status === 'serving'))
  const restored = await logOf(kept)
  log.replace(restored)
  const progress = await progressOn(log.eventStore)
  expect((await progress.report()).map(({ ok }) => ok)).toEqual([false, false])
  await eventually(states, isStopped(sentence))
  log.replace(lost)
  await eventually(states, (all) => all.every(({ status }) => status === 'serving'))
  expect((await progress.report()).map(({ ok }) => ok)).toEqual([true, true])
})

test('running processors accept a shorter log, although they have seen the longer one’s head', async () => {
  const kept = someEvents(20)
  const { pool } = await testDatabase()
  const log = replaceableLog(await logOf(kept, someEvents(20)))
  const { states } = start(pool, log.eventStore)
  await waitUntilCaughtUp(pool, log.eventStore)
  // The rebuild finishes at the shorter log's head.
  expect(await waitForRebuild(pool, await requestRebuild(pool, []))).toBe(true)
  await eventually(states, (all) =>
    all.every(({ status, position }) => status === 'serving' && position === 39n),
  )
  log.replace(await logOf(kept))
  await eventually(states, isStopped(sentence))
  expect(await waitForRebuild(pool, await requestRebuild(pool, []))).toBe(true)
  await eventually(states, (all) => all.every(({ status }) => status === 'serving'))
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(log.eventStore)))
})
