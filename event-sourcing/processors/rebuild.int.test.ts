import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import type { EventStore } from '../event-store/event-store.ts'
import { memoryEventStore } from '../event-store/memory.ts'
import { silentLog } from '../log.ts'
import type { Pool } from '../postgres/pool.ts'
import { openProgress } from './progress.ts'
import { type Projection, startProjector } from './projector.ts'
import { requestRebuild, waitForRebuild } from './rebuild.ts'
import {
  accounts,
  append,
  expectedAccounts,
  publishedAccounts,
  someEvents,
  wholeLog,
} from './testing/accounts.ts'
import { waitUntilCaughtUp } from './testing/wait-until-caught-up.ts'

const start = (pool: Pool, eventStore: EventStore, projection: Projection = accounts) => {
  const running = startProjector(projection, {
    pool,
    eventStore,
    log: silentLog,
    batchSize: 20,
    standbyPause: 20,
  })
  onTestFinished(running.stop)
  return running
}

/** A shop with a log of 500 events, and read models built from them. */
const grownShop = async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  for (let n = 0; n < 10; n++) await append(eventStore, ...someEvents(50))
  const running = start(pool, eventStore)
  await waitUntilCaughtUp(pool, eventStore)
  const isAsFolded = async () =>
    expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(eventStore)))
  return { pool, eventStore, running, isAsFolded }
}

const indexesOf = async (pool: Pool) => {
  const { rows } = await pool.query(
    `select indexname as name from pg_indexes where schemaname like 'accounts%' order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('during a rebuild no read fails or shows an older state, writes continue, and wrong rows are corrected', async () => {
  const { pool, eventStore, isAsFolded } = await grownShop()
  await pool.query('update accounts_v1.account set amount = 0 where changes > 2')
  let working = true
  const reading = (async () => {
    let before = 0
    for (let reads = 0; ; reads++) {
      const { changes } = await publishedAccounts(pool)
      if (changes < before) throw new Error(`a read went back from ${before} to ${changes}`)
      before = changes
      if (!working) return reads
    }
  })()
  reading.catch(() => {})
  const appending = (async () => {
    while (working) {
      await append(eventStore, ...someEvents(3))
      // Writes no faster than the database answers: on a busy machine, the projector would
      // otherwise never catch up.
      await pool.query('select pg_sleep(0.005)')
    }
  })()
  expect(await requestRebuild(pool, [])).toEqual(['accounts'])
  expect(await waitForRebuild(pool, ['accounts'])).toBe(true)
  working = false
  await appending
  expect(await reading).toBeGreaterThan(10)
  await waitUntilCaughtUp(pool, eventStore)
  await isAsFolded()
})

test('the old rows serve until the new ones are ready, and an interrupted rebuild can be requested again', async () => {
  const { pool, eventStore, running, isAsFolded } = await grownShop()
  await running.stop()
  const before = await publishedAccounts(pool)
  await requestRebuild(pool, [])
  const stuck = start(pool, eventStore, {
    ...accounts,
    apply: async (events, connection) => {
      await accounts.apply(events, connection)
      if (stuck.state().position > 100n)
        throw Object.assign(new Error('the machine goes down'), { code: 'ECONNRESET' })
    },
  })
  await eventually(() => stuck.state(), { status: 'reconnecting' })
  await stuck.stop()
  expect(await publishedAccounts(pool)).toEqual(before)
  await requestRebuild(pool, ['accounts'])
  await requestRebuild(pool, ['accounts'])
  expect(await publishedAccounts(pool)).toEqual(before)
  start(pool, eventStore)
  expect(await waitForRebuild(pool, ['accounts'])).toBe(true)
  await isAsFolded()
})

test('late indexes exist after a rebuild in the same process, too', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, ...someEvents(50))
  const lateIndexes = ['create index if not exists by_changes on account (changes)']
  start(pool, eventStore, { ...accounts, lateIndexes })
  await eventually(
    () => indexesOf(pool),
    (value) => value.includes('by_changes'),
  )
  await requestRebuild(pool, [])
  expect(await waitForRebuild(pool, ['accounts'])).toBe(true)
  await eventually(async () => (await indexesOf(pool)).join(), 'account_pkey,by_changes')
})

test('rebuilt rows count as changed, even if the log has not grown', async () => {
  const { pool, eventStore } = await grownShop()
  const progress = await openProgress({ pool, eventStore, log: silentLog })
  onTestFinished(progress.close)
  // Only the announcement reports skipped events.
  await eventually(
    () => progress.servedVersion('accounts'),
    (value) => value !== undefined,
  )
  await append(eventStore, ...someEvents(5))
  const head = await eventStore.headPosition()
  await eventually(
    () => progress.servedVersion('accounts'),
    (version) => version?.includes(` ${head} `),
  )
  const before = progress.servedVersion('accounts')
  await requestRebuild(pool, [])
  expect(await waitForRebuild(pool, ['accounts'])).toBe(true)
  expect(await progress.waitFor(['accounts'], head, 30_000)).toBe('whole')
  expect(progress.servedVersion('accounts')).not.toBe(before)
  await eventually(
    () => progress.report(),
    (value) => value.every(({ ok }) => ok),
  )
})

test('a schema that someone dropped is rebuilt without a request, with and without new events', async () => {
  const { pool, eventStore, isAsFolded } = await grownShop()
  const progress = await openProgress({ pool, eventStore, log: silentLog })
  onTestFinished(progress.close)
  for (const more of [0, 10]) {
    await pool.query('drop schema accounts_v1 cascade')
    expect(await progress.report()).toMatchObject([{ name: 'accounts', ok: false }])
    if (more > 0) await append(eventStore, ...someEvents(more))
    await eventually(
      () => progress.report(),
      (value) => value.every(({ ok }) => ok),
    )
    await waitUntilCaughtUp(pool, eventStore)
    await isAsFolded()
  }
})

test('a view or a checkpoint that someone deleted is restored automatically', async () => {
  const { pool, eventStore, isAsFolded } = await grownShop()
  for (const harm of ['drop view read.total', 'delete from public.checkpoint']) {
    await pool.query(harm)
    const views = `select to_regclass('read.total') is not null as total`
    await eventually(async () => (await pool.query(views)).rows, [{ total: true }])
    const versions = 'select version from public.checkpoint'
    await eventually(async () => (await pool.query(versions)).rows, [{ version: 1 }])
    await waitUntilCaughtUp(pool, eventStore)
    await isAsFolded()
  }
})

test('an unknown read model is refused with a list of the existing ones', async () => {
  const { pool } = await grownShop()
  await expect(requestRebuild(pool, ['order'])).rejects.toThrow(
    'There is no read model order. There are: accounts.',
  )
})
