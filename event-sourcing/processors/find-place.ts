import { beginning, type EventStore } from '../event-store/event-store.ts'
import type { Connection } from '../postgres/pool.ts'
import { type EventReference, holdsEvent } from './runtime/log-identity.ts'

/** How many outbox entries are compared with the log per statement. */
const pageSize = 200

/**
 * Moves a reactor's checkpoint from the beginning of the log to the newest event that both the log
 * and the outbox have. The reactor has requested all work up to there. It handles later events
 * again, and the outbox ignores entries that it already has. Throws the log's error if the log is
 * unavailable.
 */
export const findPlace = async (
  connection: Connection,
  name: string,
  eventStore: EventStore,
): Promise<void> => {
  const { rows } = await connection.query(
    `select from public.checkpoint
      where kind = 'reaction' and name = $1 and version = 0 and position = $2`,
    [name, String(beginning)],
  )
  if (rows.length === 0) return
  const place = await newestInBoth(connection, name, eventStore)
  await connection.query(
    `update public.checkpoint set position = $2, last_event = $3, seen = case when $4 then seen else 0 end
      where kind = 'reaction' and name = $1 and version = 0`,
    [name, place?.position ?? String(beginning), place?.event ?? null, place !== null],
  )
}

const newestInBoth = async (connection: Connection, name: string, eventStore: EventStore) => {
  for (let before: string | null = null; ; ) {
    const { rows }: { rows: (EventReference & { position: string })[] } = await connection.query(
      `select o.position::text, o.stream, o.revision, o.event_id as id
         from public.outbox o where o.reaction = $1 and ($2::int8 is null or o.position < $2)
        group by o.position, o.stream, o.revision, o.event_id order by o.position desc limit $3`,
      [name, before, pageSize],
    )
    for (const { position, ...event } of rows)
      if (await holdsEvent(eventStore, event)) return { position, event }
    const last = rows.at(-1)
    if (!last) return null
    before = last.position
  }
}
