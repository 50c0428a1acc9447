import { closable } from './closable.ts'
import {
  type AppendResult,
  beginning,
  type EventStore,
  type Position,
  type RecordedEvent,
} from './event-store.ts'
import { openHeadSignal } from './head-signal.ts'
import { duplicateEventId, type PreparedAppend } from './prepare-append.ts'
import { openSubscriptions } from './subscriptions.ts'

type Kept = Omit<RecordedEvent, 'data' | 'metadata'> & { data: string; metadata: string }

/** A log in memory, for tests of code that uses the port. */
export const memoryEventStore = (): EventStore => {
  const log: Kept[] = []
  const streams = new Map<string, Kept[]>()
  const byId = new Map<string, Kept>()
  const headSignal = openHeadSignal()
  const subscriptions = openSubscriptions({
    read: async (after: Position, limit: number) =>
      log.slice(Number(after) + 1, Number(after) + 1 + limit).map(recorded),
    waitFor: headSignal.waitFor,
  })

  const append = ({ stream, expected, events }: PreparedAppend): AppendResult => {
    const before = streams.get(stream) ?? []
    const existing = events.map(({ id }) => byId.get(id))
    if (existing.some((event) => event && event.stream !== stream)) throw duplicateEventId()
    const first = existing[0]
    const last = existing.at(-1)
    if (first && last && existing.every((event, n) => event?.revision === first.revision + n)) {
      return { ok: true, position: last.position, revision: last.revision, repeated: true }
    }
    const actual = before.length - 1
    const matches = expected === 'any' || (expected === 'no-stream' ? -1 : expected) === actual
    if (!matches || existing.some(Boolean)) return { ok: false, actual }
    const recordedAt = new Date()
    for (const [n, event] of events.entries()) {
      const position = BigInt(log.length)
      const kept = { ...event, stream, revision: before.length, position, recordedAt }
      log.push(kept)
      before.push(kept)
      byId.set(event.id, kept)
      if (n === 0) streams.set(stream, before)
    }
    const position = BigInt(log.length - 1)
    headSignal.advanceTo(position)
    return { ok: true, position, revision: before.length - 1, repeated: false }
  }

  return closable({
    append,
    readStream: async (stream, fromRevision = 0) =>
      (streams.get(stream) ?? []).slice(fromRevision).map(recorded),
    subscribeAll: subscriptions.start,
    headPosition: async () => log.at(-1)?.position ?? beginning,
    health: async () => {},
    close: () => subscriptions.stopAll(100),
  })
}

/** Parses the events again for each reader, so that a reader cannot change what others get. */
const recorded = (kept: Kept): RecordedEvent => ({
  ...kept,
  data: JSON.parse(kept.data),
  metadata: JSON.parse(kept.metadata),
})
