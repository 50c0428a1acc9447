import { abortableSleep } from '../../async/abortable-sleep.ts'
import type { RecordedEvent } from '../../event-store/event-store.ts'
import type { CheckpointAdvance } from './checkpoint.ts'
import type { Checkpointer } from './checkpointer.ts'
import { commit } from './commit.ts'
import { errorSummary, stackFrames } from './error-summary.ts'
import { isCausedByEvent } from './failure-isolation.ts'
import type { ParkedEvent, ParkedSummary } from './parked-streams.ts'
import { handleAndPark, logParked, withoutParked } from './parking.ts'
import { type Lease, relevantEvents } from './processor.ts'
import { traceBatch } from './trace-batch.ts'

/** Milliseconds between the attempts at a batch that cannot be applied. */
const pausesBetweenTries = [50, 250, 1_000]
/**
 * Milliseconds after parking a stream during which the next failing batch is not retried before its
 * bad event is parked too: many bad events then delay nobody, and parked ones are retried anyway.
 */
const parkAtOnceWindow = 60_000

type Batch = { wanted: RecordedEvent[]; passed: CheckpointAdvance }

/**
 * Writes the results of events together with the checkpoint. A stream is parked at an event that
 * cannot be applied, and its later events are skipped.
 *
 * @returns true when it committed, and so announced; false when the events were only skipped
 */
export const openBatchWriter = (lease: Lease, checkpointer: Checkpointer) => {
  const { processor, connection, state, signal, log } = lease
  let parkedAt = Number.NEGATIVE_INFINITY

  const commitBatch = ({ wanted, passed }: Batch, handle: () => Promise<ParkedSummary>) =>
    commit(lease, passed.position, async () => {
      if (wanted.some(({ type }) => processor.durableTypes?.includes(type)))
        await connection.query('set local synchronous_commit = on')
      await checkpointer.move(passed)
      return handle()
    })

  const commitWhole = (batch: Batch) =>
    commitBatch(batch, async () => {
      await processor.handle(batch.wanted, connection)
      return state.parked
    })

  const commitAndPark = async (batch: Batch): Promise<ParkedEvent[]> => {
    let culprits: ParkedEvent[] = []
    await commitBatch(batch, async () => {
      const handled = await handleAndPark(lease, batch.wanted)
      culprits = handled.culprits
      return handled.parked
    })
    if (culprits.length > 0) parkedAt = Date.now()
    logParked(lease, culprits)
    return culprits
  }

  const commitWithRetries = async (batch: Batch): Promise<ParkedEvent[]> => {
    const pauses = Date.now() - parkedAt < parkAtOnceWindow ? [] : pausesBetweenTries
    for (let tries = 0; ; tries++) {
      try {
        await commitWhole(batch)
        return []
      } catch (error) {
        if (!isCausedByEvent(error) || processor.neverParks || signal.aborted) throw error
        const wait = pauses[tries]
        const details = { reason: errorSummary(error), stack: stackFrames(error) }
        log.warn(details, 'a batch cannot be applied')
        if (wait === undefined) return commitAndPark(batch)
        await abortableSleep(wait, signal)
      }
    }
  }

  return async (events: RecordedEvent[], last: RecordedEvent): Promise<boolean> => {
    const wanted = await withoutParked(lease, relevantEvents(processor, events))
    if (wanted.length === 0) {
      checkpointer.skip(events, last)
      return false
    }
    const passed = checkpointer.advanceOver(events, last)
    const traced = traceBatch(lease, wanted)
    traced(await commitWithRetries({ wanted, passed }))
    checkpointer.moved(passed)
    return true
  }
}
