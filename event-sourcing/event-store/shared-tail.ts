import type { Position, RecordedEvent } from './event-store.ts'

type Read = (after: Position, limit: number) => Promise<RecordedEvent[]>

const maxKept = 1_000
/** How many milliseconds the kept events stay after the last read that added events. */
const keptForMs = 1_000

/**
 * Reads the end of the log once for all subscriptions of a process, because nearly all of them read
 * only the end. With this, 32 clients can append 3,000 events a second instead of 2,300 while the
 * shop follows the log, or create 1,220 orders a second instead of 910.
 *
 * The kept events have no gap: only a read that started at their end adds to them. Like any read,
 * an answer may lack the newest events. A subscription that is further behind reads for itself.
 * Events are kept only briefly, because a log restored from a backup has other events at the same
 * positions.
 */
export const shareTail = (read: Read, now: () => number = () => performance.now()): Read => {
  let kept: RecordedEvent[] = []
  let keptAt = 0
  let reading: { after: Position; events: Promise<RecordedEvent[]> } | undefined

  /**
   * The kept events after `after`; undefined if there are none, or if the event at `after` is not
   * kept.
   */
  const keptAfter = (after: Position, limit: number): RecordedEvent[] | undefined => {
    if (now() - keptAt > keptForMs) kept = []
    const at = kept.findLastIndex(({ position }) => position === after)
    return at < 0 || at === kept.length - 1 ? undefined : kept.slice(at + 1, at + 1 + limit)
  }

  const keep = (after: Position, events: RecordedEvent[]) => {
    const [last, newLast] = [kept.at(-1), events.at(-1)]
    if (!newLast || (last && newLast.position <= last.position)) return
    kept = (last?.position === after ? [...kept, ...events] : events).slice(-maxKept)
    keptAt = now()
  }

  return async (after, limit) => {
    const known = keptAfter(after, limit)
    if (known) return known
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
