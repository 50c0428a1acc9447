import { Rejected } from '@strand/event-sourcing/errors'
import {
  beginning,
  type EventStore,
  type Position,
} from '@strand/event-sourcing/event-store/event-store'
import { ifTableMissing } from '@strand/event-sourcing/postgres/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { readOn } from './read-on.ts'
import { type Mark, readMark, readNextMark } from './tables.ts'

/**
 * The maximum number of events to read after a mark. Only while the tree is being built can more
 * events follow the last mark.
 */
const maxRead = 10_000
const batchSize = 256
/** Timeout for reading the log, in milliseconds. */
const timeout = 5_000

type Source = { pool: Pool; eventStore: EventStore }

type Ordinals = {
  /** See `findIndex`. */
  indexOf: (position: Position) => Promise<number>
  positionOf: (index: number) => Promise<Position | null>
}

/**
 * The index, from 0, of the event at a position, as the tree counts events. Starts at the last mark
 * up to the position and counts the log's events after that mark, so it also works if positions
 * have gaps. Throws `Rejected('unavailable')` if the tree is far behind the log.
 */
export const findIndex = async (source: Source, position: Position): Promise<number> => {
  const mark = await markAt(source, { position })
  if (mark.position === position) return mark.size - 1
  const next = await readNextMark(source.pool, mark).catch(ifTableMissing(null))
  // If there are as many positions as events up to the next mark, the positions have no gaps, and
  // the index can be calculated. In Postgres, this is always so.
  if (next && next.position - mark.position === BigInt(next.size - mark.size))
    return mark.size + Number(position - mark.position) - 1
  let { size } = mark
  await readFrom(source, mark, (event) => {
    if (event.position <= position) size++
    return event.position >= position
  })
  return size - 1
}

const findPosition = async (source: Source, index: number): Promise<Position | null> => {
  const mark = await markAt(source, { size: index + 1 })
  if (mark.size === index + 1) return mark.position
  const head = await source.eventStore.headPosition()
  if (mark.position >= head) return null
  let { size } = mark
  let found: Position | null = null
  await readFrom(source, mark, (event) => {
    size++
    if (size === index + 1) found = event.position
    return found !== null || event.position >= head
  })
  return found
}

export const openOrdinals = (source: Source): Ordinals => ({
  indexOf: (position) => findIndex(source, position),
  positionOf: (index) => findPosition(source, index),
})

/**
 * Before the follower's first start there are no tables, so counting starts at the log's beginning.
 */
const markAt = async ({ pool }: Source, at: Parameters<typeof readMark>[1]): Promise<Mark> =>
  (await readMark(pool, at).catch(ifTableMissing(null))) ?? { size: 0, position: beginning }

const readFrom = (
  { eventStore }: Source,
  { position }: Mark,
  see: (event: { position: Position }) => boolean,
): Promise<void> => {
  let read = 0
  return readOn(eventStore, { after: position, batchSize, timeout, late: behind }, (event) => {
    if (++read > maxRead) throw behind()
    return see(event)
  })
}

const behind = () =>
  new Rejected('unavailable', 'The proof of the log is being made, please try again', {
    retryAfter: 10,
  })
