import { proofEvents, proofStream } from '@strand/contracts/order/proof-reading'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { losingAnswers, openShop, placed, type Shop } from '../../testing/test-shop.ts'
import { readOrder } from '../handler.ts'
import { forgetNetworks } from './record-readings.ts'

const hmac = (nth: number) => Buffer.alloc(32, nth)

/** A reading as the workers leave it: done, but not in the log yet. */
const found = async (shop: Shop, orderId: string, key: string, hmacs: Buffer[]) => {
  const { personal } = await readOrder(shop.eventStore, orderId)
  const sealing = await shop.personalData.load(personal.keyId)
  if (!sealing) throw new Error('the order has no key')
  await shop.pool.query(
    `insert into proof_reading (order_id, key, type, state, tries, reader_version, reading, reference_hmacs)
     values ($1, $2, 'image/png', 'done', 1, 1, $3, $4)`,
    [orderId, key, shop.personalData.seal(sealing, { sender: 'ADA OBI' }), hmacs],
  )
}
const readEvents = async (shop: Shop, orderId: string) =>
  (await shop.eventStore.readStream(proofStream(orderId))).map((one) => proofEvents.decode(one))
const states = async ({ pool }: Shop) =>
  (await pool.query('select state from proof_reading')).rows.map(({ state }) => state)
const references = async ({ pool }: Shop) =>
  (await pool.query('select order_id, hmac from proof_reference order by order_id, hmac')).rows

test('a reading is in the log once, even if the log’s answer is lost', async () => {
  const { loses, changes } = losingAnswers()
  const shop = await openShop(changes)
  const orderId = await placed(shop)
  loses.next = true
  await found(shop, orderId, 'file-1', [hmac(1), hmac(2)])
  await eventually(() => states(shop), ['recorded'])
  const [first, ...others] = await readEvents(shop, orderId)
  expect(others).toEqual([])
  expect(first).toMatchObject({
    event: { type: 'ProofRead', data: { orderId, key: 'file-1', readerVersion: 1 } },
    metadata: { actor: { kind: 'system', id: 'proof-reading' } },
  })
  const reading = first?.event.data.reading
  expect(reading && (await shop.personalData.open([reading]))).toEqual([{ sender: 'ADA OBI' }])
  expect(await references(shop)).toEqual([
    { order_id: orderId, hmac: hmac(1) },
    { order_id: orderId, hmac: hmac(2) },
  ])
  const { rows } = await shop.pool.query('select reading, reference_hmacs from proof_reading')
  expect(rows).toEqual([{ reading: null, reference_hmacs: [] }])

  // The same happens if the table comes from a backup: the log knows already that the file was
  // read.
  await shop.pool.query('delete from proof_reading')
  await found(shop, orderId, 'file-1', [hmac(1)])
  await eventually(() => states(shop), ['recorded'])
  expect(await readEvents(shop, orderId)).toHaveLength(1)
})

test('an erasure leaves no references, and earlier readings of the order become unreadable', async () => {
  const shop = await openShop()
  const [orderId, other] = [await placed(shop), await placed(shop)]
  await found(shop, orderId, 'file-1', [hmac(1)])
  await found(shop, other, 'file-2', [hmac(1)])
  await eventually(
    () => references(shop),
    (rows) => rows.length === 2,
  )
  await shop.call('DELETE', `/api/admin/orders/${orderId}/personal-data`, undefined, {
    role: 'superadministrator',
  })
  expect(await references(shop)).toEqual([{ order_id: other, hmac: hmac(1) }])
  const [read] = await readEvents(shop, orderId)
  expect(
    read?.event.data.reading && (await shop.personalData.open([read.event.data.reading])),
  ).toEqual([null])
})

test('a reading of an order that has since been erased is dropped', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  await shop.call('DELETE', `/api/admin/orders/${orderId}/personal-data`, undefined, {
    role: 'superadministrator',
  })
  await shop.pool.query(
    `insert into proof_reading (order_id, key, type, state, reader_version, reference_hmacs)
     values ($1, 'file-1', 'image/png', 'done', 1, $2)`,
    [orderId, [hmac(1)]],
  )
  await eventually(() => states(shop), [])
  expect(await references(shop)).toEqual([])
  expect(await readEvents(shop, orderId)).toEqual([])
})

test('the network of an unread proof is forgotten after a day', async () => {
  const { pool } = await openShop()
  await pool.query(
    `insert into proof_reading (order_id, key, type, network, asked_at)
     select 'order', 'file ' || age, 'image/png', 'a network', now() - make_interval(hours => age)
     from unnest(array[23, 25]) as age`,
  )
  await forgetNetworks({ pool, now: () => new Date() })
  const { rows } = await pool.query('select key, network from proof_reading order by key')
  expect(rows).toEqual([
    { key: 'file 23', network: 'a network' },
    { key: 'file 25', network: null },
  ])
})
