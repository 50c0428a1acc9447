import type { Position, RecordedEvent } from './event-store.ts'

type Read = (after: Position, limit: number) => Promise<RecordedEvent[]>

/** Events that are kept, and milliseconds for which they are kept after the last was read. */
const mostKept = 1_000
const keptFor = 1_000

/**
 * The end of the log, which nearly all subscriptions of a process read, fetched and parsed once for
 * all of them. The kept events have no gap, because only a read that began where they end adds to
 * them. As with any read, an answer may hold fewer events than the log has by now. A subscription
 * that is further behind reads for itself. Events are kept only briefly: a log that was restored
 * from a backup has other events at the same positions.
 */
export const shareTail = (read: Read, now: () => number = () => performance.now()): Read => {
  let kept: RecordedEvent[] = []
  let keptAt = 0
  let reading: { after: Position; events: Promise<RecordedEvent[]> } | undefined

  /** Undefined when the kept events do not continue from `after`. */
  const keptAfter = (after: Position, limit: number): RecordedEvent[] | undefined => {
    if (now() - keptAt > keptFor) kept = []
    const at = kept.findLastIndex(({ position }) => position === after)
    return at < 0 || at === kept.length - 1 ? undefined : kept.slice(at + 1, at + 1 + limit)
  }

  const keep = (after: Position, events: RecordedEvent[]) => {
    const [last, newLast] = [kept.at(-1), events.at(-1)]
    if (!newLast || (last && newLast.position <= last.position)) return
    kept = (last?.position === after ? [...kept, ...events] : events).slice(-mostKept)
    keptAt = now()
  }

  return async (after, limit) => {
    const cached = keptAfter(after, limit)
    if (cached) return cached
    if (reading?.after === after) return (await reading.events).slice(0, limit)
    const current = { after, events: read(after, limit) }
    reading = current
    try {
      const events = await current.events
      keep(after, events)
      return events
    } finally {
      if (reading === current) reading = undefined
    }
  }
}
