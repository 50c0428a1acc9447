import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { ProofReading } from '@strand/contracts/order/proof-reading'
import { unavailable } from '@strand/event-sourcing/errors'
import { silentLog } from '@strand/event-sourcing/log'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openReferenceHmacs } from '@strand/platform/crypto/reference-hmac'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { receiptSays } from '../testing/receipt.ts'
import { openTestShop } from '../testing/test-shop.ts'
import type { ReadProofsOptions } from './read-proofs.ts'
import { type Charge, type Reader, ReaderEnded } from './reader/reader.ts'
import { startProofReading } from './start-proof-reading.ts'

const file = (key: string, nth = 1) => ({
  fileUid: `00000000-0000-4000-8000-00000000000${nth}`,
  key,
  sha256: 'aa',
  size: 1,
  type: 'image/jpeg' as const,
})

/** A shop where each file's content is its key, and a reader that the test controls. */
const openProofShop = async () => {
  const shop = await openTestShop()
  await migrate(shop.pool, 'command-api', new URL('../../command-api/migrations/', import.meta.url))
  const reads: string[] = []
  const behaviour = {
    read: async (
      _key: string,
      _cpuSeconds: number,
      _charge?: Charge,
    ): Promise<ProofReading | null> => receiptSays,
  }
  const store = { isAway: false }
  const reader: Reader = {
    read: ({ bytes }, cpuSeconds, charge) => {
      reads.push(Buffer.from(bytes).toString())
      return behaviour.read(Buffer.from(bytes).toString(), cpuSeconds, charge)
    },
    stop: () => {},
  }
  const files: ReadProofsOptions['files'] = {
    read: async (key) => {
      if (store.isAway) throw unavailable('The file store', null)
      return { stream: Readable.from([Buffer.from(key)]), size: key.length }
    },
  }
  const start = () => {
    const { pool, eventStore, personalData } = shop
    const running = startProofReading({
      pool,
      eventStore,
      personalData,
      files,
      reader,
      log: silentLog,
      hmacsOfReference: openReferenceHmacs(keyRing(Buffer.alloc(32, 1))),
    })
    onTestFinished(running.stop)
    return running
  }
  const order = (key: string | string[], at = new Date()) =>
    shop.placeOrder({}, { files: [key].flat().map((one, nth) => file(one, nth + 1)), at })
  const rows = async () => {
    const { rows: found } = await shop.pool.query(
      `select key, state, tries, reading, array_length(reference_hmacs, 1) as hmacs
       from proof_reading order by key`,
    )
    return found
  }
  const orderFrom = async (network: string, name: string) => {
    await shop.pool.query(
      'insert into upload (file_uid, key, created_at, network) values ($1, $2, now(), $3)',
      [randomUUID(), name, network],
    )
    await order(name)
  }
  return { ...shop, reads, behaviour, store, start, order, orderFrom, rows }
}

const key = (nth: number) => `proofproofproof${nth}`

test('each proof is read once, even if the workers are restarted, and its contents are sealed', async () => {
  const shop = await openProofShop()
  const { orderId, happens } = await shop.order(key(1))
  const running = shop.start()
  await eventually(async () => (await shop.rows())[0]?.state, 'done')
  await running.stop()
  await happens({ type: 'OrderProofAdded', data: { orderId, files: [file(key(2))] } })
  shop.start()
  await eventually(async () => (await shop.rows()).map(({ state }) => state), ['done', 'done'])
  expect(shop.reads).toEqual([key(1), key(2)])
  const [first] = await shop.rows()
  expect(first).toMatchObject({ tries: 1, hmacs: 2 })
  expect(JSON.stringify(await shop.rows())).not.toContain(receiptSays.sender)
  expect(ProofReading.parse((await shop.personalData.open([first.reading]))[0])).toEqual(
    receiptSays,
  )
})

test('a migration of the proofs does not wait for a reading', async () => {
  const shop = await openProofShop()
  const reading = Promise.withResolvers<ProofReading>()
  shop.behaviour.read = () => reading.promise
  await shop.order(key(1))
  shop.start()
  onTestFinished(() => reading.resolve(receiptSays))
  await eventually(() => shop.reads, [key(1)])
  await transaction(shop.pool, async (connection) => {
    await connection.query(`set local lock_timeout = '5s'`)
    await connection.query('lock table proof_reading in access exclusive mode')
  })
  reading.resolve(receiptSays)
  await eventually(shop.rows, [{ state: 'done' }])
})

test('an unreadable file is recorded at once; a file that ends the reader, after the third time', async () => {
  const shop = await openProofShop()
  shop.behaviour.read = async () => null
  await shop.order(key(1))
  shop.start()
  await eventually(async () => (await shop.rows())[0]?.state, 'done')
  expect(await shop.rows()).toMatchObject([{ tries: 1, reading: null }])
  shop.behaviour.read = () => Promise.reject(new ReaderEnded('killed'))
  await shop.order(key(2))
  await eventually(async () => (await shop.rows())[1]?.state, 'done')
  expect((await shop.rows())[1]).toMatchObject({ tries: 3, reading: null })
  expect(shop.reads).toHaveLength(4)
})

