import { describe, expect, test } from 'vitest'
import { silentLog } from './log.ts'
import { queueContract } from './queue.contract.ts'
import { openQueue } from './queue.ts'
import { testDatabase } from './testing.ts'

describe('queue on Postgres', () => {
  queueContract(async () => (await testDatabase()).url)

  test('processes may start at once on an empty database', async () => {
    const { url } = await testDatabase()
    const queues = await Promise.all(
      Array.from({ length: 4 }, () => openQueue(url, { log: silentLog })),
    )
    await Promise.all(queues.map((queue) => queue.health()))
    await Promise.all(queues.map((queue) => queue.close()))
  })

  test('a database that is not there is said at the start', async () => {
    await expect(
      openQueue('postgres://nobody@127.0.0.1:1/none', { log: silentLog }),
    ).rejects.toMatchObject({ code: 'unavailable' })
  })
})
