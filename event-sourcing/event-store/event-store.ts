/**
 * The port to the event log, on which the rest of the code depends. Its adapters are `postgres`,
 * `eventstoredb` and, for tests of pure logic, `memory.ts`. All pass the same suite,
 * `testing/event-store.contract.ts`. Decision 142 says why the port is our own.
 */

/**
 * A place in the whole log. It is opaque and ordered: compare and store it, but do not calculate
 * with it.
 */
export type Position = bigint

/** Sorts before the position of every event. */
export const beginning: Position = -1n

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export type EventToAppend = {
  /** A UUID derived from the command's id, so that the log recognizes a retry. */
  id: string
  /** Past tense, at most 100 characters: `OrderApproved`. */
  type: string
  data: JsonObject
  /** Who caused the event, when and why, in the form that the program's codec defines. */
  metadata: JsonObject
}

export type RecordedEvent = EventToAppend & {
  stream: string
  /** The event's number within its stream, from 0. */
  revision: number
  position: Position
  /** When the log recorded the event. When it happened is in `metadata.at`. */
  recordedAt: Date
}

/** `any` skips the check; a number must be the revision of the stream's last event. */
export type ExpectedRevision = 'any' | 'no-stream' | number

export type AppendResult =
  | {
      ok: true
      position: Position
      revision: number
      /** True if the log already had exactly this batch, and wrote nothing. */
      repeated: boolean
    }
  /**
   * A conflict is returned, not thrown, because every caller handles it. `actual` is the revision
   * of the stream's last event, or -1 if there is no stream.
   */
  | { ok: false; actual: number }

export type Subscription = {
  /**
   * Resolves when the handler is idle and will get no more events; never rejects. A handler may
   * call `stop` but must not await it.
   */
  stop: () => Promise<void>
}

export type SubscribeOptions = {
  /** Delivery begins with the first event after this position. */
  from: Position
  /** Maximum number of events per batch. Default 500. */
  batchSize?: number
  /**
   * Called with batches in log order, one at a time; no batch is empty. If it throws, it is called
   * again with the same batch after a pause (0.1 s, doubling to 5 s), until it succeeds. To end the
   * subscription, a handler calls `stop`.
   */
  onBatch: (events: RecordedEvent[]) => Promise<void>
  /**
   * Called with the next batch ahead of time, while the handler is still busy with the previous
   * one, so that work that needs only the events can begin. Must not throw. An adapter may skip any
   * of these early calls.
   */
  onPrefetch?: (events: RecordedEvent[]) => void
  /** Called with an error of the connection or the handler; the subscription continues anyway. */
  onDrop?: (error: unknown) => void
}

export type EventStore = {
  /**
   * Appends 1 to 500 events to one stream, all or none.
   *
   * Throws before anything is sent: a RangeError for an event of more than 1,000,000 bytes of JSON
   * (data and metadata), or for a stream name of more than 200 characters; a TypeError for data
   * that JSON cannot represent (undefined, NaN, bigint, an instance of a class);
   * `Rejected('invalid')` for text that a database cannot store (a lone surrogate, a NUL
   * character).
   *
   * Throws `Rejected('unavailable')` if the log cannot be reached or does not answer within 10 s.
   * The outcome is then unknown, and the caller may send the same batch again, with the same event
   * ids. The log recognizes a batch by its ids alone, even if the stream has grown since. If the
   * stream has only a part of the batch, the append is a conflict. Concurrent appends share round
   * trips and commits.
   */
  append: (
    stream: string,
    events: EventToAppend[],
    expected: ExpectedRevision,
  ) => Promise<AppendResult>
  /**
   * A stream's events, oldest first, all or from `fromRevision` on; empty for an unknown stream.
   */
  readStream: (stream: string, fromRevision?: number) => Promise<RecordedEvent[]>
  /**
   * Delivers every event, past and future, in log order, even if the server is unavailable for a
   * while.
   */
  subscribeAll: (options: SubscribeOptions) => Subscription
  /** The position of the log's last event; `beginning` if there is none. */
  headPosition: () => Promise<Position>
  /** Resolves if the log answers within 2 s; otherwise throws `Rejected('unavailable')`. */
  health: () => Promise<void>
  /** Ends subscriptions and connections, within 5 s. A second call does no harm. */
  close: () => Promise<void>
}
