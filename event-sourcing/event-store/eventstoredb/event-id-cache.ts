import type { Position } from '../event-store.ts'
import { positionOf, type RawEvent } from './events.ts'

/**
 * The maximum number of event ids in memory (about 5 MB); the least recently used streams are
 * forgotten first.
 */
const maxEvents = 20_000
/**
 * The maximum number of streams in memory. `maxEvents` alone would not limit them, because callers
 * also ask for streams without events.
 */
const maxStreams = 2_000

/** Which of a batch's events a stream has, according to their ids. */
type BatchLocation =
  | { where: 'absent' | 'partial' }
  /**
   * The stream has all of them, in this order, with no other events in between. `revision` and
   * `position` belong to the batch's last event.
   */
  | { where: 'complete'; revision: number; position: Position }

/** The known events of a stream, from the first one on; the stream may have more. */
export type CachedStream = {
  /** The revision of the last known event; -1 if there is none. */
  revision: () => number
  /** Adds events that were read from the stream, in order; skips events that it already knows. */
  add: (raws: RawEvent[]) => void
  locate: (ids: string[]) => BatchLocation
}

/**
 * Remembers the ids of each stream's events. EventStoreDB recognizes a repeated batch only at the
 * revision that the append expected. Events never change, so remembered ids stay valid.
 */
export const openEventIdCache = () => {
  const streams = new Map<string, CachedStream>()
  let events = 0

  const forgetOldest = () => {
    for (const [stream, cached] of streams) {
      if ((events <= maxEvents || streams.size === 1) && streams.size <= maxStreams) return
      streams.delete(stream)
      events -= cached.revision() + 1
    }
  }

  return {
    of: (stream: string): CachedStream => {
      const cached: CachedStream =
        streams.get(stream) ??
        newCachedStream((count) => {
          if (streams.get(stream) === cached) events += count
        })
      // Moves the stream to the end of the map, as the most recently used one.
      streams.delete(stream)
      streams.set(stream, cached)
      forgetOldest()
      return cached
    },
  }
}

const newCachedStream = (onAdded: (count: number) => void): CachedStream => {
  const revisions = new Map<string, number>()
  const positions: Position[] = []
  return {
    revision: () => positions.length - 1,
    add: (raws) => {
      const previousLength = positions.length
      for (const raw of raws) {
        if (Number(raw.revision) !== positions.length) continue
        revisions.set(raw.id, positions.length)
        positions.push(positionOf(raw))
      }
      onAdded(positions.length - previousLength)
    },
    locate: (ids) => {
      const found = ids.map((id) => revisions.get(id))
      if (!found.some((revision) => revision !== undefined)) return { where: 'absent' }
      const [first = -1] = found
      const last = first + ids.length - 1
      const position = positions[last]
      const inOrder = found.every((revision, n) => revision === first + n)
      if (!inOrder || position === undefined) return { where: 'partial' }
      return { where: 'complete', revision: last, position }
    },
  }
}
