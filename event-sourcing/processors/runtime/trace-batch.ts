import type { RecordedEvent } from '../../event-store/event-store.ts'
import { traceparentOf } from '../../tracing.ts'
import type { ParkedEvent } from './parked-streams.ts'
import type { Lease } from './processor.ts'

/**
 * Traces a batch. Call the returned function once the events are committed: it makes a child span
 * for each event that belongs to a trace, and a failed one for each event that could not be
 * applied. Events that are rolled back get no spans. Neither do the events of a rebuild, because a
 * rebuild is not part of their traces.
 */
export const traceBatch = (
  { processor, state, tracing }: Lease,
  events: RecordedEvent[],
): ((parked: ParkedEvent[]) => void) => {
  if (!tracing || state.mode !== 'serving') return () => {}
  const { kind, name } = processor
  const startedAt = Date.now()
  return (parked) => {
    const failed = new Set(parked.map(({ event }) => event.id))
    for (const event of events) {
      const parent = traceparentOf(event)
      if (!parent) continue
      const attributes = { 'strand.event.type': event.type }
      tracing
        .start(`${kind} ${name}`, { kind: 'consumer', parent, attributes, startedAt })
        .end({ failed: failed.has(event.id) })
    }
  }
}
