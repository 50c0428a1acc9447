import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type ResolvedEvent,
  START,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { unavailable } from '../../errors.ts'
import { beginning, type Position, type RecordedEvent } from '../event-store.ts'
import type { EventStoreConnection } from './connection.ts'
import { isOfTheLog, positionOf, type RawEvent, recordedEvent } from './events.ts'

const healthTimeout = 2_000
const smallestPage = 100
const largestPage = 1_000

// Only the leader knows for certain what was written last; other nodes reply with its address.
const ofLeader = { requiresLeader: true }

/** Reads from EventStoreDB. Every request has a timeout of `timeout` milliseconds. Decision 015. */
export const openEventStoreReader = (options: {
  connection: EventStoreConnection
  timeout: number
  /** For a reader that detects when a silent server answers again. */
  probing?: boolean
}) => {
  const { timeout } = options
  const call = <T>(longest: number, work: Parameters<typeof options.connection.call<T>>[1]) =>
    options.connection.call(longest, work, { probing: options.probing ?? false })

  /** Raw events of a stream from a revision on, oldest first; none for an unknown stream. */
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

  const readAllPage = (from: Position | null, maxCount: number): Promise<RawEvent[]> =>
    call(timeout, (client, signal) =>
      collect(
        client.readAll({ fromPosition: placeOf(from, START), maxCount, ...ofLeader }),
        signal,
      ),
    )

  const readAllPageBackwards = (before: Position | null, maxCount: number): Promise<RawEvent[]> =>
    call(timeout, (client, signal) =>
      collect(
        client.readAll({
          fromPosition: placeOf(before, END),
          maxCount,
          direction: BACKWARDS,
          ...ofLeader,
        }),
        signal,
      ),
    )

  /** Up to `limit` events of the log after a position; fewer only at the end of the log. */
  const readAfter = async (after: Position, limit: number): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = []
    let from = after > beginning ? after : null
    for (;;) {
      const page = Math.min(Math.max(limit - events.length, smallestPage), largestPage)
      // A read begins with the event at its position, which was already read.
      const raws = await readAllPage(from, from === null ? page : page + 1)
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

  // In the log up to `scanned`, the last event is at `head`: everything in between is
  // EventStoreDB's own and never read twice.
  const nothingScanned = { head: beginning, scanned: beginning }
  let lastScan = nothingScanned

  const headPosition = async (): Promise<Position> => {
    let top: Position | null = null
    let before: Position | null = null
    for (let page = 1; ; page = Math.min(page * 10, largestPage)) {
      const raws = await readAllPageBackwards(before, page)
      const [first] = raws
      const last = raws.at(-1)
      if (!first || !last) break
      // A log that ends earlier than before was restored from a backup.
      if (positionOf(first) < lastScan.scanned && top === null) lastScan = nothingScanned
      top ??= positionOf(first)
      const found = raws.find((raw) => isOfTheLog(raw) || positionOf(raw) <= lastScan.scanned)
      if (found) {
        const position = positionOf(found)
        const head = position <= lastScan.scanned ? lastScan.head : position
        lastScan = { head, scanned: top }
        return head
      }
      before = positionOf(last)
    }
    // A read that a closing server cuts short ends just like a complete one.
    const [oldest] = await readAllPage(null, 1)
    if (oldest && (before === null || positionOf(oldest) < before)) {
      throw unavailable('The event log', new Error('a read was cut short'))
    }
    if (top !== null) lastScan = { head: beginning, scanned: top }
    return beginning
  }

  return {
    readStream,
    readAfter,
    headPosition,
    /** Resolves when EventStoreDB answers within 2 s. */
    health: async () => {
      await readStream('health-probe', 0, { maxCount: 1, timeout: healthTimeout })
    },
  }
}

const placeOf = <E>(position: Position | null, otherwise: E) =>
  position === null ? otherwise : { commit: position, prepare: position }

type Read = StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>

/** All events of a read. The call would stay open if the reader simply stopped reading. */
const collect = async (read: Read, signal: AbortSignal): Promise<RawEvent[]> => {
  const events: RawEvent[] = []
  const cancel = () => {
    read.cancel().catch(() => {})
  }
  signal.addEventListener('abort', cancel)
  // The read may end with an error after its last listener is gone, which would end the process.
  read.on('error', () => {})
  for await (const { event } of read) if (event) events.push(event)
  signal.removeEventListener('abort', cancel)
  return events
}
