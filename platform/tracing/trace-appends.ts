import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Tracing } from '@strand/event-sourcing/tracing'

/**
 * Wraps the event log so that each append is a child span of the current one. Its events name that
 * span in their metadata, so that processors continue its trace. Without tracing, returns the log
 * itself.
 */
export const traceAppends = (eventStore: EventStore, tracing: Tracing | undefined): EventStore => {
  if (!tracing) return eventStore
  const append: EventStore['append'] = async (stream, events, expected) => {
    const span = tracing.start('append', {
      kind: 'producer',
      parent: tracing.current()?.traceparent,
      attributes: {
        'strand.event.type': events[0]?.type ?? '',
        'strand.events': events.length,
      },
    })
    if (!span.isSent) return eventStore.append(stream, events, expected)
    const { traceparent } = span
    const traced = events.map((one) => ({ ...one, metadata: { ...one.metadata, traceparent } }))
    try {
      const result = await eventStore.append(stream, traced, expected)
      const outcome = !result.ok ? 'conflict' : result.repeated ? 'repeated' : 'appended'
      span.end({ attributes: { 'strand.append': outcome } })
      return result
    } catch (error) {
      span.end({ attributes: { 'strand.append': 'failed' }, failed: true })
      throw error
    }
  }
  return { ...eventStore, append }
}
