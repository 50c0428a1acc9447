import { abortableSleep } from '../async/abortable-sleep.ts'
import { backoffDelay } from '../async/backoff.ts'
import type { EventStore, Position } from '../event-store/event-store.ts'
import type { Log } from '../log.ts'
import { connectionLoss, openDedicatedPool } from '../postgres/dedicated-connection.ts'
import type { Connection, Pool } from '../postgres/pool.ts'
import {
  countParked,
  type ProcessorReport,
  readCheckpoints,
  readServing,
  reportOf,
} from './report.ts'
import { prepareProcessorTables } from './runtime/prepare-tables.ts'
import { openServedPositions, parseAnnouncement } from './served-positions.ts'
import { setAsideVersion } from './set-aside.ts'

export type Progress = {
  /**
   * Resolves to true as soon as the serving version of every named projection has reached the
   * position, or at once if it already has. Resolves to false after `timeoutMs` milliseconds, or
   * instead of true when an event at or before the position is parked in one of them. Never
   * rejects.
   */
  waitFor: (names: string[], position: Position, timeoutMs: number) => Promise<boolean>
  /**
   * A value that changes with a projection's tables, for callers that cache an answer until the
   * tables change; undefined while the connection that listens is down, or before any progress is
   * known.
   */
  servedVersion: (name: string) => string | undefined
  /** Every projector and reactor, for `/readyz`. Throws while Postgres does not answer. */
  report: () => Promise<ProcessorReport[]>
  /** The number of streams parked in a serving version or a reactor, each counted once. */
  parkedStreams: () => Promise<number>
  /** Resolves every pending wait to false. */
  close: () => Promise<void>
}

/** Milliseconds between two polls of the table while somebody waits: a `notify` may get lost. */
const pollPause = 200

/**
 * Tracks how far the projections are, using one connection that listens to the projectors'
 * notifications. When that connection is lost it reconnects, and reads from the checkpoints what it
 * missed.
 *
 * @param options.eventStore makes `report` compare with the head of the log; without it, `report`
 *   compares with the furthest processor
 */
export const openProgress = async (options: {
  pool: Pool
  log: Log
  eventStore?: EventStore
}): Promise<Progress> => {
  const { pool, log } = options
  const dedicatedPool = openDedicatedPool(pool, log, 'projection progress')
  const closing = new AbortController()
  const served = openServedPositions()
  let polling: Promise<void> | undefined
  let listening = false
  // Rebuilt rows may differ from the old ones at the same position.
  let rebuilds = 0

  const readAll = async (source: Pool | Connection) => {
    served.advance(await readServing(source))
  }

  const listen = async (connection: Connection, lost: Promise<never>) => {
    connection.on('notification', ({ payload = '' }) => {
      const announced = parseAnnouncement(payload)
      if (!announced) return
      if (announced.version === setAsideVersion) {
        served.forget(announced.name)
        rebuilds++
      } else served.advance([announced])
    })
    await connection.query('listen projection')
    // If Postgres crashed, the cached positions may be ahead of what it kept.
    served.clear()
    await readAll(connection)
    listening = true
    const closed = new Promise<void>((resolve) => {
      if (closing.signal.aborted) resolve()
      closing.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await Promise.race([lost, closed])
  }

  const run = async () => {
    let failures = 0
    while (!closing.signal.aborted) {
      let connection: Connection | undefined
      try {
        connection = await dedicatedPool.connect()
        const lost = connectionLoss(connection)
        await prepareProcessorTables(pool)
        failures = 0
        await listen(connection, lost)
      } catch (error) {
        failures++
        log.warn({ err: error }, 'the announcements of projections were interrupted')
      } finally {
        listening = false
        connection?.release(true)
      }
      await abortableSleep(failures === 0 ? 0 : backoffDelay(failures), closing.signal)
    }
    await dedicatedPool.end()
  }

  const poll = async () => {
    while (served.isAwaited() && !closing.signal.aborted) {
      await abortableSleep(pollPause, closing.signal)
      if (served.isAwaited()) await readAll(pool).catch(() => {})
    }
    polling = undefined
  }

  const running = run()

  return {
    waitFor: async (names, position, timeoutMs) => {
      if (served.hasReached(names, position)) return served.isWhole(names, position)
      if (closing.signal.aborted) return false
      const answer = served.waitFor(names, position, timeoutMs)
      polling ??= poll()
      return answer
    },
    servedVersion: (name) => {
      const current = listening ? served.get(name) : undefined
      return current && `${rebuilds} ${current.version} ${current.position} ${current.retries}`
    },
    report: async () => {
      await prepareProcessorTables(pool)
      const rows = await readCheckpoints(pool)
      // A processor announces events that it only skips up to a second before it updates the table.
      for (const row of rows) {
        const current = served.get(row.name)
        const isNews = current?.version === row.version && current.position > row.position
        if (row.kind === 'projection' && isNews) row.position = current.position
      }
      return reportOf(rows, await options.eventStore?.headPosition())
    },
    parkedStreams: () => countParked(pool),
    close: async () => {
      closing.abort()
      served.giveUp()
      await running
      await polling
    },
  }
}
