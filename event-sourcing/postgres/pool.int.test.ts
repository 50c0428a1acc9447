import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test, vi } from 'vitest'
import { transaction } from './pool.ts'

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

test('a connection lost between two statements of a transaction fails it, not the process', async () => {
  const { pool } = await testDatabase()
  const failing = transaction(pool, async (connection) => {
    const lost = new Promise((resolve) => connection.once('end', resolve))
    const { rows } = await connection.query('select pg_backend_pid() as pid')
    await pool.query('select pg_terminate_backend($1)', [rows[0].pid])
    await lost
    await connection.query('select 1')
  })
  await expect(failing).rejects.toThrow()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('an idle connection is kept for minutes, along with its statements’ plans', async () => {
  const { pool } = await testDatabase()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await pool.query('select 1')
  vi.advanceTimersByTime(60_000)
  expect(pool.idleCount).toBe(1)
})
