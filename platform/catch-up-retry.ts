import { handleUpTo, mayWorkLater } from './catch-up-parking.ts'
import { type Writer, wantedOf } from './catch-up-writer.ts'
import { countMended } from './checkpoint.ts'
import type { EventStore, RecordedEvent } from './event-store.ts'
import type { Log } from './log.ts'
import {
  dueForRetry,
  firstParked,
  goOnFrom,
  type ParkedStream,
  stillParked,
  triedInVain,
  unpark,
} from './parked.ts'
import type { Connection } from './postgres.ts'
import { reasonOf } from './reason.ts'
import type { CatchUpState, Runner } from './runner.ts'

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
  runner: Runner
  connection: Connection
  eventStore: EventStore
  writer: Writer
  state: CatchUpState
  log: Log
  retryPause?: number
}) => {
  const { runner, connection, eventStore, writer, state, log } = options
  const begun = performance.now()

  const waitingIn = async ({ stream, revision }: ParkedStream): Promise<RecordedEvent[]> =>
    wantedOf(runner, await eventStore.readStream(stream)).filter(
      (event) => event.revision >= revision && event.position <= state.position,
    )

  /** False when the log is unavailable, so that the other streams need not be tried either. */
  const retry = async (parked: ParkedStream): Promise<boolean> => {
    let waiting: RecordedEvent[]
    try {
      waiting = await waitingIn(parked)
    } catch (error) {
      if (mayWorkLater(error)) return false
      await triedInVain(connection, runner, parked.stream, reasonOf(error))
      return true
    }
    await writer.commit(state.position, async () => {
      const { streams, mended } = state.parked
      await countMended(connection, runner, { position: state.position, mended })
      const culprit = await handleUpTo(runner.handle, connection, waiting.slice(0, mostEvents))
      const next = waiting[mostEvents]
      if (culprit) await stillParked(connection, runner, culprit)
      else if (next) await goOnFrom(connection, runner, next)
      else await unpark(connection, runner, parked.stream)
      const left = culprit || next ? streams : streams - 1
      return { streams: left, from: await firstParked(connection, runner), mended: mended + 1n }
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
      const due = await dueForRetry(connection, runner, { olderThan, limit: mostStreams })
      // Save the skipped events first: an event that is applied now must not be delivered again.
      if (due.length > 0) await writer.save()
      for (const parked of due) {
        if (performance.now() - roundBegun > longestRound) break
        if (!(await retry(parked))) break
      }
      const done = streams - state.parked.streams
      if (done > 0) log.warn({ streams: done, left: state.parked.streams }, 'parked streams go on')
    },
  }
}
