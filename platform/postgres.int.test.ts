import { expect, test } from 'vitest'
import { transaction } from './postgres.ts'
import { testDatabase } from './testing.ts'

test('a transaction that throws leaves nothing behind', async () => {
  const { pool } = await testDatabase()
  await pool.query('create table note (text text)')
  const failing = transaction(pool, async (connection) => {
    await connection.query(`insert into note values ('lost')`)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await pool.query('select * from note')).rows).toEqual([])
})
