import type { RecordedEvent } from '../../event-store/event-store.ts'
import { countRetry } from './checkpoint.ts'
import type { Checkpointer } from './checkpointer.ts'
import { commit } from './commit.ts'
import { errorSummary } from './error-summary.ts'
import { handleUntilFailure, isRetryable } from './failure-isolation.ts'
import { firstParkedPosition } from './parked-streams.ts'
import { type Lease, relevantEvents } from './processor.ts'
import {
  deferFrom,
  dueForRetry,
  type ParkedStream,
  recordFailedRetry,
  reparkAt,
  unpark,
} from './retried-streams.ts'

/** How often a parked stream is retried, in milliseconds. */
const defaultPause = 60_000
/** The maximum number of streams per round. A round runs at most once a second, between batches. */
const maxStreams = 100
/** The maximum number of a stream's events per transaction; the rest are due in the next round. */
const maxEvents = 500
/** After this many milliseconds, a round leaves the remaining streams to the next one. */
const maxRoundTime = 500

/**
 * Retries parked streams: all of them when a lease begins, then each once a minute. A transaction
 * applies a stream's waiting events from the log, in order, up to the first one that still fails.
 *
 * @returns a function that runs one round; it throws any error that ends the lease
 */
export const openRetries = (lease: Lease, checkpointer: Checkpointer) => {
  const { processor, connection, state, log, retryPause = defaultPause } = lease
  const begun = performance.now()
  return async (): Promise<void> => {
    const { streams } = state.parked
    if (streams === 0) return
    const roundBegun = performance.now()
    const olderThan = Math.min(retryPause, roundBegun - begun)
    const due = await dueForRetry(connection, processor, { olderThan, limit: maxStreams })
    // Move the stored checkpoint past the skipped events first: an event that is applied now must
    // not be delivered again.
    if (due.length > 0) await checkpointer.save()
    for (const parked of due) {
      if (performance.now() - roundBegun > maxRoundTime) break
      if (!(await retry(lease, parked))) break
    }
    const done = streams - state.parked.streams
    if (done > 0) log.warn({ streams: done, left: state.parked.streams }, 'parked streams continue')
  }
}

/** False if the log is unavailable: the other streams then cannot be read either. */
const retry = async (lease: Lease, parked: ParkedStream): Promise<boolean> => {
  const { processor, connection, state } = lease
  let waiting: RecordedEvent[]
  try {
    waiting = await waitingIn(lease, parked)
  } catch (error) {
    if (isRetryable(error)) return false
    await recordFailedRetry(connection, processor, parked.stream, errorSummary(error))
    return true
  }
  await commit(lease, state.position, async () => {
    const { streams, retries } = state.parked
    await countRetry(connection, processor, { position: state.position, retries })
    const tried = waiting.slice(0, maxEvents)
    const culprit = await handleUntilFailure(processor.handle, connection, tried)
    const next = waiting[maxEvents]
    if (culprit) await reparkAt(connection, processor, culprit)
    else if (next) await deferFrom(connection, processor, next)
    else await unpark(connection, processor, parked.stream)
    return {
      streams: culprit || next ? streams : streams - 1,
      firstPosition: await firstParkedPosition(connection, processor),
      retries: retries + 1n,
    }
  })
  return true
}

const waitingIn = async (
  { processor, eventStore, state }: Lease,
  { stream, revision }: ParkedStream,
): Promise<RecordedEvent[]> =>
  relevantEvents(processor, await eventStore.readStream(stream)).filter(
    (event) => event.revision >= revision && event.position <= state.position,
  )
