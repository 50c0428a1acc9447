import { randomUUID } from 'node:crypto'
import { memoryEventStore } from '@strand/platform/event-store/memory'
import { createHttpServer } from '@strand/platform/http/server'
import { silentLog } from '@strand/platform/log'
import { openCheckpoint } from '@strand/platform/log-proof/checkpoint'
import { startLogProof } from '@strand/platform/log-proof/follower'
import { parseVerifierKey } from '@strand/platform/log-proof/note'
import { type ReadTile, rootFromTiles } from '@strand/platform/log-proof/proof'
import { readTree } from '@strand/platform/log-proof/tables'
import { tilePath } from '@strand/platform/log-proof/tile-path'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { logProofRoutes } from './routes.ts'

const openLog = async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const running = startLogProof({
    ...{ pool, eventStore, log: silentLog, signingKeys: [Buffer.alloc(32, 7)] },
    ...{ origin: 'shop.example/api/audit/log', now: () => new Date() },
    dayOf: (instant) => instant.slice(0, 10),
  })
  const app = await createHttpServer({ log: silentLog, authenticate: async () => null })
  await app.register(logProofRoutes, { pool, eventStore })
  onTestFinished(async () => {
    await app.close()
    await running.stop()
  })
  await eventually(() => running.state().status, 'serving')
  const get = (path: string) => app.inject(`/api/audit/log/${path}`)
  const grow = async (count: number) => {
    for (let n = 0; n < count; n += 100)
      await eventStore.append(
        `count-${n}`,
        Array.from({ length: 100 }, () => ({
          ...{ id: randomUUID(), type: 'Counted', data: { n }, metadata: {} },
        })),
        'any',
      )
    const head = await eventStore.headPosition()
    await eventually(
      () => readTree(pool),
      (tree) => tree?.position === head,
    )
  }
  return { pool, get, grow }
}

test('a stranger rebuilds the root of the checkpoint from tiles, and checks its signature', async () => {
  const { get, grow } = await openLog()
  for (const path of ['checkpoint', 'key']) expect((await get(path)).statusCode).toBe(404)
  await grow(600)
  const checkpoint = await get('checkpoint')
  expect(checkpoint.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
  })
  const head = openCheckpoint(checkpoint.body, parseVerifierKey((await get('key')).body))
  expect(head).toMatchObject({ origin: 'shop.example/api/audit/log', size: 600 })
  const addresses: string[] = []
  const readTile: ReadTile = async (level, index, width) => {
    const path = tilePath({ level, index, width })
    addresses.push(path)
    const answer = await get(`tile/${path}`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(answer.rawPayload).toHaveLength(width * 32)
    return answer.rawPayload
  }
  expect(await rootFromTiles(readTile, 600)).toEqual(head?.root)
  expect([...new Set(addresses)].sort()).toEqual(['0/002.p/88', '1/000.p/2'])
})

test('a tile has its one address, in as many parts as it takes, for as long as it grows', async () => {
  const { pool, get, grow } = await openLog()
  await grow(300)
  const before = (await get('tile/0/001.p/44')).rawPayload
  await grow(600)
  expect((await get('tile/0/001.p/44')).rawPayload).toEqual(before)
  const whole = await get('tile/0/001')
  expect(whole.rawPayload.subarray(0, before.length)).toEqual(before)
  await pool.query(
    `insert into log_proof.tile select 0, far, t.hashes from log_proof.tile t,
       unnest('{1234, 1234567}'::int8[]) far where t.level = 0 and t.index = 1`,
  )
  expect((await get('tile/0/x001/234')).rawPayload).toEqual(whole.rawPayload)
  expect((await get('tile/0/x001/234.p/44')).rawPayload).toEqual(before)
  expect((await get('tile/0/x001/x234/567')).rawPayload).toEqual(whole.rawPayload)
  for (const path of [
    ...[
      '0/003',
      '0/1',
      '0/x000/001',
      '0/001.p/256',
      '0/002.p/256',
      '1/000',
      '64/000',
      'entries/000',
    ],
    ...['0/x001/234.p', '0/001.p', '0/001/44', '-1/000', '0/%00', '0/..%2f..', '9/000.p/1'],
  ]) {
    const answer = await get(`tile/${path}`)
    expect([path, answer.statusCode, answer.headers['cache-control']]).toEqual([
      ...[path, 404, 'no-store'],
    ])
  }
})
