import type { OpenShop } from '@strand/all-in-one/shop'
import { silentLog } from '@strand/event-sourcing/log'
import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { startProjector } from '@strand/event-sourcing/processors/projector'
import { orderProjection } from '@strand/projections/order/projection'

/** A second order projection with another name, so that the shop's own does not change. */
const benchProjection = 'order_bench'
const schema = `${benchProjection}_v1`
const copies = 'order_copies'

type Rebuilt = {
  events: number
  seconds: number
  /** In bytes: the most memory of the process in the first tenth of the run, and in all of it. */
  memoryEarly: number
  memoryMost: number
}

/**
 * Builds the order projection from the whole log, like a new version, with the indexes that are
 * created at the end.
 */
export const rebuildOrders = async (
  { eventStore, personalData }: OpenShop,
  pool: Pool,
): Promise<Rebuilt> => {
  await drop(pool)
  const head = await eventStore.headPosition()
  globalThis.gc?.()
  const started = performance.now()
  const projection = orderProjection(personalData)
  const running = startProjector(
    { ...projection, name: benchProjection, version: 1, views: [] },
    { pool, eventStore, log: silentLog },
  )
  let memoryEarly = 0
  let memoryMost = 0
  for (let position = -1n; position < head; ) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { status, position: now, parked, problem } = running.state()
    if (status === 'stopped') throw new Error(`the rebuild stopped: ${problem?.reason}`)
    if (parked > 0) throw new Error('the rebuild left events out: parked_stream says which')
    position = now
    const rss = process.memoryUsage.rss()
    // A small log may be read completely before the first measurement.
    if (memoryEarly === 0 || position * 10n < head) memoryEarly = Math.max(memoryEarly, rss)
    memoryMost = Math.max(memoryMost, rss)
  }
  const reading = performance.now() - started
  await running.stop()
  const seconds = reading / 1000 + (await makeLateIndexes(pool, schema))
  return { events: Number(head), seconds, memoryEarly, memoryMost }
}

/** Seconds that `COPY` takes to fill the same tables and indexes with the same rows. */
export const copyOrderTables = async (pool: Pool): Promise<number> => {
  const folder = await pool.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  )
  const fileOf = (table: string) => `${folder.rows[0]?.folder}/bench.${table}.copy`
  const { tables, views } = orderProjection(noPersonalData)
  const seconds = await transaction(pool, async (connection) => {
    await connection.query('set local statement_timeout = 0')
    await connection.query('set local synchronous_commit = off')
    for (const table of views)
      await connection.query(`copy ${schema}.${table} to '${fileOf(table)}'`)
    await connection.query(`create schema ${copies}; set local search_path to ${copies}, public`)
    await connection.query(tables)
    const started = performance.now()
    for (const table of views) await connection.query(`copy ${table} from '${fileOf(table)}'`)
    return (performance.now() - started) / 1000
  })
  const indexing = await makeLateIndexes(pool, copies)
  // SQL cannot delete the copied files, so empty files overwrite them.
  for (const table of views) await pool.query(`copy (select) to '${fileOf(table)}'`)
  await drop(pool)
  return seconds + indexing
}

/** Seconds for the indexes that a projection creates once it has caught up. */
const makeLateIndexes = async (pool: Pool, where: string): Promise<number> => {
  const started = performance.now()
  await transaction(pool, async (connection) => {
    await connection.query('set local statement_timeout = 0')
    await connection.query(`set local maintenance_work_mem = '256MB'`)
    await connection.query(`set local search_path to ${where}, public`)
    for (const statement of orderProjection(noPersonalData).lateIndexes ?? [])
      await connection.query(statement)
  })
  return (performance.now() - started) / 1000
}

/** The table definitions need no personal data. */
const noPersonalData = {} as Parameters<typeof orderProjection>[0]

const drop = async (pool: Pool) => {
  await pool.query(`drop schema if exists ${schema} cascade`)
  await pool.query(`drop schema if exists ${copies} cascade`)
  await pool.query('delete from checkpoint where name = $1', [benchProjection])
  await pool.query('delete from projection where name = $1', [benchProjection])
}
