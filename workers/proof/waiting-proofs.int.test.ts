import { migrate } from '@strand/event-sourcing/postgres/migrate'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'
import { maxNetworks, waitingProofs } from './waiting-proofs.ts'

/**
 * A database with `proofs` waiting proofs, five per order. The orders come from `networks` networks
 * in turn.
 */
const openWith = async (proofs: number, networks: number): Promise<Pool> => {
  const { pool } = await openTestShop()
  await migrate(pool, 'command-api', new URL('../../command-api/migrations/', import.meta.url))
  await pool.query(
    `insert into proof_reading (order_id, key, type, network, nth, asked_at)
     select 'order' || n / 5, 'key' || n, 'image/png', 'network' || n % $2, n % 5,
       now() - make_interval(secs => $1 - n)
     from generate_series(0, $1 - 1) as n`,
    [proofs, networks],
  )
  await pool.query('analyze proof_reading')
  return pool
}

/** How many database pages one choice of proofs reads. */
const pagesOf = async (pool: Pool): Promise<number> => {
  let pages = 0
  const explaining = {
    query: async (text: string, values: unknown[]) => {
      const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, values)
      const [{ Plan: plan }] = rows[0]['QUERY PLAN']
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      return { rows: [] }
    },
  }
  await waitingProofs(explaining as unknown as Pool, '')
  return pages
}

test('choosing the next proof costs time per waiting network, not per proof', async () => {
  const [few, many] = [await openWith(500, 4), await openWith(50_000, 4)]
  expect(await pagesOf(many)).toBeLessThan(100)
  expect((await waitingProofs(many, '')).map(({ key }) => key)).toEqual(
    (await waitingProofs(few, '')).map(({ key }) => key),
  )
})

test('if more networks are waiting than can take turns at once, each still gets its turn', async () => {
  const pool = await openWith(maxNetworks + 400, maxNetworks + 400)
  const first = (await waitingProofs(pool, '')).map(({ network }) => network)
  expect(first).toHaveLength(maxNetworks)
  const then = (await waitingProofs(pool, first.toSorted().at(-1) ?? '')).map(
    ({ network }) => network,
  )
  expect(new Set([...first, ...then]).size).toBe(maxNetworks + 400)
  expect(new Set(then).size).toBe(then.length)
})

test('the first files of all orders of a network come before the second ones', async () => {
  const pool = await openWith(10, 1)
  const read: string[] = []
  for (let next = await waitingProofs(pool, ''); next[0]; next = await waitingProofs(pool, '')) {
    read.push(next[0].key)
    await pool.query("update proof_reading set state = 'done' where key = $1", [next[0].key])
  }
  expect(read.map((key) => Number(key.slice(3)) % 5)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
})
