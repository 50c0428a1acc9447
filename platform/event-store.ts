/**
 * The port of the event log: what the rest of the house knows of it. Adapters:
 * `event-store.postgres.ts`, `event-store.eventstoredb.ts` and, for tests of pure logic,
 * `event-store.memory.ts`. One suite, `event-store.contract.ts`, runs on all of them.
 */

/** A place in the whole log. Opaque and ordered: compare it, store it, never compute with it. */
export type Position = bigint

/** Sorts before the position of every event. */
export const beginning: Position = -1n

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export type EventToAppend = {
  /** A UUID made from the command's id, so that a retry after an unknown outcome is recognised. */
  id: string
  /** Past tense, at most 100 characters: `OrderApproved`. */
  type: string
  data: JsonObject
  /** What `contracts/envelope.ts` describes: actor, time, correlation, causation, schema version. */
  metadata: JsonObject
}

export type RecordedEvent = EventToAppend & {
  stream: string
  /** Number of the event within its stream, from 0. */
  revision: number
  position: Position
  /** When the log took it. What the business calls the time of the event is `metadata.at`. */
  recordedAt: Date
}

/** `any` skips the check; a number is the revision of the stream's last event. */
export type ExpectedRevision = 'any' | 'no-stream' | number

export type AppendResult =
  | {
      ok: true
      /** Of the last event of the batch. */
      position: Position
      revision: number
      /** True when the log already held this very batch, and nothing was written. */
      repeated: boolean
    }
  /** A conflict is data, since every caller branches on it. `actual` is -1 for no stream. */
  | { ok: false; actual: number }

export type Subscription = {
  /**
   * Resolves when the handler is idle and nothing more will be delivered; a handler may call it but
   * not wait for it. Never rejects.
   */
  stop: () => Promise<void>
}

export type SubscribeOptions = {
  /** Delivery starts with the first event after this one. */
  from: Position
  /** At most this many events a batch. Default 500. */
  batchSize?: number
  /**
   * Gets batches in log order, one at a time, never an empty one. When it throws, the same batch
   * comes again after a pause (0.1 s doubling to 5 s), for as long as it throws: a handler that wants to stop
   * calls `stop`.
   */
  onBatch: (events: RecordedEvent[]) => Promise<void>
  /**
   * Shows the next batch while the handler is still at work on the one before, so that what needs
   * nothing but its events can begin. Must not throw. Not every adapter does, and not every batch.
   */
  onAhead?: (events: RecordedEvent[]) => void
  /** Tells of a lost connection or a handler's error; the subscription goes on by itself. */
  onDrop?: (error: unknown) => void
}

export type EventStore = {
  /**
   * Appends 1 to 500 events to one stream, all or none. Limits: 1,000,000 bytes of JSON an event
   * (data and metadata), streams of at most 200 characters; past one throws a RangeError. Data that
   * JSON cannot carry (undefined, NaN, bigint, a lone surrogate, a NUL character, an instance of a
   * class) throws a TypeError. Both come before anything is sent. A log that cannot be reached, or
   * that does not answer within 10 s, throws `Rejected('unavailable')`: the outcome is then unknown
   * and the same batch, with the same event ids, may be sent again. It is recognised by its ids
   * alone, also when the stream has moved on since; one of which the stream holds a part is a
   * conflict. Appends that are under way at the same time share round trips and commits.
   */
  append: (
    stream: string,
    events: EventToAppend[],
    expected: ExpectedRevision,
  ) => Promise<AppendResult>
  /** All events of a stream, oldest first; an unknown stream gives none. */
  readStream: (stream: string) => Promise<RecordedEvent[]>
  /** Every event of the log, in order, now and as they come; survives the server going away. */
  subscribeAll: (options: SubscribeOptions) => Subscription
  /** Position of the last event of the log; `beginning` while there is none. */
  headPosition: () => Promise<Position>
  /** Resolves when the log answers within 2 s, else throws `Rejected('unavailable')`. */
  health: () => Promise<void>
  /** Ends subscriptions and connections, within 5 s whatever the server does. Safe to call twice. */
  close: () => Promise<void>
}
