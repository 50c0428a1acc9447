import { setTimeout as pause } from 'node:timers/promises'
import { silentLog } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { type KeyRing, keyRing } from './key-ring.ts'
import { openPersonalData } from './personal-data.ts'
import { rotatePersonalKeys } from './rotate-keys.ts'

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const both = keyRing(newKey, oldKey)

const setUp = async () => {
  const { pool } = await testDatabase()
  const open = async (masterKey: KeyRing) => {
    const personalData = await openPersonalData({ pool, masterKey, log: silentLog })
    onTestFinished(() => personalData.close())
    return personalData
  }
  const before = await open(keyRing(oldKey))
  const people = await Promise.all(
    Array.from({ length: 1_200 }, async (_, index) =>
      before.seal(await before.take(), { name: `Ada ${index}` }),
    ),
  )
  return { pool, open, before, people, names: people.map((_, index) => ({ name: `Ada ${index}` })) }
}

test('an interrupted rotation can be repeated, after which nothing needs the old key', async () => {
  const { pool, open, people, names } = await setUp()
  const after = await open(both)
  let batches = 0
  const cut = rotatePersonalKeys(pool, both, (done) => {
    if (done > 0 && ++batches === 1) throw new Error('killed')
  })
  await expect(cut).rejects.toThrow('killed')
  // Halfway, some keys are wrapped by the old master key and some by the new one, so a start with
  // only one of them is refused.
  expect(await after.open(people)).toEqual(names)
  await expect(open(keyRing(newKey))).rejects.toThrow(/^PERSONAL_DATA_KEY is not the key/)

  const { rows } = await pool.query('select count(*)::int as keys from personal_key')
  const seen: [number, number][] = []
  const wrapped = await rotatePersonalKeys(pool, both, (...progress) => void seen.push(progress))
  expect(wrapped).toBe(rows[0].keys - 500)
  expect(seen.at(-1)).toEqual([wrapped, wrapped])
  expect(await rotatePersonalKeys(pool, both)).toBe(0)
  const alone = await open(keyRing(newKey))
  expect(await alone.open(people)).toEqual(names)
  await expect(open(keyRing(oldKey))).rejects.toThrow(/^PERSONAL_DATA_KEY is not the key/)
})

test('a service started before the newest key answers 503 and does not report a broken box', async () => {
  const { pool, open, before, people, names } = await setUp()
  await rotatePersonalKeys(pool, both)
  await expect(before.open(people)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await (await open(both)).open(people)).toEqual(names)
})

test('an erasure during a rotation is kept, and the rotation does not wait for locked rows', async () => {
  const { pool, open, before, people } = await setUp()
  const [ada, bola, ...others] = people.map(({ keyId }) => keyId).sort()
  const holding = await pool.connect()
  onTestFinished(() => holding.release(true))
  await holding.query('begin')
  await before.erase(ada as string, holding)
  let freeing: Promise<unknown> | undefined
  await rotatePersonalKeys(pool, both, (done) => {
    // This round skips the locked row, and the next one finds that the row is gone.
    if (done < people.length - 1) return
    freeing ??= pause(300)
      .then(() => holding.query('commit'))
      .then(() => before.erase(bola as string))
  })
  expect(freeing).toBeDefined()
  await freeing
  const after = await open(keyRing(newKey))
  const byId = new Map(people.map((one) => [one.keyId, one]))
  const opened = await after.open([ada, bola, ...others].flatMap((id) => byId.get(id ?? '') ?? []))
  expect(opened.slice(0, 2)).toEqual([null, null])
  expect(opened.slice(2)).not.toContain(null)
})

test('if a service still wraps with the old key, its data stays readable and the rotation reports it', async () => {
  const { pool, open } = await setUp()
  const oldFirst = await open(keyRing(oldKey, newKey))
  // Each time the rotation counts what is left, a service has wrapped more keys.
  const busyPool: Pool = Object.assign(Object.create(pool), {
    query: async (text: string, values: unknown[]) => {
      if (text.includes('count(*)')) for (let index = 0; index < 600; index++) await oldFirst.take()
      return pool.query(text, values)
    },
  })
  await expect(rotatePersonalKeys(busyPool, both)).rejects.toThrow(
    /^A service is still wrapping keys with an older/,
  )
  await oldFirst.close()
  await rotatePersonalKeys(pool, both)
  // A rotation does not silently leave keys behind that a missing master key wraps.
  const late = await open(keyRing(oldKey, newKey))
  await late.take()
  await expect(open(keyRing(newKey))).rejects.toThrow(/^PERSONAL_DATA_KEY lacks a key/)
})

test('a damaged key is named, and all others are wrapped again', async () => {
  const { pool, open, people } = await setUp()
  const [damaged] = people
  await pool.query(
    'update personal_key set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) where id = $1',
    [damaged?.keyId],
  )
  await expect(rotatePersonalKeys(pool, both)).rejects.toThrow(
    new RegExp(
      `^1 personal keys \\(the first is ${damaged?.keyId}\\) .* All the others have been wrapped`,
    ),
  )
  const after = await open(both)
  expect(await after.open(people.slice(1))).toHaveLength(people.length - 1)
})
