import type { EventStore } from '../event-store/event-store.ts'
import { signAppends, writerKeyOf } from '../log-proof/writer-mac.ts'
import { countAppends } from '../metrics/log-metrics.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { traceAppends } from '../tracing/trace-appends.ts'
import type { Tracing } from '../tracing/tracing.ts'

/**
 * The same event log as a service appends to it: each append is counted, and is a span. With
 * `LOG_WRITER_KEY` (32 bytes) each event bears its MAC, over the name of that span too.
 */
export const wrapAppends = (
  eventStore: EventStore,
  options: { metrics: Metrics; tracing: Tracing | undefined; writerKey: Buffer | undefined },
): EventStore => {
  const { metrics, tracing, writerKey } = options
  const counted = countAppends(eventStore, metrics)
  const signed = writerKey ? signAppends(counted, writerKeyOf(writerKey)) : counted
  return traceAppends(signed, tracing)
}
