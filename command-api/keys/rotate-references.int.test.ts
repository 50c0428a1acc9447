import { referencesOfProof } from '@strand/contracts/money/matching/codes'
import { silentLog } from '@strand/event-sourcing/log'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { openReferenceHmacs } from '@strand/platform/crypto/reference-hmac'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { readOrder } from '../order/handler.ts'
import { openShop, placed, type Shop } from '../testing/test-shop.ts'
import { keysCommand } from './command.ts'

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 7)]

const noFields = { amountKobo: null, date: null, recipientAccount: null, sender: null }

/** An order with a proof in which the workers found a reference, with these keys. */
const withReference = async (shop: Shop, reference: string, secret = keyRing(oldKey)) => {
  const orderId = await placed(shop)
  const { personal } = await readOrder(shop.eventStore, orderId)
  const key = await shop.personalData.load(personal.keyId)
  if (!key) throw new Error('the order has no key')
  await shop.pool.query(
    `insert into proof_reading (order_id, key, type, state, tries, reader_version, reading, reference_hmacs)
     values ($1, 'file', 'image/png', 'done', 1, 1, $2, $3)`,
    [
      orderId,
      shop.personalData.seal(key, { ...noFields, reference, sessionId: null }),
      referencesOfProof({ reference, sessionId: null }).flatMap(openReferenceHmacs(secret)),
    ],
  )
  await eventually(
    async () =>
      (await shop.pool.query('select from proof_reference where order_id = $1', [orderId]))
        .rowCount,
    secret.length,
  )
  return orderId
}

const pair = (...orderIds: string[]) => orderIds.sort().join(' ')

const sharing = async (shop: Shop) => {
  const { rows } = await shop.pool.query<{ own: string; other: string }>(
    `select distinct own.order_id as own, other.order_id as other
     from proof_reference own join proof_reference other using (hmac)
     where own.order_id <> other.order_id`,
  )
  return [...new Set(rows.map(({ own, other }) => pair(own, other)))].sort()
}

test('orders that share a reference are found across a change of keys, and after it', async () => {
  const shop = await openShop()
  const [reference, other] = ['NIP0001234567', 'NIP0007654321']
  const both = keyRing(newKey, oldKey)
  const old = await withReference(shop, reference)
  const erased = await withReference(shop, other)
  const during = await withReference(shop, reference, both)
  expect(await sharing(shop)).toEqual([pair(old, during)])

  const erasing = await shop.call(
    'DELETE',
    `/api/admin/orders/${erased}/personal-data`,
    undefined,
    {
      role: 'superadministrator',
    },
  )
  expect(erasing.status).toBe(200)
  const personalData = await openPersonalData({ pool: shop.pool, masterKey: both, log: silentLog })
  onTestFinished(() => personalData.close())
  const lines: string[] = []
  const rotate = () =>
    keysCommand(['rotate'], {
      ...shop,
      personalData,
      masterKey: both,
      write: (line) => lines.push(line),
    })
  expect(await rotate()).toMatch(/and the references of 2 orders were stored again\./)
  expect(lines.at(-1)).toBe('2 of 2 orders with references')
  expect(await rotate()).toMatch(/: 0 personal keys/)

  // The old key is no longer set.
  const later = await withReference({ ...shop, personalData }, reference, keyRing(newKey))
  expect(await sharing(shop)).toEqual(
    [pair(old, during), pair(old, later), pair(during, later)].sort(),
  )
  const { rowCount } = await shop.pool.query('select from proof_reference where order_id = $1', [
    erased,
  ])
  expect(rowCount).toBe(0)
})

test('an unknown command is answered with the usage', async () => {
  const shop = await openShop()
  const options = { ...shop, masterKey: keyRing(oldKey), write: () => {} }
  for (const args of [[], ['turn'], ['rotate', 'now']])
    await expect(keysCommand(args, options)).rejects.toThrow('Usage: npm run keys -- rotate')
})
