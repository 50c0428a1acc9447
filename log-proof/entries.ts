import { conflict, unavailable } from '@strand/event-sourcing/errors'
import type {
  EventStore,
  Position,
  RecordedEvent,
} from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { countHashes, hashAt, leafHash } from './hashes.ts'
import { leafOf } from './leaf.ts'
import { findIndex } from './ordinals.ts'
import { readOn } from './read-on.ts'
import { readEntryTile, readTile, readTree } from './tables.ts'
import { tileWidth } from './tree.ts'

export type Entry = { index: number; leaf: string }

type Source = { pool: Pool; eventStore: EventStore }

/** Timeout for reading a tile's events from the log, in milliseconds. */
const timeout = 10_000
/** How many events are held in memory at a time; each can take a megabyte. */
const eventsAtOnce = 32

/**
 * Reads the first `width` leaves of a tile, in order; null if the tree has no such tile. Throws
 * `Rejected('conflict')` if the log lacks the events from which the tree was made.
 */
export const readEntries = async (
  { pool, eventStore }: Source,
  index: number,
  width: number,
): Promise<Entry[] | null> => {
  const [tile, hashes] = await Promise.all([readEntryTile(pool, index), readTile(pool, 0, index)])
  if (!tile || !hashes || countHashes(hashes) < width) return null
  return readAfter(eventStore, { after: tile.after, count: width }, (event, place) =>
    entryOf(event, index * tileWidth + place, hashes),
  )
}

/**
 * Finds an event's leaf; null until the event is in the tree. Throws `Rejected('conflict')` if the
 * tree was made from another event.
 */
export const findEntry = async (source: Source, event: RecordedEvent): Promise<Entry | null> => {
  const index = await indexOf(source, event.position)
  const hashes = index === null ? null : await readTile(source.pool, 0, tileOf(index))
  return index === null || !hashes ? null : entryOf(event, index, hashes)
}

/** The index of the event at a position; null until the event is in the tree. */
export const indexOf = async (source: Source, position: Position): Promise<number | null> => {
  const tree = await readTree(source.pool)
  return tree && position <= tree.position ? findIndex(source, position) : null
}

const tileOf = (index: number) => Math.floor(index / tileWidth)

const entryOf = (event: RecordedEvent, index: number, hashes: Buffer): Entry => {
  const leaf = leafOf(event, index)
  if (leafHash(leaf).equals(hashAt(hashes, index % tileWidth))) return { index, leaf }
  throw conflict(`Event ${index} is not the one that was signed: run verify`)
}

/** Reads events in order, a few at a time, and collects what `read` returns for each of them. */
const readAfter = async <T>(
  eventStore: EventStore,
  { after, count }: { after: Position; count: number },
  read: (event: RecordedEvent, place: number) => T,
): Promise<T[]> => {
  const found: T[] = []
  const late = () => unavailable('The event log')
  const batchSize = Math.min(count, eventsAtOnce)
  await readOn(eventStore, { after, batchSize, timeout, late }, (event) => {
    found.push(read(event, found.length))
    return found.length === count
  })
  return found
}
