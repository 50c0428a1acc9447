/**
 * The port of the event log, which the rest of the code depends on. Its adapters are the folders
 * `postgres` and `eventstoredb` and, for tests of pure logic, `memory.ts`. All of them must pass
 * one suite, `testing/event-store.contract.ts`. Decision 142 says why the port is our own.
 */

/**
 * A place in the whole log. Opaque and ordered: compare and store it, but never compute with it.
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
  /** Who did it, when and why, as defined by the program's codec. */
  metadata: JsonObject
}

export type RecordedEvent = EventToAppend & {
  stream: string
  /** Number of the event within its stream, from 0. */
  revision: number
  position: Position
  /** When the log recorded the event. The business time of the event is `metadata.at`. */
  recordedAt: Date
}

/** `any` skips the check; a number is the revision of the stream's last event. */
export type ExpectedRevision = 'any' | 'no-stream' | number

export type AppendResult =
  | {
      ok: true
      /** Position of the last event of the batch. */
      position: Position
      revision: number
      /** True if the log already held this very batch, so that nothing was written. */
      repeated: boolean
    }
  /**
   * A conflict is a value, because every caller branches on it. `actual` is -1 if there is no
   * stream.
   */
  | { ok: false; actual: number }

export type Subscription = {
  /**
   * Resolves when the handler is idle and nothing more will be delivered; a handler may call it but
   * must not wait for it. Never rejects.
   */
  stop: () => Promise<void>
}

export type SubscribeOptions = {
  /** Delivery starts with the first event after this one. */
  from: Position
  /** Maximum number of events per batch. Default 500. */
  batchSize?: number
  /**
   * Receives batches in log order, one at a time, never an empty one. If it throws, the same batch
   * is delivered again after a pause (0.1 s, doubling to 5 s), until it succeeds. A handler that
   * wants to stop calls `stop`.
   */
  onBatch: (events: RecordedEvent[]) => Promise<void>
  /**
   * Receives the next batch, which was prefetched, while the handler is still working on the
   * previous one. Work that needs only the events can then begin early. Must not throw. Adapters
   * need not call it, and not for every batch.
   */
  onPrefetch?: (events: RecordedEvent[]) => void
  /** Reports a lost connection or a handler's error; the subscription continues on its own. */
  onDrop?: (error: unknown) => void
}

export type EventStore = {
  /**
   * Appends 1 to 500 events to one stream, all or none. Limits: 1,000,000 bytes of JSON per event
   * (data and metadata) and stream names of at most 200 characters; exceeding one throws a
   * RangeError. Data that JSON cannot represent (undefined, NaN, bigint, a lone surrogate, a NUL
   * character, an instance of a class) throws a TypeError. Both are thrown before anything is sent.
   * If the log cannot be reached or does not answer within 10 s, it throws
   * `Rejected('unavailable')`. The outcome is then unknown, and the caller may send the same batch
   * again, with the same event ids. The log recognizes a batch only by its ids, even if the stream
   * has grown since. If the stream has only a part of the batch, that is a conflict. Concurrent
   * appends share round trips and commits.
   */
  append: (
    stream: string,
    events: EventToAppend[],
    expected: ExpectedRevision,
  ) => Promise<AppendResult>
  /**
   * All events of a stream, or those from `fromRevision` onwards, oldest first; empty for an
   * unknown stream.
   */
  readStream: (stream: string, fromRevision?: number) => Promise<RecordedEvent[]>
  /** Delivers every event, past and new, in log order; survives an outage of the server. */
  subscribeAll: (options: SubscribeOptions) => Subscription
  /** Position of the last event of the log; `beginning` if there is none. */
  headPosition: () => Promise<Position>
  /** Resolves if the log answers within 2 s; otherwise throws `Rejected('unavailable')`. */
  health: () => Promise<void>
  /** Ends subscriptions and connections, within 5 s at the latest. Safe to call twice. */
  close: () => Promise<void>
}
