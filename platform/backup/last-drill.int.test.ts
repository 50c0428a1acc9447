import { expect, test } from 'vitest'
import { openMetrics } from '../metrics/metrics.ts'
import { parseExposition } from '../testing/exposition.ts'
import { testDatabase } from '../testing/test-database.ts'
import { describeLastDrill, keepDrill, measureDrills } from './last-drill.ts'
import { prepareBackupTables } from './restore.ts'

test('the last drill is described in words and as metrics', async () => {
  const { pool } = await testDatabase()
  await prepareBackupTables(pool)
  const metrics = openMetrics()
  measureDrills(metrics, pool)
  expect(await describeLastDrill(pool)).toBe('never')
  expect(parseExposition(await metrics.exposition())).toEqual([])
  const drill = { whole: true, outcome: 'a line', backedUpAt: new Date().toISOString() }
  await keepDrill(pool, drill)
  const ageing = (by: string) =>
    pool.query(`update public.drill set ended_at = ended_at - $1::interval`, [by])
  await ageing('6 hours 59 minutes')
  expect(await describeLastDrill(pool)).toBe('6 h ago, whole')
  await ageing('3 days')
  expect(await describeLastDrill(pool)).toBe('3 days ago, whole')
  await keepDrill(pool, { ...drill, whole: false })
  expect(await describeLastDrill(pool)).toBe('0 min ago, not whole')
  const [ended, whole] = parseExposition(await metrics.exposition())
  expect([ended?.name, whole]).toEqual([
    'strand_last_drill_timestamp_seconds',
    { name: 'strand_last_drill_whole', labels: {}, value: 0 },
  ])
  expect(Math.abs(Date.now() / 1_000 - Number(ended?.value))).toBeLessThan(3_600)
})
