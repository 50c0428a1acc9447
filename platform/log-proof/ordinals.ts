import { Rejected } from '../errors.ts'
import {
  beginning,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../event-store/event-store.ts'
import { isMissingTable } from '../postgres/errors.ts'
import type { Pool } from '../postgres/pool.ts'
import { type Mark, readMark } from './tables.ts'

/** Events that are read at most: more lie after the last mark while the tree is being made. */
const mostRead = 10_000
/** Answers that are kept; an event keeps its index. */
const mostKept = 1_000
/** Milliseconds that a read of the log may take. */
const timeout = 5_000

export type Ordinals = {
  /**
   * The index of the event at a position, as the tree over the log counts them: from 0. Throws
   * `Rejected('unavailable')` while the proof of the log is far behind.
   */
  indexOf: (position: Position) => Promise<number>
  /** The position of the event with an index; null if the log does not reach it. Throws likewise. */
  positionOf: (index: number) => Promise<Position | null>
}

/**
 * Tells indexes from positions: from the last mark before, by counting the events of the log after
 * it. Works with any log, also one whose positions have gaps.
 */
export const openOrdinals = (options: { pool: Pool; eventStore: EventStore }): Ordinals => {
  const { pool, eventStore } = options
  const kept = new Map<Position, number>()
  const start: Mark = { size: 0, position: beginning }

  const markAt = async (at: Parameters<typeof readMark>[1]): Promise<Mark> => {
    try {
      return (await readMark(pool, at)) ?? start
    } catch (error) {
      if (isMissingTable(error)) return start
      throw error
    }
  }

  const indexOf = async (position: Position) => {
    const known = kept.get(position)
    if (known !== undefined) return known
    const mark = await markAt({ position })
    let size = mark.size
    if (mark.position < position)
      await readForward(eventStore, mark.position, position, (event) => {
        if (event.position <= position) size++
        return event.position >= position
      })
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest)
    kept.set(position, size - 1)
    return size - 1
  }

  const positionOf = async (index: number) => {
    const mark = await markAt({ size: index + 1 })
    if (mark.size === index + 1) return mark.position
    const head = await eventStore.headPosition()
    let { size } = mark
    let found: Position | null = null
    if (mark.position < head)
      await readForward(eventStore, mark.position, head, (event) => {
        size++
        if (size === index + 1) found = event.position
        return found !== null || event.position >= head
      })
    return found
  }

  return { indexOf, positionOf }
}

/** Reads on from a position until `see` returns true, which it must for an event at `to`. */
const readForward = (
  eventStore: EventStore,
  from: Position,
  to: Position,
  see: (event: RecordedEvent) => boolean,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let read = 0
    const end = (finish: () => void) => {
      clearTimeout(timer)
      void subscription.stop()
      finish()
    }
    const fail = (error: unknown) => end(() => reject(error))
    const timer = setTimeout(() => fail(behind()), timeout)
    const subscription = eventStore.subscribeAll({
      from,
      onBatch: async (events) => {
        for (const event of events) if (see(event) || event.position >= to) return end(resolve)
        read += events.length
        if (read >= mostRead) fail(behind())
      },
      onDrop: fail,
    })
  })

const behind = () =>
  new Rejected('unavailable', 'The proof of the log is being made, please try again', {
    retryAfter: 10,
  })
