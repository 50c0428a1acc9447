import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@strand/platform/postgres/embedded'
import { eventually } from '@strand/platform/testing/eventually'
import { startProxy } from '@strand/platform/testing/proxy'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, onTestFinished, test } from 'vitest'
import { memoryEventStore } from '../event-store/memory.ts'
import { silentLog } from '../log.ts'
import { openPool } from '../postgres/pool.ts'
import { startProjector } from './projector.ts'
import { startReactor } from './reactor.ts'
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

test('if Postgres crashes under the processors, rows and checkpoint are lost together and then restored', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-crash-'))
  await chmod(folder, 0o755)
  const data = path.join(folder, 'postgres')
  let server = await startEmbeddedPostgres(data)
  const proxy = await startProxy(server.url)
  const pool = openPool(proxy.url, { log: silentLog, name: 'test' })
  const eventStore = memoryEventStore()
  const options = { pool, eventStore, log: silentLog, batchSize: 20 }
  const processors = [startProjector(accounts, options), startReactor(notices, options)]
  onTestFinished(async () => {
    await Promise.all(processors.map((processor) => processor.stop()))
    await pool.end()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  for (let crashes = 0; crashes < repetitions({ usual: 1, long: 3 }); crashes++) {
    await eventually(
      () => processors.map((processor) => processor.state()),
      (states) => states.every(({ status }) => status === 'serving'),
    )
    for (let n = 0; n < 10; n++) await append(eventStore, ...someEvents(200))
    const reached = processors[0]?.state().position ?? 0n
    await eventually(
      () => processors[0]?.state().position ?? 0n,
      (value) => value > reached,
    )
    // SIGQUIT stops Postgres immediately; data that is only in memory is not written.
    const pid = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGQUIT')
    await proxy.cut()
    server = await startEmbeddedPostgres(data)
    await proxy.back(server.url)
  }
  await eventually(
    () => processors.map((processor) => processor.state()),
    (states) => states.every(({ status }) => status === 'serving'),
  )
  await waitUntilCaughtUp(pool, eventStore)
  const log = await wholeLog(eventStore)
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(log))
  const { rows } = await pool.query('select event_id from outbox')
  const asked = log
    .filter(({ type }) => notices.eventTypes.includes(type))
    .flatMap((recorded) => notices.react(recorded))
  expect(rows).toHaveLength(asked.length)
})
