/**
 * What the rest of the code knows of traces: spans that know each other by W3C `traceparent`s, in a
 * request's header, in the metadata of an event or in the same process. The only implementation,
 * `open-telemetry.ts`, is loaded when a shop has somewhere to send spans.
 */

/** `http.route` and the like; never an id, an address or anything that a person typed. */
export type SpanAttributes = Record<string, string | number>

export type Span = {
  /** How a span of the same trace, here or in another process, names this one as its parent. */
  traceparent: string
  /** False for a span of a trace that is not sent: events need not name it, and nothing below it is sent. */
  isSent: boolean
  /** Ends it, once. */
  end: (outcome?: { attributes?: SpanAttributes; failed?: boolean }) => void
}

export type SpanStart = {
  /** `server` answers a request, `producer` writes events, `consumer` works on one. */
  kind: 'server' | 'producer' | 'consumer'
  /** The `traceparent` of the span that caused it; without a valid one it begins a trace, if it may. */
  parent?: string | undefined
  /** A `traceparent` that somebody claims: its trace is named, and not continued. */
  claimed?: string | undefined
  attributes?: SpanAttributes
  /** Milliseconds since 1970; default now. */
  startedAt?: number
}

export type Tracing = {
  /** Names are few: patterns of routes, names in our code. */
  start: (name: string, how: SpanStart) => Span
  /** Calls `work`; whatever that sets off finds the span as `current`. */
  within: <T>(span: Span, work: () => T) => T
  current: () => Span | undefined
  /** Sends what is left, for at most 2 s. Never rejects. */
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
