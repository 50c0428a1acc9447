import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compiled } from '@strand/platform/testing/compiled'
import { eventually } from '@strand/platform/testing/eventually'
import { random } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { postgresEventStore } from '../event-store/postgres/postgres-event-store.ts'
import { silentLog } from '../log.ts'
import { startProjector } from './projector.ts'
import {
  accounts,
  append,
  expectedAccounts,
  notices,
  publishedAccounts,
  someEvents,
  wholeLog,
} from './testing/accounts.ts'
import { waitUntilCaughtUp } from './testing/wait-until-caught-up.ts'

const program = fileURLToPath(new URL('./testing/accounts-process.ts', import.meta.url))

/** Starts processes that run the projector and the reactor; knows which of them is active. */
const openProcesses = async (url: string) => {
  // This process exits immediately, but fills the compile cache, which a killed process cannot do.
  await promisify(execFile)(process.execPath, [program], { env: compiled })
  const alive = new Set<ChildProcess>()
  const active = new Set<ChildProcess>()
  const kill = async (child: ChildProcess) => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(async () => {
    await Promise.all([...alive].map(kill))
  })
  return {
    active,
    kill,
    start: (version = 1) => {
      const child = spawn(process.execPath, [program, url, String(version)], {
        env: compiled,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      alive.add(child)
      child.stdout.once('data', () => active.add(child))
      child.once('exit', () => {
        alive.delete(child)
        active.delete(child)
      })
      return child
    },
  }
}

const manyKills = repetitions({ usual: 2, long: 100 })

test('after many kills at random moments, the tables match the whole log, and each outbox entry exists once', async () => {
  const { url, pool } = await testDatabase()
  const eventStore = await postgresEventStore({ url, log: silentLog, requireDurable: false })
  onTestFinished(eventStore.close)
  const processes = await openProcesses(url)
  for (let n = 0; n < 20; n++) await append(eventStore, ...someEvents(500))

  for (let n = 0; n < 4; n++) processes.start()
  let kills = 0
  let killing = true
  const appending = async () => {
    while (killing) {
      await append(eventStore, ...someEvents(20))
      await sleep(20)
    }
  }
  const appended = appending()
  const positions = new Set<string>()
  while (kills < manyKills) {
    await eventually(
      () => processes.active.size,
      (value) => value > 0,
    )
    for (const child of processes.active) {
      await sleep(random() * 40)
      processes.active.delete(child)
      await processes.kill(child)
      processes.start()
      kills++
      const { rows } = await pool.query('select position::text from checkpoint')
      for (const { position } of rows) positions.add(position)
    }
  }
  killing = false
  await appended
  await waitUntilCaughtUp(pool, eventStore)

  const log = await wholeLog(eventStore)
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(log))
  const { rows: outbox } = await pool.query(
    `select event_id || ' ' || kind as entry, state from outbox order by position, kind desc`,
  )
  const asked = log
    .filter(({ type }) => notices.eventTypes.includes(type))
    .flatMap((recorded) => notices.react(recorded).map(({ kind }) => `${recorded.id} ${kind}`))
  expect(outbox.map(({ entry }) => entry)).toEqual(asked)
  expect(new Set(outbox.map(({ state }) => state))).toEqual(new Set(['waiting']))
  // The kills must have hit working processes at many places in the log.
  expect(positions.size).toBeGreaterThan(manyKills / 5)
})

test('a standby takes over within seconds when the active process is killed', async () => {
  const { url, pool } = await testDatabase()
  const eventStore = await postgresEventStore({ url, log: silentLog, requireDurable: false })
  onTestFinished(eventStore.close)
  const processes = await openProcesses(url)
  const first = processes.start()
  await eventually(() => processes.active.has(first))
  const second = processes.start()
  await append(eventStore, ...someEvents(100))
  await waitUntilCaughtUp(pool, eventStore)
  expect(processes.active.has(second)).toBe(false)
  await processes.kill(first)
  await append(eventStore, ...someEvents(100))
  await eventually(() => processes.active.has(second))
  await waitUntilCaughtUp(pool, eventStore)
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(eventStore)))
})

test('a new version takes over in the end, even if it is killed again and again while being built', async () => {
  const { url, pool } = await testDatabase()
  const eventStore = await postgresEventStore({ url, log: silentLog, requireDurable: false })
  onTestFinished(eventStore.close)
  for (let n = 0; n < 12; n++) await append(eventStore, ...someEvents(500))
  const old = startProjector(accounts, { pool, eventStore, log: silentLog })
  onTestFinished(old.stop)
  await waitUntilCaughtUp(pool, eventStore)
  const { changes } = expectedAccounts(await wholeLog(eventStore))

  const processes = await openProcesses(url)
  for (let kills = 0; kills < repetitions({ usual: 1, long: 40 }); kills++) {
    const child = processes.start(2)
    await eventually(() => processes.active.has(child))
    await sleep(random() * 100)
    await processes.kill(child)
    expect((await publishedAccounts(pool)).changes).toBeGreaterThanOrEqual(changes)
    await append(eventStore, ...someEvents(10))
  }
  processes.start(2)
  await eventually(
    () => old.state().problem,
    (value) => value !== undefined,
  )
  await waitUntilCaughtUp(pool, eventStore)
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(eventStore)))
  const { rows } = await pool.query('select version from projection')
  expect(rows).toEqual([{ version: 2 }])
})
