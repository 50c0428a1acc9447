import { silentLog } from '@strand/event-sourcing/log'
import { describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { startProxy } from '../testing/proxy.ts'
import { testDatabase } from '../testing/test-database.ts'
import { openQueue } from './queue.ts'
import { queueSchema } from './queue-backend.ts'
import { queueContract } from './testing/queue.contract.ts'

describe('queue on Postgres', () => {
  queueContract(async () => (await testDatabase()).url)

  test('processes can start at the same time on an empty database', async () => {
    const { url } = await testDatabase()
    const queues = await Promise.all(
      Array.from({ length: 4 }, () => openQueue(url, { log: silentLog })),
    )
    await Promise.all(queues.map((queue) => queue.health()))
    await Promise.all(queues.map((queue) => queue.close()))
  })

  test('a connection lost while the tables are checked does not crash the process, and the job is done', async () => {
    const { url, pool } = await testDatabase()
    const proxy = await startProxy(url)
    const queue = await openQueue(proxy.url, { log: silentLog })
    await queue.add('mail', [{ id: 'one', data: {} }])
    const holder = await pool.connect()
    await holder.query(`begin; lock table ${queueSchema}.migration in access exclusive mode`)
    let done = 0
    queue.work('mail', async () => void done++)
    const isLooking = `
      select from pg_stat_activity
       where wait_event_type = 'Lock' and application_name = 'strand queue worker'`
    await eventually(async () => (await pool.query(isLooking)).rowCount, 1)
    await proxy.cut()
    await holder.query('rollback')
    holder.release()
    await proxy.back()
    await eventually(() => done, 1)
    await queue.close()
  })

  test('a missing database is reported at the start', async () => {
    await expect(
      openQueue('postgres://nobody@127.0.0.1:1/none', { log: silentLog }),
    ).rejects.toMatchObject({ code: 'unavailable' })
  })
})
