import { randomBytes } from 'node:crypto'
import { silentLog } from '@strand/event-sourcing/log'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { testDatabase } from '../testing/test-database.ts'
import { keyRing } from './key-ring.ts'
import { openPersonalData, type Sealed } from './personal-data.ts'
import { BrokenBox } from './sealed-box.ts'

const masterKey = keyRing(randomBytes(32))

const setUp = async () => {
  const { pool } = await testDatabase()
  const personalData = await openPersonalData({ pool, masterKey, log: silentLog })
  onTestFinished(() => personalData.close())
  const keys = async () =>
    (await pool.query<{ id: string }>('select id from personal_key')).rows.map(({ id }) => id)
  return { pool, personalData, keys }
}

test('text that a database cannot store is not sealed', async () => {
  const { personalData } = await setUp()
  const key = await personalData.take()
  const invalid = expect.objectContaining({ name: 'Rejected', code: 'invalid' })
  for (const data of [{ a: ['b\0'] }, { 'a\0': 1 }, { a: { b: '\ud800' } }])
    expect(() => personalData.seal(key, data)).toThrow(invalid)
})

test('sealed data opens again, in the order requested, with one statement', async () => {
  const { pool, personalData } = await setUp()
  const sealed: Sealed[] = []
  for (let index = 0; index < 300; index++)
    sealed.push(personalData.seal(await personalData.take(), { name: `Ada ${index} Öl 👩🏾` }))
  let statements = 0
  const counting = new Proxy(pool, {
    get: (target, name) => {
      if (name === 'query') statements++
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const other = await openPersonalData({ pool: counting, masterKey, log: silentLog })
  statements = 0
  const opened = await other.open([...sealed, sealed[7] as Sealed])
  expect(statements).toBe(1)
  expect(opened).toEqual([
    ...sealed.map((_, index) => ({ name: `Ada ${index} Öl 👩🏾` })),
    { name: 'Ada 7 Öl 👩🏾' },
  ])
  expect(await other.open([])).toEqual([])
})

test('a key is committed before it is handed out, and never handed out twice', async () => {
  const { personalData, keys } = await setUp()
  const taken = await Promise.all(Array.from({ length: 1000 }, () => personalData.take()))
  expect(new Set(taken.map(({ id }) => id)).size).toBe(1000)
  const committed = new Set(await keys())
  expect(taken.every(({ id }) => committed.has(id))).toBe(true)
})

test('keys are made in advance, so most calls of take need no database', async () => {
  const { pool, personalData } = await setUp()
  await personalData.take()
  const held = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
  for (let index = 0; index < 100; index++) await personalData.take()
  for (const connection of held) connection.release()
})

test('an erased subject stays null forever, and the others stay readable', async () => {
  const { personalData } = await setUp()
  const ada = await personalData.take()
  const boxes = [
    personalData.seal(ada, { name: 'Ada' }),
    personalData.seal(await personalData.take(), { name: 'Bola' }),
    personalData.seal(ada, { review: 'Lovely' }),
  ]
  await personalData.erase(ada.id)
  await personalData.erase(ada.id)
  expect(await personalData.open(boxes)).toEqual([null, { name: 'Bola' }, null])
  expect(await personalData.load(ada.id)).toBeNull()
})

test('more data of the same subject is sealed with its existing key', async () => {
  const { personalData } = await setUp()
  const key = await personalData.take()
  const again = await personalData.load(key.id)
  expect(again).toEqual(key)
  expect(await personalData.open([personalData.seal(key, { text: 'Thanks' })])).toEqual([
    { text: 'Thanks' },
  ])
})

test("a box that was altered, or moved to another subject's key, throws rather than return null", async () => {
  const { personalData } = await setUp()
  const [ada, bola] = [await personalData.take(), await personalData.take()]
  const sealed = personalData.seal(ada, { name: 'Ada' })
  const altered = Buffer.from(sealed.box, 'base64')
  altered[20] = (altered[20] as number) ^ 1
  await expect(
    personalData.open([{ keyId: ada.id, box: altered.toString('base64') }]),
  ).rejects.toThrow(BrokenBox)
  await expect(personalData.open([{ keyId: bola.id, box: sealed.box }])).rejects.toThrow(BrokenBox)
})

test('a wrapped key that was altered in the table throws', async () => {
  const { pool, personalData } = await setUp()
  const key = await personalData.take()
  await pool.query('update personal_key set wrapped = set_byte(wrapped, 20, 0) where id = $1', [
    key.id,
  ])
  await pool.query('update personal_key set wrapped = set_byte(wrapped, 21, 0) where id = $1', [
    key.id,
  ])
  await expect(personalData.load(key.id)).rejects.toThrow(BrokenBox)
})

test('a wrong master key stops the start with a sentence that names the setting', async () => {
  const { pool } = await setUp()
  await expect(
    openPersonalData({ pool, masterKey: keyRing(randomBytes(32)), log: silentLog }),
  ).rejects.toThrow(/^PERSONAL_DATA_KEY is not the key/)
})

test('any number of processes can start at once on an empty database', async () => {
  const { pool } = await testDatabase()
  const all = await Promise.all(
    Array.from({ length: 8 }, () => openPersonalData({ pool, masterKey, log: silentLog })),
  )
  const taken = await Promise.all(all.map((one) => one.take()))
  expect(new Set(taken.map(({ id }) => id)).size).toBe(8)
  await Promise.all(all.map((one) => one.close()))
})

test('closing deletes the keys that were made in advance and never used', async () => {
  const { personalData, keys } = await setUp()
  const taken = await personalData.take()
  await eventually(
    async () => (await keys()).length,
    (value) => value > 1,
  )
  await personalData.close()
  await personalData.close()
  expect(await keys()).toEqual([taken.id])
  await expect(personalData.take()).rejects.toThrow('closed')
})

test('a database that comes back is used again, and orders in the meantime are refused', async () => {
  const { pool, personalData } = await setUp()
  await pool.query('alter table personal_key rename to away')
  await expect(personalData.take()).rejects.toThrow()
  await pool.query('alter table away rename to personal_key')
  expect((await personalData.take()).key).toHaveLength(32)
})
