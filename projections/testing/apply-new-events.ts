import type {
  EventStore,
  Position,
  RecordedEvent,
} from '@strand/event-sourcing/event-store/event-store'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import { moveCheckpoint } from '@strand/event-sourcing/processors/runtime/checkpoint'
import { referenceTo } from '@strand/event-sourcing/processors/runtime/log-identity'
import { announcementOf } from '@strand/event-sourcing/processors/served-positions'
import { schemaOf } from '@strand/event-sourcing/processors/version-tables'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { allProjections } from '../start-projections.ts'

/** The log's events after a position, at most up to the head that the log has now. */
const readAfter = async (eventStore: EventStore, from: Position): Promise<RecordedEvent[]> => {
  const head = await eventStore.headPosition()
  if (head <= from) return []
  const events: RecordedEvent[] = []
  await new Promise<void>((resolve, reject) => {
    const subscription = eventStore.subscribeAll({
      from,
      onBatch: async (batch) => {
        events.push(...batch)
        if ((batch.at(-1)?.position ?? from) >= head) void subscription.stop().then(resolve)
      },
      onDrop: (error) => void subscription.stop().then(() => reject(error)),
    })
  })
  return events
}

const apply = async (
  projection: Projection,
  { events, from }: { events: RecordedEvent[]; from: Position },
  connection: Connection,
) => {
  const { name, version } = projection
  const fresh = events.filter(({ position }) => position > from)
  const last = fresh.at(-1)
  if (!last) return
  await moveCheckpoint(connection, { kind: 'projection', name, version }, from, {
    position: last.position,
    count: fresh.length,
    at: last.recordedAt,
    lastEvent: referenceTo(last),
  })
  // Delivered with the commit, as the projector's own announcement is.
  await connection.query(announcementOf(projection, last.position))
  const wanted = fresh.filter(({ type }) => projection.eventTypes.includes(type))
  if (wanted.length === 0) return
  await connection.query(`set local search_path to ${schemaOf(name, version)}, public`)
  await projection.apply(wanted, connection)
}

/**
 * Applies the log's new events to read models that exist already, in one transaction. Starting and
 * stopping projectors would take several times the CPU time, and a second longer: a projector that
 * skips events saves its checkpoint only once a second.
 */
export const applyNewEvents = ({
  pool,
  eventStore,
  personalData,
}: {
  pool: Pool
  eventStore: EventStore
  personalData: PersonalData
}): Promise<void> =>
  transaction(pool, async (connection) => {
    const { rows } = await connection.query<{ name: string; position: string }>(
      `select name, position::text from public.checkpoint where kind = 'projection'`,
    )
    const positions = new Map(rows.map(({ name, position }) => [name, BigInt(position)]))
    const from = [...positions.values()].reduce((least, one) => (one < least ? one : least))
    const events = await readAfter(eventStore, from)
    for (const projection of allProjections(personalData)) {
      const reached = positions.get(projection.name)
      if (reached === undefined) throw new Error(`${projection.name} has no tables yet`)
      await apply(projection, { events, from: reached }, connection)
    }
  })
