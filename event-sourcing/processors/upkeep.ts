import pg from 'pg'
import { throttle } from '../async/throttle.ts'
import type { Log } from '../log.ts'
import { type Pool, transaction } from '../postgres/pool.ts'

/** How often upkeep runs while rows are being written, in milliseconds. */
const defaultRound = 5_000

/**
 * Runs a projection's upkeep in rounds, in parallel with its batches, on a connection of the pool.
 * Skips a round if `position` has not changed, or if it is undefined because another process does
 * the work. A failed round is logged, and the next one makes up for it.
 *
 * @param statements run in one transaction with `schema` as the search path
 */
export const startUpkeep = (
  { statements, schema }: { statements: string[]; schema: string },
  options: { pool: Pool; log: Log; position: () => bigint | undefined; upkeepRound?: number },
) => {
  let keptUpTo: bigint | undefined
  let working = Promise.resolve()
  const warnThrottled = throttle<unknown>(60_000, (err) =>
    options.log.warn({ err, schema }, 'the upkeep of a projection failed'),
  )
  const round = async () => {
    const position = options.position()
    if (position === undefined || position === keptUpTo) return
    try {
      await transaction(options.pool, async (connection) => {
        await connection.query(`set local search_path to ${pg.escapeIdentifier(schema)}, public`)
        for (const statement of statements) await connection.query(statement)
      })
      keptUpTo = position
    } catch (error) {
      warnThrottled(error)
    }
  }
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    working = round().finally(() => {
      busy = false
    })
  }, options.upkeepRound ?? defaultRound)
  return {
    stop: async () => {
      clearInterval(timer)
      await working
    },
  }
}
