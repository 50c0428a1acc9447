import {
  CheckpointMoved,
  moveCheckpoint,
  type Passed,
  type Problem,
  readPosition,
  recordProblem,
} from './checkpoint.ts'
import type { Position, RecordedEvent } from './event-store.ts'
import { isTransient, pause } from './own-connection.ts'
import type { Connection } from './postgres.ts'
import type { CatchUpOptions, CatchUpState, Runner } from './runner.ts'

/** Tries of one event that cannot be applied, and milliseconds between them. */
const pausesBetweenTries = [50, 250, 1_000]
/** Milliseconds between two announcements of events that the runner only passes by. */
const announcePause = 50
const tickPause = 1_000
/** Every so many ticks a runner at rest asks the log for its head and whether its connection lives. */
const ticksAtRest = 5

/** One event cannot be applied; everything before it is committed. */
export class BadEvent extends Error {
  override name = 'BadEvent'
  readonly problem: Problem

  constructor(problem: Problem, cause: unknown) {
    super(`${problem.type} ${problem.eventId}: ${problem.reason}`, { cause })
    this.problem = problem
  }
}

/**
 * Follows the log from `from` on one connection that holds the runner's lock, until `signal` is
 * aborted (resolves) or anything fails (throws; what was committed stays).
 */
export const followLog = async (
  runner: Runner,
  connection: Connection,
  from: Position,
  state: CatchUpState,
  options: CatchUpOptions & { lost: Promise<never>; signal: AbortSignal },
): Promise<void> => {
  const { eventStore, log, signal } = options
  const types = new Set(runner.eventTypes)
  const ended = Promise.withResolvers<void>()
  let over = false
  /** What the table says; `state.position` may be ahead of it by events that were only passed by. */
  let stored = from
  let unsaved = 0
  let lastMoved = Date.now()
  let lastAnnounced = 0
  let ticks = 0

  const end = (error?: unknown) => {
    over = true
    if (error === undefined) ended.resolve()
    else ended.reject(error)
  }

  // Batches, ticks and announcements share one connection: one at a time.
  let queue: Promise<void> = Promise.resolve()
  const exclusively = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(async () => {
      if (over) return
      try {
        await work()
      } catch (error) {
        end(error)
      }
    })
    return queue
  }

  const moved = (passed: Passed) => {
    stored = passed.position
    state.position = passed.position
    state.seenAt = passed.at
    unsaved = 0
    lastMoved = Date.now()
  }

  const commit = async (wanted: RecordedEvent[], last: RecordedEvent, count: number) => {
    const passed = { position: last.position, count: unsaved + count, at: last.recordedAt }
    await connection.query('begin')
    try {
      await moveCheckpoint(connection, runner, stored, passed)
      await runner.handle(wanted, connection)
    } catch (error) {
      await connection.query('rollback')
      throw error
    }
    const announcement = state.building ? null : runner.announcement(passed.position)
    // A transaction that failed inside `handle` without a throw ends here as a rollback.
    const result: unknown = await connection.query(
      `commit${announcement ? `; ${announcement}` : ''}`,
    )
    const [end] = Array.isArray(result) ? result : [result]
    if (end.command !== 'COMMIT') throw new Error('A failed statement was passed over in silence')
    lastAnnounced = Date.now()
    moved(passed)
    state.status = 'running'
    delete state.problem
  }

  const save = async () => {
    if (state.position === stored) return
    const passed = { position: state.position, count: unsaved, at: state.seenAt ?? new Date() }
    await moveCheckpoint(connection, runner, stored, passed)
    moved(passed)
  }

  const announce = async () => {
    const announcement = state.building ? null : runner.announcement(state.position)
    lastAnnounced = Date.now()
    if (announcement) await connection.query(announcement)
  }

  /**
   * Events of other types cost no write of their own: whoever waits for their position hears of it
   * (at most 20 times a second), and the table follows with the next rows or within a second.
   */
  const passBy = async (last: RecordedEvent, count: number) => {
    state.position = last.position
    state.seenAt = last.recordedAt
    unsaved += count
    if (Date.now() - lastMoved > tickPause) await save()
    const wait = lastAnnounced + announcePause - Date.now()
    if (wait <= 0) return announce()
    const announced = lastAnnounced
    setTimeout(() => {
      if (lastAnnounced === announced) void exclusively(announce)
    }, wait)
    return
  }

  const applyOne = async (event: RecordedEvent, count: number) => {
    for (let tries = 0; ; tries++) {
      try {
        return await commit([event], event, count)
      } catch (error) {
        if (isTransient(error) || error instanceof CheckpointMoved || signal.aborted) throw error
        const wait = pausesBetweenTries[tries]
        if (wait === undefined) {
          const problem = problemOf(event, error)
          await recordProblem(connection, runner, stored, problem)
          throw new BadEvent(problem, error)
        }
        await pause(wait, signal)
      }
    }
  }

  const oneByOne = async (events: RecordedEvent[], last: RecordedEvent) => {
    let count = 0
    for (const event of events) {
      count++
      if (!types.has(event.type)) continue
      await applyOne(event, count)
      count = 0
    }
    if (count > 0) await passBy(last, count)
  }

  const onBatch = async (delivered: RecordedEvent[]) => {
    const events = delivered.filter(({ position }) => position > state.position)
    const last = events.at(-1)
    if (!last) return
    const wanted = events.filter(({ type }) => types.has(type))
    try {
      if (wanted.length === 0) await passBy(last, events.length)
      else await commit(wanted, last, events.length)
    } catch (error) {
      if (isTransient(error) || error instanceof CheckpointMoved) throw error
      log.warn({ err: error }, 'a batch cannot be applied: trying event by event')
      await oneByOne(events, last)
    }
    if (state.building) await takeOverWhenReady()
  }

  /** Head of the log, asked for at most once a second, so that the end is reached while it moves. */
  const isAtHead = async () => {
    if (state.position < state.head) return false
    if (Date.now() - state.headAt > tickPause) {
      state.head = await eventStore.headPosition()
      state.headAt = Date.now()
    }
    if (state.position < state.head) return false
    state.caughtUpAt = Date.now()
    return true
  }

  const takeOverWhenReady = async () => {
    const ready = await isAtHead().catch(() => false)
    if (!ready || !(await runner.takeOver?.(connection, state.position))) return
    state.building = false
    await save()
    await announce()
  }

  const tick = async () => {
    ticks++
    if (state.building) await takeOverWhenReady()
    if (Date.now() - lastMoved > tickPause) await save()
    if (ticks % ticksAtRest !== 0) return
    // Also shows in time that the connection, and so the lock, is gone without a word.
    if ((await readPosition(connection, runner)) !== stored)
      throw new CheckpointMoved(`The checkpoint of ${runner.kind} ${runner.name} was taken away`)
    if (!state.building) await runner.atRest?.(connection)
    await isAtHead().catch(() => false)
  }

  signal.addEventListener('abort', () => end(), { once: true })
  if (signal.aborted) end()
  options.lost.catch(end)
  await exclusively(async () => {
    if (state.building) await takeOverWhenReady()
    else await announce()
  })
  const timer = setInterval(() => void exclusively(tick), tickPause)
  const subscription = eventStore.subscribeAll({
    from,
    ...(options.batchSize === undefined ? {} : { batchSize: options.batchSize }),
    onBatch: (events) => exclusively(() => onBatch(events)),
    onDrop: (error) => log.warn({ err: error }, 'the event log was lost for a moment'),
  })
  try {
    await ended.promise
    await queue
    await save()
  } finally {
    over = true
    clearInterval(timer)
    await subscription.stop()
  }
}

const problemOf = (event: RecordedEvent, error: unknown): Problem => ({
  eventId: event.id,
  position: String(event.position),
  type: event.type,
  stream: event.stream,
  // The first line: what comes after may quote the data.
  reason: (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    .split('\n', 1)
    .join('')
    .slice(0, 300),
  at: new Date().toISOString(),
})
