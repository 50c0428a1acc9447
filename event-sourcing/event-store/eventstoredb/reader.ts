import {
  type AllStreamResolvedEvent,
  END,
  FORWARDS,
  type ResolvedEvent,
  START,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { beginning, type Position, type RecordedEvent } from '../event-store.ts'
import type { EventStoreConnection } from './connection.ts'
import { isOfTheLog, positionOf, type RawEvent, recordedEvent } from './events.ts'
import { openHeadScan, type ReadPage } from './head-scan.ts'

const healthTimeout = 2_000
const smallestPage = 100
const maxPageSize = 1_000

// Only the leader is certain to know the last write; other nodes answer with the leader's address.
const ofLeader = { requiresLeader: true }

/**
 * Reads from EventStoreDB.
 *
 * @param options.timeout the timeout of every request, in milliseconds
 */
export const openEventStoreReader = (options: {
  connection: EventStoreConnection
  timeout: number
  /** For a reader that must notice when a silent server answers again. */
  probing?: boolean
}) => {
  const { timeout } = options
  const call = <T>(longest: number, work: Parameters<typeof options.connection.call<T>>[1]) =>
    options.connection.call(longest, work, { probing: options.probing ?? false })

  /** Raw events of a stream from a revision on, oldest first; empty for an unknown stream. */
  const readStream = (
    stream: string,
    fromRevision: number,
    { maxCount = Number.MAX_SAFE_INTEGER, timeout: shorter = timeout } = {},
  ): Promise<RawEvent[]> =>
    call(Math.min(shorter, timeout), async (client, signal) => {
      const read = { fromRevision: BigInt(fromRevision), maxCount, ...ofLeader }
      try {
        return await collect(client.readStream(stream, read), signal)
      } catch (error) {
        if (error instanceof StreamNotFoundError) return []
        throw error
      }
    })

  /**
   * A page of raw events of the whole log. A forward read begins with the event at the position, a
   * backward read with the event before it.
   */
  const readPage: ReadPage = (position, maxCount, direction = FORWARDS) =>
    call(timeout, (client, signal) => {
      const end = direction === FORWARDS ? START : END
      const fromPosition = position === null ? end : { commit: position, prepare: position }
      return collect(client.readAll({ fromPosition, maxCount, direction, ...ofLeader }), signal)
    })

  return {
    readStream,
    readAfter: (after: Position, limit: number) => readAfter(readPage, after, limit),
    headPosition: openHeadScan(readPage),
    /** Resolves if EventStoreDB answers within 2 s. */
    health: async () => {
      await readStream('health-probe', 0, { maxCount: 1, timeout: healthTimeout })
    },
  }
}

/** Up to `limit` events of the log after a position; there are fewer only at the end of the log. */
const readAfter = async (
  readPage: ReadPage,
  after: Position,
  limit: number,
): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  let from = after > beginning ? after : null
  for (;;) {
    const page = Math.min(Math.max(limit - events.length, smallestPage), maxPageSize)
    // A page includes the event at `from`, which has already been read.
    const raws = await readPage(from, from === null ? page : page + 1)
    for (const raw of raws) {
      if (from !== null && positionOf(raw) <= from) continue
      if (isOfTheLog(raw)) events.push(recordedEvent(raw))
    }
    const last = raws.at(-1)
    if (events.length >= limit) return events.slice(0, limit)
    if (!last || raws.length < page) return events
    from = positionOf(last)
  }
}

type Read = StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>

/** Collects all events of a read. Leaving the loop early would leave the call open. */
const collect = async (read: Read, signal: AbortSignal): Promise<RawEvent[]> => {
  const events: RawEvent[] = []
  const cancel = () => {
    read.cancel().catch(() => {})
  }
  signal.addEventListener('abort', cancel)
  // The read may fail after its last listener is gone. Without this listener, the error would crash
  // the process.
  read.on('error', () => {})
  for await (const { event } of read) if (event) events.push(event)
  signal.removeEventListener('abort', cancel)
  return events
}
