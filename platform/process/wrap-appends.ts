import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Tracing } from '@strand/event-sourcing/tracing'
import { signAppends, writerKeyOf } from '@strand/log-proof/writer-mac'
import { countAppends } from '../metrics/log-metrics.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { traceAppends } from '../tracing/trace-appends.ts'
import { guardAppends } from './guard-appends.ts'

/**
 * Wraps the event log for a service that appends: refuses appends to a log that does not match the
 * database of `pool`, counts each append and traces it with a span. With `LOG_WRITER_KEY` (32
 * bytes), each event gets a MAC, which also covers the `traceparent` in the event's metadata.
 */
export const wrapAppends = (
  eventStore: EventStore,
  options: {
    pool: Pool
    metrics: Metrics
    tracing: Tracing | undefined
    writerKey: Buffer | undefined
  },
): EventStore => {
  const { pool, metrics, tracing, writerKey } = options
  const counted = countAppends(guardAppends(eventStore, pool), metrics)
  const signed = writerKey ? signAppends(counted, writerKeyOf(writerKey)) : counted
  return traceAppends(signed, tracing)
}
