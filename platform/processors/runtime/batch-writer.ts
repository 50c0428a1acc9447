import { abortableSleep } from '../../async/abortable-sleep.ts'
import { withTimeout } from '../../async/with-timeout.ts'
import type { Position, RecordedEvent } from '../../event-store/event-store.ts'
import type { Log } from '../../log.ts'
import type { Connection } from '../../postgres/pool.ts'
import {
  type CheckpointAdvance,
  CheckpointMoved,
  moveCheckpoint,
  readPosition,
} from './checkpoint.ts'
import { errorSummary, stackFrames } from './error-summary.ts'
import { handleIsolatingFailures, isCausedByEvent } from './failure-isolation.ts'
import { filterParked, type ParkedSummary, park } from './parked-streams.ts'
import type { Processor, ProcessorState } from './processor.ts'

/** Milliseconds between the attempts at a batch that cannot be applied. */
const pausesBetweenTries = [50, 250, 1_000]
/**
 * Milliseconds after parking a stream during which the next failing batch is not retried before its
 * bad event is parked too: many bad events then delay nobody, and parked ones are retried anyway.
 */
const parkAtOnceWindow = 60_000

/** Timeout in milliseconds for the check of an idle connection. */
const checkTimeout = 3_000

/**
 * Writes the results of events together with the checkpoint, and counts the events that are only
 * skipped: `state.position` may be ahead of the table by these, until the next rows or `save`. A
 * stream is parked at an event that cannot be applied, and its later events are skipped.
 */
export const openBatchWriter = (
  processor: Processor,
  connection: Connection,
  from: Position,
  state: ProcessorState,
  { signal, log }: { signal: AbortSignal; log: Log },
) => {
  let stored = from
  let unsaved = 0
  let movedAt = Date.now()
  let parkedAt = Number.NEGATIVE_INFINITY

  const moved = (passed: CheckpointAdvance) => {
    stored = passed.position
    state.position = passed.position
    state.seenAt = passed.at
    unsaved = 0
    movedAt = Date.now()
  }

  /** Runs one transaction; `write` returns what is parked once the transaction is committed. */
  const commit = async (position: Position, write: () => Promise<ParkedSummary>) => {
    await connection.query('begin')
    let parked: ParkedSummary
    try {
      parked = await write()
    } catch (error) {
      await connection.query('rollback')
      throw error
    }
    const announcement = state.building ? null : processor.announcement(position, parked)
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

  const begin = async (wanted: RecordedEvent[], passed: CheckpointAdvance) => {
    if (wanted.some(({ type }) => processor.durableTypes?.includes(type)))
      await connection.query('set local synchronous_commit = on')
    await moveCheckpoint(connection, processor, stored, passed)
  }

  const commitAll = (wanted: RecordedEvent[], passed: CheckpointAdvance) =>
    commit(passed.position, async () => {
      await begin(wanted, passed)
      await processor.handle(wanted, connection)
      return state.parked
    })

  const commitIsolatingFailures = async (wanted: RecordedEvent[], passed: CheckpointAdvance) => {
    let culprits: Awaited<ReturnType<typeof handleIsolatingFailures>> = []
    await commit(passed.position, async () => {
      await begin(wanted, passed)
      culprits = await handleIsolatingFailures(processor.handle, connection, wanted)
      await park(connection, processor, culprits)
      const { streams, firstPosition, retries } = state.parked
      const earliest = firstPosition ?? culprits[0]?.event.position ?? null
      return { streams: streams + culprits.length, firstPosition: earliest, retries }
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

  const commitWithRetries = async (wanted: RecordedEvent[], passed: CheckpointAdvance) => {
    const pauses = Date.now() - parkedAt < parkAtOnceWindow ? [] : pausesBetweenTries
    for (let tries = 0; ; tries++) {
      try {
        return await commitAll(wanted, passed)
      } catch (error) {
        if (!isCausedByEvent(error) || signal.aborted) throw error
        const wait = pauses[tries]
        const details = { reason: errorSummary(error), stack: stackFrames(error) }
        log.warn(details, 'a batch cannot be applied')
        if (wait === undefined) return commitIsolatingFailures(wanted, passed)
        await abortableSleep(wait, signal)
      }
    }
  }

  /** Later events of a parked stream wait. One statement, and none while nothing is parked. */
  const withoutParked = async (wanted: RecordedEvent[]) => {
    if (state.parked.streams === 0 || wanted.length === 0) return wanted
    const streams = [...new Set(wanted.map(({ stream }) => stream))]
    const parked = await filterParked(connection, processor, streams)
    return parked.size === 0 ? wanted : wanted.filter(({ stream }) => !parked.has(stream))
  }

  return {
    /** True when it committed, and so announced; false when the events were only skipped. */
    write: async (events: RecordedEvent[], last: RecordedEvent): Promise<boolean> => {
      const wanted = await withoutParked(relevantEvents(processor, events))
      if (wanted.length === 0) {
        state.position = last.position
        state.seenAt = last.recordedAt
        unsaved += events.length
        return false
      }
      const count = unsaved + events.length
      const passed = { position: last.position, count, at: last.recordedAt }
      await commitWithRetries(wanted, passed)
      moved(passed)
      return true
    },
    commit,
    /** Brings the table up to `state.position`, unless updated in the last `notWithin` ms. */
    save: async (notWithin = 0): Promise<void> => {
      if (state.position === stored || Date.now() - movedAt < notWithin) return
      const passed = { position: state.position, count: unsaved, at: state.seenAt ?? new Date() }
      await moveCheckpoint(connection, processor, stored, passed)
      moved(passed)
    },
    /** Throws when the table is not as this processor left it, or on a timeout. */
    check: async (): Promise<void> => {
      if ((await withTimeout(checkTimeout, readPosition(connection, processor))) !== stored)
        throw new CheckpointMoved(
          `The checkpoint of ${processor.kind} ${processor.name} was moved or removed`,
        )
    },
  }
}

export type BatchWriter = ReturnType<typeof openBatchWriter>

/** The events that a processor handles, out of all given events. */
export const relevantEvents = (
  { eventTypes }: Processor,
  events: RecordedEvent[],
): RecordedEvent[] => events.filter(({ type }) => eventTypes.includes(type))
