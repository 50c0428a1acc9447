import { blamesEvent, handleAround } from './catch-up-parking.ts'
import { CheckpointMoved, moveCheckpoint, type Passed, readPosition } from './checkpoint.ts'
import type { Position, RecordedEvent } from './event-store.ts'
import type { Log } from './log.ts'
import { pause } from './own-connection.ts'
import { type Parked, park, parkedAmong } from './parked.ts'
import type { Connection } from './postgres.ts'
import { reasonOf, stackOf } from './reason.ts'
import type { CatchUpState, Runner } from './runner.ts'
import { within } from './within.ts'

/** Milliseconds between the attempts at a batch that cannot be applied. */
const pausesBetweenTries = [50, 250, 1_000]
/**
 * Milliseconds after parking a stream during which the next failing batch is not retried before its
 * bad event is parked too: many bad events then delay nobody, and parked ones are retried anyway.
 */
const impatience = 60_000

/** Timeout in milliseconds for the check of an idle connection. */
const checkPatience = 3_000

/**
 * Writes the results of events together with the checkpoint, and counts the events that are only
 * skipped: `state.position` may be ahead of the table by these, until the next rows or `save`. A
 * stream is parked at an event that cannot be applied, and its later events are skipped.
 */
export const openWriter = (
  runner: Runner,
  connection: Connection,
  from: Position,
  state: CatchUpState,
  { signal, log }: { signal: AbortSignal; log: Log },
) => {
  let stored = from
  let unsaved = 0
  let movedAt = Date.now()
  let parkedAt = Number.NEGATIVE_INFINITY

  const moved = (passed: Passed) => {
    stored = passed.position
    state.position = passed.position
    state.seenAt = passed.at
    unsaved = 0
    movedAt = Date.now()
  }

  /** Runs one transaction; `write` returns what is parked once the transaction is committed. */
  const commit = async (position: Position, write: () => Promise<Parked>) => {
    await connection.query('begin')
    let parked: Parked
    try {
      parked = await write()
    } catch (error) {
      await connection.query('rollback')
      throw error
    }
    const announcement = state.building ? null : runner.announcement(position, parked)
    const result: unknown = await connection.query(
      `commit${announcement ? `; ${announcement}` : ''}`,
    )
    // A statement that failed inside `handle` without throwing turns the commit into a rollback.
    const [end] = Array.isArray(result) ? result : [result]
    if (end.command !== 'COMMIT') throw new Error('A failed statement was passed over in silence')
    state.parked = parked
    state.status = 'running'
    delete state.problem
  }

  const begin = async (wanted: RecordedEvent[], passed: Passed) => {
    if (wanted.some(({ type }) => runner.durableTypes?.includes(type)))
      await connection.query('set local synchronous_commit = on')
    await moveCheckpoint(connection, runner, stored, passed)
  }

  const commitAll = (wanted: RecordedEvent[], passed: Passed) =>
    commit(passed.position, async () => {
      await begin(wanted, passed)
      await runner.handle(wanted, connection)
      return state.parked
    })

  const commitAround = async (wanted: RecordedEvent[], passed: Passed) => {
    let culprits: Awaited<ReturnType<typeof handleAround>> = []
    await commit(passed.position, async () => {
      await begin(wanted, passed)
      culprits = await handleAround(runner.handle, connection, wanted)
      await park(connection, runner, culprits)
      const { streams, from: first, mended } = state.parked
      const earliest = first ?? culprits[0]?.event.position ?? null
      return { streams: streams + culprits.length, from: earliest, mended }
    })
    const [first] = culprits
    if (!first) return
    parkedAt = Date.now()
    const { id, type, stream, position } = first.event
    log.error(
      {
        ...{ parked: culprits.length, eventId: id, type, stream, position: String(position) },
        reason: first.reason,
      },
      'parked a stream at an event that cannot be applied',
    )
  }

  const commitWhatCanBe = async (wanted: RecordedEvent[], passed: Passed) => {
    const pauses = Date.now() - parkedAt < impatience ? [] : pausesBetweenTries
    for (let tries = 0; ; tries++) {
      try {
        return await commitAll(wanted, passed)
      } catch (error) {
        if (!blamesEvent(error) || signal.aborted) throw error
        const wait = pauses[tries]
        const details = { reason: reasonOf(error), stack: stackOf(error) }
        log.warn(details, 'a batch cannot be applied')
        if (wait === undefined) return commitAround(wanted, passed)
        await pause(wait, signal)
      }
    }
  }

  /** Later events of a parked stream wait. One statement, and none while nothing is parked. */
  const withoutParked = async (wanted: RecordedEvent[]) => {
    if (state.parked.streams === 0 || wanted.length === 0) return wanted
    const streams = [...new Set(wanted.map(({ stream }) => stream))]
    const parked = await parkedAmong(connection, runner, streams)
    return parked.size === 0 ? wanted : wanted.filter(({ stream }) => !parked.has(stream))
  }

  return {
    /** True when it committed, and so announced; false when the events were only skipped. */
    write: async (events: RecordedEvent[], last: RecordedEvent): Promise<boolean> => {
      const wanted = await withoutParked(wantedOf(runner, events))
      if (wanted.length === 0) {
        state.position = last.position
        state.seenAt = last.recordedAt
        unsaved += events.length
        return false
      }
      const count = unsaved + events.length
      const passed = { position: last.position, count, at: last.recordedAt }
      await commitWhatCanBe(wanted, passed)
      moved(passed)
      return true
    },
    commit,
    /** Brings the table up to `state.position`, unless updated in the last `notWithin` ms. */
    save: async (notWithin = 0): Promise<void> => {
      if (state.position === stored || Date.now() - movedAt < notWithin) return
      const passed = { position: state.position, count: unsaved, at: state.seenAt ?? new Date() }
      await moveCheckpoint(connection, runner, stored, passed)
      moved(passed)
    },
    /** Throws when the table is not as this processor left it, or on a timeout. */
    check: async (): Promise<void> => {
      if ((await within(checkPatience, readPosition(connection, runner))) !== stored)
        throw new CheckpointMoved(`The checkpoint of ${runner.kind} ${runner.name} was taken away`)
    },
  }
}

export type Writer = ReturnType<typeof openWriter>

/** The events that a processor handles, out of all given events. */
export const wantedOf = ({ eventTypes }: Runner, events: RecordedEvent[]): RecordedEvent[] =>
  events.filter(({ type }) => eventTypes.includes(type))
