import { beginning, type EventStore, type Position } from './event-store.ts'
import type { Log } from './log.ts'
import { lossOf, openOwnConnection, pause, pauseAfter } from './own-connection.ts'
import type { Connection, Pool } from './postgres.ts'
import {
  countParked,
  type Reached,
  type RunnerReport,
  readCheckpoints,
  readServing,
  reportOf,
} from './projection-report.ts'
import { setAsideVersion } from './projection-set-aside.ts'
import { prepareReadModel } from './read-model.ts'

export type Progress = {
  /**
   * Resolves to true as soon as the serving version of every named projection has reached the
   * position, at once when it has; to false after so many milliseconds, or instead of true when an
   * event at or before the position is parked in one of them. Never rejects.
   */
  waitFor: (names: string[], position: Position, timeoutMs: number) => Promise<boolean>
  /**
   * Tells one state of a projection's tables from another, for who keeps an answer until they change;
   * undefined while announcements cannot be heard, or none has been.
   */
  standing: (name: string) => string | undefined
  /** Every projection and reaction, for `/readyz`. Throws while Postgres does not answer. */
  report: () => Promise<RunnerReport[]>
  /** Streams that are parked in a serving version or a reaction, each counted once. */
  parkedStreams: () => Promise<number>
  /** Answers who still waits with false. */
  close: () => Promise<void>
}

type Waiter = { names: string[]; position: Position; settle: (reached: boolean) => void }

/** Milliseconds between two looks at the table while somebody waits: a `notify` may get lost. */
const pollPause = 200

/**
 * Knows how far the projections are, from one connection that listens to what runners announce;
 * when that is lost it connects again, and the checkpoints tell what it missed.
 *
 * @param options.eventStore makes `report` compare with the log itself; without it, with the
 *   furthest of all runners
 */
export const openProgress = async (options: {
  pool: Pool
  log: Log
  eventStore?: EventStore
}): Promise<Progress> => {
  const { pool, log } = options
  const own = openOwnConnection(pool, log, 'projection progress')
  const closing = new AbortController()
  const reached = new Map<string, Reached>()
  const waiters = new Set<Waiter>()
  let polling: Promise<void> | undefined
  let listening = false
  // Rows that were made anew may differ at the same position.
  let madeAnew = 0

  const hasReached = (names: string[], position: Position) =>
    names.every((name) => (reached.get(name)?.position ?? beginning) >= position)

  /** Whether the tables show everything up to a position that they have reached. */
  const isWhole = (names: string[], position: Position) =>
    names.every((name) => {
      const from = reached.get(name)?.parkedFrom ?? null
      return from === null || from > position
    })

  // Of a version both numbers only grow, and together they say what is parked.
  const advance = (name: string, news: Reached) => {
    const known = reached.get(name)
    if (known && known.version > news.version) return
    if (known && known.version === news.version) {
      if (known.mended > news.mended) return
      if (known.mended === news.mended && known.position >= news.position) return
    }
    reached.set(name, news)
  }

  const settleWaiters = () => {
    for (const { names, position, settle } of waiters)
      if (hasReached(names, position)) settle(isWhole(names, position))
  }

  const readAll = async (source: Pool | Connection) => {
    for (const { name, ...serving } of await readServing(source)) advance(name, serving)
    settleWaiters()
  }

  const listen = async (connection: Connection, lost: Promise<never>) => {
    connection.on('notification', ({ payload = '' }) => {
      const [name, position, version, mended = '0', from = '-'] = payload.split(' ')
      if (!name || !position || !version) return
      if (Number(version) === setAsideVersion) {
        reached.delete(name)
        madeAnew++
        return
      }
      advance(name, {
        version: Number(version),
        position: BigInt(position),
        mended: BigInt(mended),
        parkedFrom: from === '-' ? null : BigInt(from),
      })
      settleWaiters()
    })
    await connection.query('listen projection')
    // What is cached may be more than Postgres kept, if it crashed.
    reached.clear()
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
        connection = await own.connect()
        const lost = lossOf(connection)
        await prepareReadModel(pool)
        failures = 0
        await listen(connection, lost)
      } catch (error) {
        failures++
        log.warn({ err: error }, 'no announcements of projections for a moment')
      } finally {
        listening = false
        connection?.release(true)
      }
      await pause(failures === 0 ? 0 : pauseAfter(failures), closing.signal)
    }
    await own.end()
  }

  const poll = async () => {
    while (waiters.size > 0 && !closing.signal.aborted) {
      await pause(pollPause, closing.signal)
      if (waiters.size > 0) await readAll(pool).catch(() => {})
    }
    polling = undefined
  }

  const running = run()

  return {
    waitFor: async (names, position, timeoutMs) => {
      if (hasReached(names, position)) return isWhole(names, position)
      if (closing.signal.aborted) return false
      return new Promise<boolean>((resolve) => {
        const settle = (result: boolean) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(result)
        }
        const waiter = { names, position, settle }
        const timer = setTimeout(() => settle(false), timeoutMs)
        waiters.add(waiter)
        polling ??= poll()
      })
    },
    standing: (name) => {
      const known = listening ? reached.get(name) : undefined
      return known && `${madeAnew} ${known.version} ${known.position} ${known.mended}`
    },
    report: async () => {
      await prepareReadModel(pool)
      const rows = await readCheckpoints(pool)
      // A runner announces events it only passes by up to a second before the table says so.
      for (const row of rows) {
        const known = reached.get(row.name)
        const isNews = known?.version === row.version && known.position > row.position
        if (row.kind === 'projection' && isNews) row.position = known.position
      }
      return reportOf(rows, await options.eventStore?.headPosition())
    },
    parkedStreams: () => countParked(pool),
    close: async () => {
      closing.abort()
      for (const waiter of waiters) waiter.settle(false)
      await running
      await polling
    },
  }
}
