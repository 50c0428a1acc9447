import { createHash, randomUUID } from 'node:crypto'
import { orderIdFromBytes } from '@strand/contracts/order/id'
import type { EventStore, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import { startLogProof } from '@strand/log-proof/follower'
import { leafHash } from '@strand/log-proof/hashes'
import { signerOf } from '@strand/log-proof/note'
import { readTile, readTree } from '@strand/log-proof/tables'
import { openProof } from '@strand/log-proof/testing/open-proof'
import { createHttpServer } from '@strand/platform/http/server'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { receiptRoutes } from './receipt.routes.ts'
import { logVerifierRoutes } from './verifier.routes.ts'

const origin = 'shop.example/api/audit/log'
const key = signerOf(origin, Buffer.alloc(32, 7))
const program = { authorization: 'Bearer a-token-of-an-auditor' }

/** A log with gaps between its positions, as in EventStoreDB. */
const withGaps = (store: EventStore): EventStore => {
  const moved = (event: RecordedEvent) => ({ ...event, position: event.position * 7n + 3n })
  return {
    ...store,
    readStream: async (...input) => (await store.readStream(...input)).map(moved),
    headPosition: async () => (await store.headPosition()) * 7n + 3n,
    subscribeAll: ({ from, onBatch, ...options }) =>
      store.subscribeAll({
        from: from < 0n ? -1n : (from - 3n) / 7n,
        batchSize: options.batchSize ?? 500,
        onBatch: (events) => onBatch(events.map(moved)),
      }),
  }
}

const openLog = async (eventStore: EventStore) => {
  const { pool } = await testDatabase()
  const running = startLogProof({
    pool,
    eventStore,
    log: silentLog,
    signingKeys: [Buffer.alloc(32, 7)],
    origin,
    now: () => new Date(),
    dayOf: (instant) => instant.slice(0, 10),
  })
  const programTokens = { 'log-read': 'a-token-of-an-auditor' }
  const app = await createHttpServer({
    log: silentLog,
    authenticate: async () => null,
    programTokens,
  })
  await app.register(logVerifierRoutes, { pool, eventStore })
  await app.register(receiptRoutes, { pool, eventStore })
  onTestFinished(async () => {
    await app.close()
    await running.stop()
  })
  const orderIds = Array.from({ length: 300 }, () =>
    orderIdFromBytes(createHash('sha256').update(randomUUID()).digest()),
  )
  for (const type of ['OrderCreated', 'OrderApproved'])
    for (const id of orderIds)
      await eventStore.append(
        `order-${id}`,
        [{ id: randomUUID(), type, data: { id }, metadata: {} }],
        'any',
      )
  const head = await eventStore.headPosition()
  await eventually(
    () => readTree(pool).catch(() => null),
    (tree) => tree?.position === head,
  )
  const get = (url: string, headers = {}) => app.inject({ url, headers })
  return { pool, app, eventStore, orderIds, get }
}

for (const [what, store] of [
  ['without gaps', memoryEventStore],
  ['with gaps', () => withGaps(memoryEventStore())],
] as const)
  test(`a customer proves their order, and an auditor any event, in a log ${what}`, async () => {
    const { pool, orderIds, get } = await openLog(store())
    for (const [n, id] of [...orderIds.entries()].filter(([n]) => n % 43 === 0 || n === 299)) {
      const receipt = await get(`/api/orders/${id.toLowerCase()}/receipt`)
      expect(receipt.headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="order-${id}.tlog-proof"`,
        'cache-control': 'no-store',
      })
      expect(openProof(receipt.body, key)).toMatchObject({
        index: n,
        size: 600,
        leaf: {
          index: n,
          type: 'OrderCreated',
          revision: 0,
          stream: createHash('sha256').update(`order-${id}`).digest('hex'),
        },
      })
      const indexes = await get(`/api/audit/log/orders/${id}`, program)
      expect(indexes.json().result).toMatchObject([{ index: n }, { index: 300 + n }])
      const proof = await get(`/api/audit/log/proof/${300 + n}`, program)
      expect(openProof(proof.body, key)?.leaf).toMatchObject({ type: 'OrderApproved' })
    }
    const bundle = (await get('/api/audit/log/tile/entries/002.p/88', program)).rawPayload
    const leaves: string[] = []
    for (let at = 0; at < bundle.length; ) {
      const length = bundle.readUInt16BE(at)
      leaves.push(bundle.subarray(at + 2, at + 2 + length).toString())
      at += 2 + length
    }
    expect(Buffer.concat(leaves.map(leafHash))).toEqual(await readTile(pool, 0, 2))
    expect(leaves).toHaveLength(88)
  })

test('unproved events are not found, and reading leaves takes a token or a session', async () => {
  const { get } = await openLog(memoryEventStore())
  for (const path of ['proof/600', 'proof/-1', 'proof/01', 'proof/1e2', 'proof/9999999999999999'])
    expect([path, (await get(`/api/audit/log/${path}`, program)).statusCode]).toEqual([path, 404])
  for (const path of ['003', '002.p/89', '002', '1', 'x001/234', 'x001/x234/567', '-1'])
    expect([path, (await get(`/api/audit/log/tile/entries/${path}`, program)).statusCode]).toEqual([
      path,
      404,
    ])
  for (const id of ['7K3Q-ZM9X-WD4T', 'x', '%00'])
    for (const path of [`/api/orders/${id}/receipt`, `/api/audit/log/orders/${id}`])
      expect([path, (await get(path, program)).statusCode]).toEqual([path, 404])
  for (const headers of [{}, { authorization: 'Bearer another-token-of-some' }])
    for (const path of ['proof/1', 'tile/entries/000', 'orders/7K3Q-ZM9X-WD4T'])
      expect((await get(`/api/audit/log/${path}`, headers)).statusCode).toBe(401)
})

test('a proof that does not hold is never served', async () => {
  const { pool, orderIds, get } = await openLog(memoryEventStore())
  const flip = (index: number, byte: number) =>
    pool.query(
      `update log_proof.tile set hashes = set_byte(hashes, $2, get_byte(hashes, $2) # 1)
        where level = 0 and index = $1`,
      [index, byte],
    )
  // First corrupts the hash of event 5, then the hash next to it.
  await flip(0, 5 * 32)
  expect((await get('/api/audit/log/proof/5', program)).statusCode).toBe(409)
  expect((await get(`/api/orders/${orderIds[5]}/receipt`)).statusCode).toBe(409)
  expect((await get('/api/audit/log/proof/6', program)).statusCode).toBe(409)
  await flip(0, 5 * 32)
  expect((await get('/api/audit/log/proof/6', program)).statusCode).toBe(200)
})
