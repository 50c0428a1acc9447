import type { EventStore } from '../event-store/event-store.ts'
import { signAppends, writerKeyOf } from '../log-proof/writer-mac.ts'
import { countAppends } from '../metrics/log-metrics.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Pool } from '../postgres/pool.ts'
import { traceAppends } from '../tracing/trace-appends.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { guardAppends } from './guard-appends.ts'

/**
 * The same event log as a service appends to it: only if it is the one that `pool` knows, and each append
 * is counted, and is a span. With `LOG_WRITER_KEY` (32 bytes) each event bears its MAC, over the name of
 * that span too.
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
