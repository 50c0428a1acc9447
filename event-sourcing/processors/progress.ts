import { abortableSleep } from '../async/abortable-sleep.ts'
import { keepRunning } from '../async/keep-running.ts'
import type { EventStore, Position } from '../event-store/event-store.ts'
import type { Log } from '../log.ts'
import { connectionLoss, openDedicatedPool } from '../postgres/dedicated-connection.ts'
import type { Connection, Pool } from '../postgres/pool.ts'
import {
  countParked,
  findReplaced,
  type ProcessorReport,
  readCheckpoints,
  readServing,
  reportOf,
} from './report.ts'
import { retiredVersion } from './retire-version.ts'
import { prepareProcessorTables } from './runtime/prepare-tables.ts'
import { openServedPositions, parseAnnouncement, type Reached } from './served-positions.ts'

export type { Reached } from './served-positions.ts'

export type Progress = {
  /**
   * Resolves once the serving version of every named projection has reached the position. Resolves
   * to `behind` after `timeoutMs` milliseconds. Never rejects.
   */
  waitFor: (names: string[], position: Position, timeoutMs: number) => Promise<Reached>
  /**
   * A text that changes whenever the projection's tables change, for callers that cache answers.
   * Undefined while the listening connection is down, or before any progress is known.
   */
  servedVersion: (name: string) => string | undefined
  /** Reports on every processor, for `/readyz`. Throws if Postgres does not answer. */
  report: () => Promise<ProcessorReport[]>
  /** The number of streams parked in a serving version or a reactor, each counted once. */
  parkedStreams: () => Promise<number>
  /** Resolves every pending wait to `behind`. */
  close: () => Promise<void>
}

/**
 * How often the table is polled while someone waits, in milliseconds. Notifications alone are not
 * enough, because one can be lost.
 */
const pollPause = 200

/**
 * Tracks how far the projections have got.
 *
 * @param options.eventStore for `report`, to compare with the head of the log; by default, `report`
 *   compares with the furthest processor
 */
export const openProgress = async (options: {
  pool: Pool
  log: Log
  eventStore?: EventStore
}): Promise<Progress> => {
  const { pool, log } = options
  const closing = new AbortController()
  const served = openServedPositions()
  let polling: Promise<void> | undefined
  const announcements = followAnnouncements(pool, log, served, closing.signal)

  const poll = async () => {
    while (served.isAwaited() && !closing.signal.aborted) {
      await abortableSleep(pollPause, closing.signal)
      if (served.isAwaited()) served.advance(await readServing(pool).catch(() => []))
    }
    polling = undefined
  }

  return {
    waitFor: async (names, position, timeoutMs) => {
      const reached = served.reach(names, position)
      if (reached !== 'behind' || closing.signal.aborted) return reached
      const answer = served.waitFor(names, position, timeoutMs)
      polling ??= poll()
      return answer
    },
    servedVersion: (name) => {
      const current = announcements.isListening() ? served.get(name) : undefined
      return (
        current &&
        `${announcements.rebuilds()} ${current.version} ${current.position} ${current.retries}`
      )
    },
    report: async () => {
      await prepareProcessorTables(pool)
      const rows = await readCheckpoints(pool)
      // A processor may announce skipped events up to a second before it updates the table.
      for (const row of rows) {
        const current = served.get(row.name)
        const isNews = current?.version === row.version && current.position > row.position
        if (row.kind === 'projection' && isNews) row.position = current.position
      }
      const { eventStore } = options
      if (!eventStore) return reportOf(rows)
      const head = await eventStore.headPosition()
      return reportOf(await findReplaced(rows, eventStore, head), head)
    },
    parkedStreams: () => countParked(pool),
    close: async () => {
      closing.abort()
      served.giveUp()
      await announcements.ended
      await polling
    },
  }
}

/**
 * Feeds `served` from the projectors' notifications, on one connection. After each reconnection,
 * reads the checkpoints, because notifications may have been missed.
 */
const followAnnouncements = (
  pool: Pool,
  log: Log,
  served: ReturnType<typeof openServedPositions>,
  signal: AbortSignal,
) => {
  const dedicatedPool = openDedicatedPool(pool, log, 'projection progress')
  let listening = false
  // The number of rebuilds: rebuilt rows may differ from the old rows at the same position.
  let rebuilds = 0

  const listen = async (connection: Connection, lost: Promise<never>) => {
    connection.on('notification', ({ payload = '' }) => {
      const announced = parseAnnouncement(payload)
      if (!announced) return
      if (announced.version === retiredVersion) {
        served.forget(announced.name)
        rebuilds++
      } else served.advance([announced])
    })
    await connection.query('listen projection')
    // After a crash of Postgres, the known positions may be ahead of what Postgres has kept.
    served.clear()
    served.advance(await readServing(connection))
    listening = true
    const closed = new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await Promise.race([lost, closed])
  }

  const connectAndListen = async (succeeded: () => void) => {
    const connection = await dedicatedPool.connect()
    try {
      const lost = connectionLoss(connection)
      await prepareProcessorTables(pool)
      succeeded()
      await listen(connection, lost)
    } finally {
      listening = false
      connection.release(true)
    }
  }

  const ended = keepRunning(signal, connectAndListen, {
    onError: (error) =>
      log.warn({ err: error }, 'the announcements of projections were interrupted'),
  }).then(() => dedicatedPool.end())

  return { isListening: () => listening, rebuilds: () => rebuilds, ended }
}