test('a file that takes too long waits behind all others, gets more time once, and is then unreadable', async () => {
  const shop = await openProofShop()
  const given: [string, number][] = []
  shop.behaviour.read = async (name, cpuSeconds) => {
    given.push([name, cpuSeconds])
    if (name === key(3)) return receiptSays
    throw new ReaderEnded('it took over 5 s of processor time', { tookTooMuch: true })
  }
  for (const nth of [1, 2, 3]) await shop.order(key(nth))
  shop.start()
  await eventually(
    async () => (await shop.rows()).map(({ state }) => state),
    ['done', 'done', 'done'],
  )
  const names = given.map(([name]) => name)
  expect(names.slice(3).toSorted()).toEqual([key(1), key(2)])
  expect(new Set(names.slice(0, 3))).toEqual(new Set([key(1), key(2), key(3)]))
  expect(given.map(([, seconds]) => seconds)).toEqual([5, 5, 5, 10, 10])
  expect((await shop.rows()).map(({ hmacs }) => hmacs)).toEqual([null, null, 2])
})

test('if many are waiting, one file of each order is read first', async () => {
  const shop = await openProofShop()
  await shop.order([key(1), key(2), key(3)])
  await shop.order(key(4))
  await shop.order([key(5), key(6)])
  let isOpen = false
  shop.behaviour.read = async () => {
    if (isOpen) return receiptSays
    throw unavailable('The reader', null)
  }
  shop.start()
  await eventually(async () => (await shop.rows()).length, 6)
  isOpen = true
  shop.reads.length = 0
  await eventually(async () => (await shop.rows()).every(({ state }) => state === 'done'), true)
  const orderOf = (name: string) => (name < key(4) ? 1 : name === key(4) ? 2 : 3)
  const read = [...new Set(shop.reads)]
  expect(new Set(read.slice(0, 3).map(orderOf))).toEqual(new Set([1, 2, 3]))
})

test('twenty orders from one network do not keep other networks waiting', async () => {
  const shop = await openProofShop()
  let isOpen = false
  shop.behaviour.read = async (name) => {
    if (!isOpen) throw unavailable('The reader', null)
    if (name.startsWith('greedy')) throw new ReaderEnded('it took 2 s', { tookTooMuch: true })
    return receiptSays
  }
  for (let nth = 1; nth <= 20; nth++) await shop.orderFrom('greedy', `greedy${nth}`)
  for (const name of ['ada', 'obi', 'eze']) await shop.orderFrom(name, name)
  shop.start()
  await eventually(async () => (await shop.rows()).length, 23)
  isOpen = true
  shop.reads.length = 0
  await eventually(async () => (await shop.rows()).every(({ state }) => state === 'done'), true)
  const lastHonest = Math.max(...['ada', 'obi', 'eze'].map((name) => shop.reads.indexOf(name)))
  expect(lastHonest).toBeLessThan(8)
  const { rows } = await shop.pool.query('select distinct network from proof_reading order by 1')
  expect(rows.map(({ network }) => network)).toEqual(['ada', 'eze', 'greedy', 'obi'])
})

test('networks take turns by what their proofs cost, not by how long they had to wait', async () => {
  const shop = await openProofShop()
  let isOpen = false
  shop.behaviour.read = async (name, _seconds, charge) => {
    if (!isOpen) throw unavailable('The reader', null)
    charge?.(name.startsWith('dear') ? 1_000 : 10)
    return receiptSays
  }
  for (let nth = 1; nth <= 6; nth++) {
    await shop.orderFrom('dear', `dear${nth}`)
    await shop.orderFrom('cheap', `cheap${nth}`)
  }
  shop.start()
  await eventually(async () => (await shop.rows()).length, 12)
  isOpen = true
  shop.reads.length = 0
  await eventually(async () => (await shop.rows()).every(({ state }) => state === 'done'), true)
  const lastCheap = Math.max(
    ...shop.reads.flatMap((name, nth) => (name.startsWith('c') ? nth : [])),
  )
  const dearBefore = shop.reads.slice(0, lastCheap).filter((name) => name.startsWith('d'))
  expect(dearBefore.length).toBeLessThanOrEqual(3)
})

test('nothing fails for good while the file store is down', async () => {
  const shop = await openProofShop()
  shop.store.isAway = true
  await shop.order(key(1))
  shop.start()
  await eventually(async () => (await shop.rows()).length, 1)
  shop.store.isAway = false
  await eventually(async () => (await shop.rows())[0]?.state, 'done')
  expect(await shop.rows()).toMatchObject([{ tries: 1, hmacs: 2 }])
})

test('proofs of erased orders, and of orders over a week old, are not read', async () => {
  const shop = await openProofShop()
  const erased = await shop.order(key(1))
  await shop.personalData.erase(erased.key.id)
  await shop.order(key(2), new Date(Date.now() - 8 * 86_400_000))
  await shop.order(key(3))
  shop.start()
  await eventually(async () => (await shop.rows())[0]?.state, 'done')
  expect((await shop.rows()).map((row) => row.key)).toEqual([key(3)])
  expect(shop.reads).toEqual([key(3)])
})
