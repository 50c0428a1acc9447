import { randomUUID } from 'node:crypto'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import { openCheckpoint } from '@strand/log-proof/checkpoint'
import { startLogProof } from '@strand/log-proof/follower'
import { openKeyChange } from '@strand/log-proof/key-change'
import { parseVerifierKey, signerOf, verifierKey } from '@strand/log-proof/note'
import { type ReadTile, rootFromTiles } from '@strand/log-proof/proof'
import { begunType, dataOfChange, proofStream } from '@strand/log-proof/proof-stream'
import { readTree } from '@strand/log-proof/tables'
import { tilePath } from '@strand/log-proof/tile-path'
import { verifyPublished } from '@strand/log-proof/verify/verify-published'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { createHttpServer } from '@strand/platform/http/server'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { logProofRoutes } from './routes.ts'

const [oldKey, newKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]

const openLog = async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const follow = (...signingKeys: KeyRing) =>
    startLogProof({
      pool,
      eventStore,
      log: silentLog,
      signingKeys,
      standbyPause: 20,
      origin: 'shop.example/api/audit/log',
      now: () => new Date(),
      dayOf: (instant) => instant.slice(0, 10),
    })
  let running = follow(oldKey)
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
          id: randomUUID(),
          type: 'Counted',
          data: { n },
          metadata: {},
        })),
        'any',
      )
    const head = await eventStore.headPosition()
    await eventually(
      () => readTree(pool),
      (tree) => tree?.position === head,
    )
  }
  /** Changes the key as an operator and command-api do. */
  const changeKey = async () => {
    const append = (type: string, data: object) =>
      eventStore.append(
        proofStream,
        [{ id: randomUUID(), type, data: { ...data }, metadata: {} }],
        'any',
      )
    const { origin, verifierKey: key } = (await readTree(pool)) ?? {}
    await append(begunType, { origin, verifierKey: key, macsFrom: 0 })
    await running.stop()
    running = follow(newKey, oldKey)
    const asked = await eventually(async () => (await readTree(pool))?.keyChange ?? '')
    const change = openKeyChange(asked)
    if (change) await append('LogSigningKeyChanged', dataOfChange(change))
    await eventually(
      () => readTree(pool),
      (tree) => tree?.verifierKey !== key,
    )
    return asked
  }
  return { app, pool, get, grow, changeKey }
}

test('a stranger can rebuild the checkpoint’s root from tiles and check its signature', async () => {
  const { get, grow } = await openLog()
  for (const path of ['checkpoint', 'key']) expect((await get(path)).statusCode).toBe(404)
  expect(await get('key-changes')).toMatchObject({ statusCode: 200, body: '' })
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

test('a key change is published, and the first key still verifies what both keys signed', async () => {
  const { app, get, grow, changeKey } = await openLog()
  await grow(300)
  const [key, since] = [(await get('key')).body, (await get('checkpoint')).body]
  const note = await changeKey()
  await grow(100)
  expect(parseVerifierKey((await get('key')).body)).toEqual(
    parseVerifierKey(verifierKey(signerOf('shop.example/api/audit/log', newKey))),
  )
  expect((await get('key-changes')).body).toBe(note)
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/audit/log`
  // Verifies with the old key, with the current key, and without a key.
  for (const given of [key, (await get('key')).body, undefined])
    expect(await verifyPublished({ url, key: given, since })).toMatchObject({
      head: { size: 402 },
      problem: null,
    })
  const strange = verifierKey(signerOf('shop.example/api/audit/log', Buffer.alloc(32, 9)))
  await expect(verifyPublished({ url, key: strange, since })).rejects.toThrow(
    'no checkpoint that this key has signed',
  )
})

test('a tile has exactly one address, which stays valid while the tile grows', async () => {
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
    '0/003',
    '0/1',
    '0/x000/001',
    '0/001.p/256',
    '0/002.p/256',
    '1/000',
    '64/000',
    'entries/000',
    '0/x001/234.p',
    '0/001.p',
    '0/001/44',
    '-1/000',
    '0/%00',
    '0/..%2f..',
    '9/000.p/1',
  ]) {
    const answer = await get(`tile/${path}`)
    expect([path, answer.statusCode, answer.headers['cache-control']]).toEqual([
      path,
      404,
      'no-store',
    ])
  }
})
