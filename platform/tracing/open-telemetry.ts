import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { throttle } from '@strand/event-sourcing/async/throttle'
import { withTimeout } from '@strand/event-sourcing/async/with-timeout'
import type { Log } from '@strand/event-sourcing/log'
import type { Span, Tracing } from '@strand/event-sourcing/tracing'

const kinds = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}
const closeTimeout = 2_000
/** The pause between two reports of lost spans in the log, in milliseconds. */
const reportPause = 60_000
/** More orders than a busy shop gets in a second, so that only a flood loses traces. */
const usualTracesPerSecond = 50

/**
 * The span of work that is not traced. According to the W3C standard, its `traceparent` is invalid.
 */
const notSent: Span = {
  traceparent: `00-${'0'.repeat(32)}-${'0'.repeat(16)}-00`,
  isSent: false,
  end: () => {},
}

/**
 * Sends spans to a collector by OTLP over HTTP, in batches, every 5 s. At most 2,048 spans wait,
 * and further ones are dropped, so an unreachable collector costs nothing but traces. Only the
 * first 50 traces that begin in a second are sent, each completely.
 *
 * Registers nothing for the whole process, so that two shops in one process do not share spans.
 *
 * @param options.endpoint the collector's address; spans go to its `v1/traces`
 */
export const openTelemetry = (options: {
  endpoint: string
  service: string
  log: Log
  maxTracesPerSecond?: number
}): Tracing => {
  const url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = reporting(new OTLPTraceExporter({ url }), options.log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'strand',
      'service.name': options.service,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('strand')
  const storage = new AsyncLocalStorage<Span>()
  const mayBegin = atMostPerSecond(options.maxTracesPerSecond ?? usualTracesPerSecond)

  return {
    start: (name, { kind, parent, claimed, attributes = {}, startedAt }) => {
      const cause = contextOf(parent)
      if (parent === notSent.traceparent || (!cause && !mayBegin())) return notSent
      const claim = contextOf(claimed)
      const links = claim ? [{ context: claim }] : []
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, links, ...(startedAt && { startTime: startedAt }) },
        below(cause),
      )
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-0${traceFlags.toString(16)}`,
        isSent: true,
        end: ({ attributes: more, failed } = {}) => {
          if (more) span.setAttributes(more)
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    within: (span, work) => storage.run(span, work),
    current: () => storage.getStore(),
    close: () => withTimeout(closeTimeout, provider.shutdown()).catch(() => {}),
  }
}

type SpanContext = NonNullable<ReturnType<typeof parseTraceParent>>

/** Null for an invalid `traceparent`. */
const contextOf = (traceparent: string | undefined): SpanContext | null =>
  traceparent === undefined ? null : parseTraceParent(traceparent)

const below = (cause: SpanContext | null): Context =>
  cause ? trace.setSpanContext(ROOT_CONTEXT, { ...cause, isRemote: true }) : ROOT_CONTEXT

/** Returns true for the first `most` calls of each second. */
const atMostPerSecond = (most: number) => {
  let [second, begun] = [0, 0]
  return (): boolean => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, begun] = [now, 0]
    return ++begun <= most
  }
}

/** Wraps an exporter to report lost spans in the log, once a minute. */
const reporting = (exporter: SpanExporter, log: Log): SpanExporter => {
  const report = throttle<Error | undefined>(reportPause, (err, suppressed) =>
    log.warn({ err, suppressed }, 'traces do not reach OTEL_EXPORTER_OTLP_ENDPOINT'),
  )
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) report(result.error)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
