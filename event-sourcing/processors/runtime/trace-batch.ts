import type { RecordedEvent } from '../../event-store/event-store.ts'
import { traceparentOf } from '../../tracing.ts'
import type { ParkedEvent } from './parked-streams.ts'
import type { Lease } from './processor.ts'

/**
 * Starts a child span for each event that belongs to a trace; call the returned function when the
 * events are committed. A rebuild is not part of its events' traces and has no spans. Events that
 * could not be applied get failed spans. A try that rolls everything back leaves no spans.
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
