import { BadSetting } from '@strand/event-sourcing/errors'
import {
  beginning,
  type EventStore,
  type Position,
} from '@strand/event-sourcing/event-store/event-store'
import { readBetween } from '@strand/event-sourcing/event-store/read-between'
import { leafHashOf } from '@strand/log-proof/leaf'
import { openTree } from '@strand/log-proof/tree'
import type { Manifest } from './manifest.ts'
import { type BackedUpEvent, readSegments } from './segments.ts'
import type { BackupStore } from './store.ts'

type Source = { store: BackupStore; manifest: Manifest; eventStore: EventStore }

/**
 * Appends the events that the log does not have yet, in order, with their ids and metadata.
 * Continues a log that an interrupted restore has begun.
 *
 * @param options.atOnce how many appends may be in progress; more than 1 only if the store executes
 *   them in the order of the calls
 */
export const restoreLog = async (
  options: Source & { atOnce: number; onProgress: (events: number, of: number) => void },
): Promise<void> => {
  const { store, manifest, eventStore, atOnce, onProgress } = options
  let there = 0
  await readBetween(eventStore, beginning, await eventStore.headPosition(), async (events) => {
    there += events.length
  })
  let underWay: Promise<void>[] = []
  let index = 0
  for await (const event of readSegments(store, manifest)) {
    if (index++ < there) continue
    const append = appendOne(eventStore, event)
    // The append is awaited below. Without this, an earlier failure would be an unhandled
    // rejection.
    append.catch(() => {})
    underWay.push(append)
    if (underWay.length < atOnce) continue
    await Promise.all(underWay)
    underWay = []
    onProgress(index, manifest.log.events)
  }
  await Promise.all(underWay)
}

const appendOne = async (
  eventStore: EventStore,
  { stream, revision, id, type, data, metadata }: BackedUpEvent,
): Promise<void> => {
  const expected = revision === 0 ? 'no-stream' : revision - 1
  const result = await eventStore.append(stream, [{ id, type, data, metadata }], expected)
  if (!result.ok || result.revision !== revision)
    throw new BadSetting('The event log has events that are not from this backup: empty it first')
}

/**
 * Reads a restored log from its beginning and compares each event with the backup.
 *
 * @param places positions in the log that was backed up, in increasing order
 * @returns maps each of `places` to the position that the last event up to there has in the
 *   restored log
 */
export const compareLog = async (
  { store, manifest, eventStore }: Source,
  places: Position[],
): Promise<Map<Position, Position>> => {
  const found = new Map<Position, Position>()
  const expected = readSegments(store, manifest)
  const tree = openTree()
  let waiting = 0
  let last: Position = beginning
  const passPlaces = (before: Position | null) => {
    for (let place = places[waiting]; place !== undefined; place = places[++waiting]) {
      if (before !== null && place >= before) return
      found.set(place, last)
    }
  }
  await readBetween(eventStore, beginning, await eventStore.headPosition(), async (events) => {
    for (const event of events) {
      const { value: wanted } = await expected.next()
      if (wanted?.id !== event.id)
        throw new BadSetting(`Event ${tree.size()} of the log differs from the backup’s`)
      passPlaces(wanted.position)
      tree.append(leafHashOf(event, tree.size()))
      last = event.position
    }
  })
  passPlaces(null)
  const root = tree.root().toString('base64')
  if (tree.size() !== manifest.log.events || root !== manifest.log.root)
    throw new BadSetting(
      `The restored log has ${tree.size()} events and the root ${root}, which differ from the backup`,
    )
  return found
}
