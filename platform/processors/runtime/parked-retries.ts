import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts'
import type { Log } from '../../log.ts'
import type { Connection } from '../../postgres/pool.ts'
import { type BatchWriter, relevantEvents } from './batch-writer.ts'
import { countRetry } from './checkpoint.ts'
import { errorSummary } from './error-summary.ts'
import { handleUntilFailure, isRetryable } from './failure-isolation.ts'
import {
  deferFrom,
  dueForRetry,
  firstParkedPosition,
  type ParkedStream,
  recordFailedRetry,
  reparkAt,
  unpark,
} from './parked-streams.ts'
import type { Processor, ProcessorState } from './processor.ts'

/** Milliseconds between two retries of a parked stream. */
const defaultPause = 60_000
/** Streams per round. A round runs at most once a second, with batches in between. */
const mostStreams = 100
/** Events of a stream that one transaction applies; the rest is due in the next round. */
const mostEvents = 500
/** Milliseconds after which a round leaves the remaining streams to the next one. */
const longestRound = 500

/**
 * Retries parked streams: all of them at the start of a lease, then each once a minute. A stream's
 * waiting events are read from the log and applied in order, in one transaction, as far as
 * possible.
 */
export const openRetries = (options: {
  processor: Processor
  connection: Connection
  eventStore: EventStore
  writer: BatchWriter
  state: ProcessorState
  log: Log
  retryPause?: number
}) => {
  const { processor, connection, eventStore, writer, state, log } = options
  const begun = performance.now()

  const waitingIn = async ({ stream, revision }: ParkedStream): Promise<RecordedEvent[]> =>
    relevantEvents(processor, await eventStore.readStream(stream)).filter(
      (event) => event.revision >= revision && event.position <= state.position,
    )

  /** False when the log is unavailable, so that the other streams need not be tried either. */
  const retry = async (parked: ParkedStream): Promise<boolean> => {
    let waiting: RecordedEvent[]
    try {
      waiting = await waitingIn(parked)
    } catch (error) {
      if (isRetryable(error)) return false
      await recordFailedRetry(connection, processor, parked.stream, errorSummary(error))
      return true
    }
    await writer.commit(state.position, async () => {
      const { streams, retries } = state.parked
      await countRetry(connection, processor, { position: state.position, retries })
      const culprit = await handleUntilFailure(
        processor.handle,
        connection,
        waiting.slice(0, mostEvents),
      )
      const next = waiting[mostEvents]
      if (culprit) await reparkAt(connection, processor, culprit)
      else if (next) await deferFrom(connection, processor, next)
      else await unpark(connection, processor, parked.stream)
      const left = culprit || next ? streams : streams - 1
      return {
        streams: left,
        firstPosition: await firstParkedPosition(connection, processor),
        retries: retries + 1n,
      }
    })
    return true
  }

  return {
    /** Runs one round. Throws any error that ends the lease. */
    round: async (): Promise<void> => {
      if (state.parked.streams === 0) return
      const { streams } = state.parked
      const roundBegun = performance.now()
      const olderThan = Math.min(options.retryPause ?? defaultPause, roundBegun - begun)
      const due = await dueForRetry(connection, processor, { olderThan, limit: mostStreams })
      // Save the skipped events first: an event that is applied now must not be delivered again.
      if (due.length > 0) await writer.save()
      for (const parked of due) {
        if (performance.now() - roundBegun > longestRound) break
        if (!(await retry(parked))) break
      }
      const done = streams - state.parked.streams
      if (done > 0)
        log.warn({ streams: done, left: state.parked.streams }, 'parked streams continue')
    },
  }
}
