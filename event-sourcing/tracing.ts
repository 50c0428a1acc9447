/**
 * The port for tracing, on which the rest of the code depends. A span names its parent with a W3C
 * `traceparent`, which comes from a request's header, from an event's metadata, or from another
 * span in this process. The only implementation is `open-telemetry.ts`; it is loaded if a setting
 * says where to send spans.
 */

/** Such as `http.route`; never an id, an address or a text that a person typed. */
type SpanAttributes = Record<string, string | number>

export type Span = {
  /** Names this span as the parent of another span of its trace, in this or another process. */
  traceparent: string
  /**
   * Whether the span's trace is sent. If not, its child spans are not sent either, and events need
   * not store its `traceparent`.
   */
  isSent: boolean
  /** Ends the span; call it only once. */
  end: (outcome?: { attributes?: SpanAttributes; failed?: boolean }) => void
}

type SpanStart = {
  /** `server` answers a request, `producer` writes events, `consumer` processes one. */
  kind: 'server' | 'producer' | 'consumer'
  /**
   * The `traceparent` of the span that caused this one. Without a valid one, a new trace begins;
   * the number of new traces is limited.
   */
  parent?: string | undefined
  /**
   * A `traceparent` that a caller claims. The span links to that trace but does not continue it.
   */
  claimed?: string | undefined
  attributes?: SpanAttributes
  /** Milliseconds since 1970; default: now. */
  startedAt?: number
}

export type Tracing = {
  /** `name` must be from a small, fixed set: route patterns, and names in our code. */
  start: (name: string, how: SpanStart) => Span
  /** Calls `work`, during which `current` returns the span. */
  within: <T>(span: Span, work: () => T) => T
  current: () => Span | undefined
  /** Sends remaining spans, for at most 2 s. Never rejects. */
  close: () => Promise<void>
}

/** The `traceparent` in an event's metadata; undefined for an event outside any trace. */
export const traceparentOf = ({
  metadata,
}: {
  metadata: { [key: string]: unknown }
}): string | undefined => {
  const { traceparent } = metadata
  return typeof traceparent === 'string' ? traceparent : undefined
}
