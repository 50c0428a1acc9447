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
import { reasonOf } from './reason.ts'
import type { CatchUpState, Runner } from './runner.ts'
import { within } from './within.ts'

/** Milliseconds between the tries of one event that cannot be applied. */
const pausesBetweenTries = [50, 250, 1_000]

/** Milliseconds that a connection at rest has to answer. */
const checkPatience = 3_000

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
 * Writes what events make, together with the checkpoint, and counts the events that only pass by:
 * `state.position` may be ahead of the table by these, until the next rows or `save`.
 */
export const openWriter = (
  runner: Runner,
  connection: Connection,
  from: Position,
  state: CatchUpState,
  signal: AbortSignal,
) => {
  let stored = from
  let unsaved = 0
  let movedAt = Date.now()

  const moved = (passed: Passed) => {
    stored = passed.position
    state.position = passed.position
    state.seenAt = passed.at
    unsaved = 0
    movedAt = Date.now()
  }

  /** `count` is the number of events up to `last` that were neither committed nor passed by. */
  const commit = async (wanted: RecordedEvent[], last: RecordedEvent, count: number) => {
    const passed = { position: last.position, count: unsaved + count, at: last.recordedAt }
    await connection.query('begin')
    try {
      if (wanted.some(({ type }) => runner.durableTypes?.includes(type)))
        await connection.query('set local synchronous_commit = on')
      await moveCheckpoint(connection, runner, stored, passed)
      await runner.handle(wanted, connection)
    } catch (error) {
      await connection.query('rollback')
      throw error
    }
    const announcement = state.building ? null : runner.announcement(passed.position)
    const result: unknown = await connection.query(
      `commit${announcement ? `; ${announcement}` : ''}`,
    )
    // A statement that failed inside `handle` without a throw makes the commit a rollback.
    const [end] = Array.isArray(result) ? result : [result]
    if (end.command !== 'COMMIT') throw new Error('A failed statement was passed over in silence')
    moved(passed)
    state.status = 'running'
    delete state.problem
  }

  const applyOne = async (event: RecordedEvent, count: number) => {
    for (let tries = 0; ; tries++) {
      try {
        return await commit([event], event, count)
      } catch (error) {
        if (mayWorkLater(error) || signal.aborted) throw error
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

  const passBy = (last: RecordedEvent, count: number) => {
    state.position = last.position
    state.seenAt = last.recordedAt
    unsaved += count
  }

  return {
    /** True when it committed, and so announced; false when the events only passed by. */
    write: async (events: RecordedEvent[], last: RecordedEvent): Promise<boolean> => {
      const wanted = wantedOf(runner, events)
      if (wanted.length === 0) {
        passBy(last, events.length)
        return false
      }
      await commit(wanted, last, events.length)
      return true
    },
    /** The slow way, once a batch has failed: throws BadEvent at the one that is to blame. */
    writeOneByOne: async (events: RecordedEvent[], last: RecordedEvent): Promise<void> => {
      let count = 0
      for (const event of events) {
        count++
        if (!runner.eventTypes.includes(event.type)) continue
        await applyOne(event, count)
        count = 0
      }
      if (count > 0) passBy(last, count)
    },
    /** Brings the table up to `state.position`, unless that happened within so many milliseconds. */
    save: async (notWithin = 0): Promise<void> => {
      if (state.position === stored || Date.now() - movedAt < notWithin) return
      const passed = { position: state.position, count: unsaved, at: state.seenAt ?? new Date() }
      await moveCheckpoint(connection, runner, stored, passed)
      moved(passed)
    },
    /** Throws when the table is not as this runner left it, or does not answer in time. */
    check: async (): Promise<void> => {
      if ((await within(checkPatience, readPosition(connection, runner))) !== stored)
        throw new CheckpointMoved(`The checkpoint of ${runner.kind} ${runner.name} was taken away`)
    },
  }
}

/** The events that a runner handles, of all that there are. */
export const wantedOf = ({ eventTypes }: Runner, events: RecordedEvent[]): RecordedEvent[] =>
  events.filter(({ type }) => eventTypes.includes(type))

/** Whether a new term may get past an error, without any event being to blame. */
export const mayWorkLater = (error: unknown): boolean =>
  isTransient(error) || error instanceof CheckpointMoved

const problemOf = (event: RecordedEvent, error: unknown): Problem => ({
  eventId: event.id,
  position: String(event.position),
  type: event.type,
  stream: event.stream,
  reason: reasonOf(error),
  at: new Date().toISOString(),
})
