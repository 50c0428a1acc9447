import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStore, Position } from '@strand/event-sourcing/event-store/event-store'
import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'

const tries = 100
const pauseMs = 10

/**
 * Runs `work` in a transaction that sees the database of one moment, with the head of the log of that
 * very moment: the log's head was the same before and after the snapshot was taken. If the log never
 * stands still, its head is a little older than the database, and `exact` is false.
 */
export const atOneMoment = async <T>(
  { pool, eventStore }: { pool: Pool; eventStore: EventStore },
  work: (
    connection: Connection,
    moment: { head: Position; at: Date; exact: boolean },
  ) => Promise<T>,
): Promise<T> => {
  const connection = await pool.connect()
  let failed = true
  try {
    for (let left = tries; ; left--) {
      const head = await eventStore.headPosition()
      await connection.query('begin transaction isolation level repeatable read read only')
      // A transaction sees what was committed when its first statement ran.
      const { rows } = await connection.query<{ at: Date }>('select clock_timestamp() as at')
      const exact = (await eventStore.headPosition()) === head
      if (exact || left === 0) {
        const result = await work(connection, { head, at: rows[0]?.at ?? new Date(), exact })
        await connection.query('commit')
        failed = false
        return result
      }
      await connection.query('rollback')
      await sleep(pauseMs)
    }
  } finally {
    connection.release(failed)
  }
}
