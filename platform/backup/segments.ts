import type {
  EventStore,
  Position,
  RecordedEvent,
} from '@strand/event-sourcing/event-store/event-store'
import { readBetween } from '@strand/event-sourcing/event-store/read-between'
import { leafHashOf } from '@strand/log-proof/leaf'
import { openTree } from '@strand/log-proof/tree'
import { linesOf, openLineWriter } from './lines.ts'
import { type Manifest, type PartWriter, readPart } from './manifest.ts'
import type { BackupStore } from './store.ts'

export type AddUp = (sums: Record<string, number>, event: RecordedEvent) => void

type BackedUpLog = Manifest['log']

/** An event in a segment; `position` is its position in the log that was backed up. */
export type BackedUpEvent = Omit<RecordedEvent, 'recordedAt'>

const linesOfSegment = 5_000

const emptyLog: BackedUpLog = {
  events: 0,
  last: null,
  root: '',
  edge: [],
  checkpoint: null,
  segments: [],
  types: {},
}

/**
 * Adds the events up to `to` to the log's segments; existing segments stay as they are. If the log
 * was moved to another store, its positions differ, and all segments are written again.
 *
 * @returns null if the log lacks the backup's last event, because it is another log
 */
export const writeSegments = async (options: {
  eventStore: EventStore
  to: Position
  before: Pick<Manifest, 'log' | 'sums'> | null
  addUp: AddUp
  writer: PartWriter
}): Promise<Pick<Manifest, 'log' | 'sums'> | null> => {
  const { eventStore, to, writer } = options
  const place = await placeOf(eventStore, options.before?.log ?? emptyLog)
  if (!place) return null
  const isNew = place.moved || !options.before
  const before = isNew
    ? { log: emptyLog, sums: {} }
    : (options.before ?? { log: emptyLog, sums: {} })
  const log = { ...before.log, types: { ...before.log.types } }
  const sums = { ...before.sums }
  const tree = openTree(
    log.events,
    log.edge.map((tile) => ({ ...tile, hashes: Buffer.from(tile.hashes, 'base64') })),
  )
  let named = tree.size()
  const lines = openLineWriter({
    lines: linesOfSegment,
    name: () => {
      const name = `log/${String(named).padStart(12, '0')}-${tree.size()}.jsonl.gz`
      named = tree.size()
      return name
    },
    write: writer.write,
  })
  await readBetween(eventStore, place.moved ? -1n : place.position, to, async (events) => {
    for (const event of events) {
      if (event.position > to) return
      tree.append(leafHashOf(event, tree.size()))
      const { stream, revision, id } = event
      log.types[event.type] = (log.types[event.type] ?? 0) + 1
      log.last = { stream, revision, id, position: String(event.position) }
      options.addUp(sums, event)
      await lines.add(lineOf(event))
    }
  })
  return {
    sums,
    log: {
      ...log,
      events: tree.size(),
      root: tree.root().toString('base64'),
      edge: tree.edge().map((tile) => ({ ...tile, hashes: tile.hashes.toString('base64') })),
      segments: [...log.segments, ...(await lines.end())],
    },
  }
}

/** Where the log has the backup's last event; null if the log lacks it. */
const placeOf = async (eventStore: EventStore, { last }: BackedUpLog) => {
  if (!last) return { position: -1n, moved: false }
  const [event] = await eventStore.readStream(last.stream, last.revision)
  if (event?.id !== last.id || event.revision !== last.revision) return null
  return { position: event.position, moved: event.position !== BigInt(last.position) }
}

const lineOf = ({ position, recordedAt, ...event }: RecordedEvent) =>
  JSON.stringify({ position: String(position), recordedAt, ...event })

export const readSegments = async function* (
  store: BackupStore,
  manifest: Pick<Manifest, 'log' | 'parts'>,
): AsyncGenerator<BackedUpEvent, void> {
  for (const name of manifest.log.segments)
    for (const line of await linesOf(await readPart(store, manifest, name))) {
      const event = JSON.parse(line)
      yield { ...event, position: BigInt(event.position) }
    }
}
