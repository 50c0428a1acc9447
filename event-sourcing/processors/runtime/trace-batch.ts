import type { RecordedEvent } from '../../event-store/event-store.ts'
import { traceparentOf } from '../../tracing.ts'
import type { ParkedEvent } from './parked-streams.ts'
import type { Lease } from './processor.ts'

/**
 * Begins a span below each event that belongs to a trace; call the result when the events are
 * committed. A rebuild is not part of the traces of its events, and has no spans. Events that could
 * not be applied have failed ones. A try that rolls everything back leaves none.
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
