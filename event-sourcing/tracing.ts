/**
 * The port for tracing, which the rest of the code depends on. Spans refer to each other by W3C
 * `traceparent`s, in a request's header, in an event's metadata or within the process. The only
 * implementation, `open-telemetry.ts`, is loaded if the shop has somewhere to send spans.
 */

/** `http.route` and the like; never an id, an address or anything that a person typed. */
type SpanAttributes = Record<string, string | number>

export type Span = {
  /**
   * Identifies this span as the parent of another span in the same trace, here or in another
   * process.
   */
  traceparent: string
  /**
   * False if the span's trace is not sent: then events need not refer to it, and child spans are
   * not sent.
   */
  isSent: boolean
  /** Ends the span; call it once. */
  end: (outcome?: { attributes?: SpanAttributes; failed?: boolean }) => void
}

type SpanStart = {
  /** `server` answers a request, `producer` writes events, `consumer` processes one. */
  kind: 'server' | 'producer' | 'consumer'
  /**
   * The `traceparent` of the span that caused it. Without a valid one, it starts a trace if allowed
   * to.
   */
  parent?: string | undefined
  /**
   * A `traceparent` that a caller claims: the span links to that trace but does not continue it.
   */
  claimed?: string | undefined
  attributes?: SpanAttributes
  /** In milliseconds since 1970; default: now. */
  startedAt?: number
}

export type Tracing = {
  /** Only a small, fixed set of names is allowed: route patterns, and names in our code. */
  start: (name: string, how: SpanStart) => Span
  /** Calls `work`; everything that it triggers finds the span as `current`. */
  within: <T>(span: Span, work: () => T) => T
  current: () => Span | undefined
  /** Sends remaining spans, for at most 2 s. Never rejects. */
  close: () => Promise<void>
}

/** The `traceparent` in the metadata of an event; events outside a trace have none. */
export const traceparentOf = ({
  metadata,
}: {
  metadata: { [key: string]: unknown }
}): string | undefined => {
  const { traceparent } = metadata
  return typeof traceparent === 'string' ? traceparent : undefined
}
