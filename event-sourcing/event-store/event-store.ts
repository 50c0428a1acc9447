/**
 * The port of the event log: all that the rest of the code knows of it. Adapters: the folders
 * `postgres` and `eventstoredb` and, for tests of pure logic, `memory.ts`. One suite,
 * `testing/event-store.contract.ts`, runs on all of them. Why the port is our own: decision 142.
 */

/** A place in the whole log. Opaque and ordered: compare it, store it, never compute with it. */
export type Position = bigint

/** Sorts before the position of every event. */
export const beginning: Position = -1n

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export type EventToAppend = {
  /** A UUID derived from the command's id, so that the log recognises a retry. */
  id: string
  /** Past tense, at most 100 characters: `OrderApproved`. */
  type: string
  data: JsonObject
  /** Who did it, when and why, as the program's codec defines it. */
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
      /** True when the log already held this very batch, and nothing was written. */
      repeated: boolean
    }
  /** A conflict is a value, because every caller branches on it. `actual` is -1 for no stream. */
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
   * Receives batches in log order, one at a time, never an empty one. When it throws, the same
   * batch is delivered again after a pause (0.1 s doubling to 5 s), for as long as it throws: a
   * handler that wants to stop calls `stop`.
   */
  onBatch: (events: RecordedEvent[]) => Promise<void>
  /**
   * Receives the prefetched next batch while the handler still works on the previous one, so that
   * work which needs only the events can begin early. Must not throw. Not every adapter calls it,
   * and not for every batch.
   */
  onPrefetch?: (events: RecordedEvent[]) => void
  /** Reports a lost connection or a handler's error; the subscription continues by itself. */
  onDrop?: (error: unknown) => void
}

export type EventStore = {
  /**
   * Appends 1 to 500 events to one stream, all or none. Limits: 1,000,000 bytes of JSON per event
   * (data and metadata) and stream names of at most 200 characters; exceeding one throws a
   * RangeError. Data that JSON cannot hold (undefined, NaN, bigint, a lone surrogate, a NUL
   * character, an instance of a class) throws a TypeError. Both are thrown before anything is sent.
   * A log that cannot be reached, or that does not answer before a timeout of 10 s, throws
   * `Rejected('unavailable')`: the outcome is then unknown and the caller may send the same batch,
   * with the same event ids, again. The log recognises the batch by its ids alone, even when the
   * stream has moved on since; a batch of which the stream holds only a part is a conflict.
   * Concurrent appends share round trips and commits.
   */
  append: (
    stream: string,
    events: EventToAppend[],
    expected: ExpectedRevision,
  ) => Promise<AppendResult>
  /**
   * All events of a stream, or those from a revision on, oldest first; none for an unknown stream.
   */
  readStream: (stream: string, fromRevision?: number) => Promise<RecordedEvent[]>
  /** Delivers every event, past and new, in log order; survives an outage of the server. */
  subscribeAll: (options: SubscribeOptions) => Subscription
  /** Position of the last event of the log; `beginning` while there is none. */
  headPosition: () => Promise<Position>
  /** Resolves when the log answers within 2 s; otherwise throws `Rejected('unavailable')`. */
  health: () => Promise<void>
  /** Ends subscriptions and connections within 5 s in any case. Safe to call twice. */
  close: () => Promise<void>
}
