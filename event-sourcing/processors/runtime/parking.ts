import type { RecordedEvent } from '../../event-store/event-store.ts'
import { handleIsolatingFailures } from './failure-isolation.ts'
import { filterParked, type ParkedEvent, type ParkedSummary, park } from './parked-streams.ts'
import type { Lease } from './processor.ts'

/** Leaves out events of parked streams. Needs one statement, or none if no stream is parked. */
export const withoutParked = async (
  { processor, connection, state }: Lease,
  wanted: RecordedEvent[],
): Promise<RecordedEvent[]> => {
  if (state.parked.streams === 0 || wanted.length === 0) return wanted
  const streams = [...new Set(wanted.map(({ stream }) => stream))]
  const parked = await filterParked(connection, processor, streams)
  return parked.size === 0 ? wanted : wanted.filter(({ stream }) => !parked.has(stream))
}

/**
 * Handles the events in the caller's transaction, and parks the streams of events that cannot be
 * applied. Returns these events, and what will be parked once the transaction is committed.
 */
export const handleAndPark = async (
  { processor, connection, state }: Lease,
  wanted: RecordedEvent[],
): Promise<{ culprits: ParkedEvent[]; parked: ParkedSummary }> => {
  const culprits = await handleIsolatingFailures(processor.handle, connection, wanted)
  await park(connection, processor, culprits)
  const { streams, firstPosition, retries } = state.parked
  const earliest = firstPosition ?? culprits[0]?.event.position ?? null
  return {
    culprits,
    parked: { streams: streams + culprits.length, firstPosition: earliest, retries },
  }
}

export const logParked = ({ log }: Lease, culprits: ParkedEvent[]): void => {
  const [first] = culprits
  if (!first) return
  const { id, type, stream, position } = first.event
  log.error(
    {
      parked: culprits.length,
      eventId: id,
      type,
      stream,
      position: String(position),
      reason: first.reason,
    },
    'parked a stream at an event that cannot be applied',
  )
}
