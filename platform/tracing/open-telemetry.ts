import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { throttle } from '../async/throttle.ts'
import { withTimeout } from '../async/with-timeout.ts'
import type { Log } from '../log.ts'
import type { Span, Tracing } from './tracing.ts'

const kinds = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}
const closeTimeout = 2_000
/** Milliseconds between two lines of the log about spans that did not arrive. */
const reportPause = 60_000

/**
 * Sends spans to a collector by OTLP over HTTP, in batches, every 5 s. At most 2,048 spans wait, and
 * more than that are dropped: a collector that is away costs nothing but its traces.
 *
 * Nothing is registered for the whole process, so that two shops in one do not share spans.
 *
 * @param options.endpoint the collector's address; the spans go to its `v1/traces`
 */
export const openTelemetry = (options: {
  endpoint: string
  service: string
  log: Log
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

  return {
    start: (name, { kind, parent, claimed, attributes = {}, startedAt }) => {
      const links = contextOf(claimed) ? [{ context: contextOf(claimed) as SpanContext }] : []
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, links, ...(startedAt && { startTime: startedAt }) },
        below(parent),
      )
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-0${traceFlags.toString(16)}`,
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

/** Null for what is no `traceparent`. */
const contextOf = (traceparent: string | undefined): SpanContext | null =>
  traceparent === undefined ? null : parseTraceParent(traceparent)

const below = (parent: string | undefined): Context => {
  const context = contextOf(parent)
  return context ? trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote: true }) : ROOT_CONTEXT
}

/** The same exporter; that spans do not arrive is said in the log, once a minute. */
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
