import { randomUUID } from 'node:crypto'
import type { Actor } from '@strand/contracts/envelope'
import type { JsonObject, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'

export const actorOf = (kind: Actor['kind'], id: string): Actor => ({ kind, id })
export const theStaff = actorOf('staff', '00000000-0000-4000-8000-000000000001')

/** Records events as a log does: positions and revisions increase. */
export const eventRecorder = () => {
  const events: RecordedEvent[] = []
  const revisions = new Map<string, number>()
  return {
    events,
    record: (
      stream: string,
      event: { type: string; data: unknown },
      options: { at?: string; actor?: Actor; schemaVersion?: number } = {},
    ): RecordedEvent => {
      const revision = (revisions.get(stream) ?? -1) + 1
      revisions.set(stream, revision)
      const id = randomUUID()
      const recorded: RecordedEvent = {
        id,
        type: event.type,
        data: event.data as JsonObject,
        stream,
        revision,
        position: BigInt(events.length),
        recordedAt: new Date(),
        metadata: {
          at: options.at ?? '2026-03-01T09:00:00.000Z',
          correlationId: id,
          causationId: id,
          actor: options.actor ?? theStaff,
          schemaVersion: options.schemaVersion ?? 1,
        },
      }
      events.push(recorded)
      return recorded
    },
  }
}

/**
 * Makes a projection's tables in a schema of their own, without a projector: a test calls `apply`
 * itself, in batches of its choice.
 */
export const projectionTables = async (pool: Pool, projection: Projection, schema: string) => {
  const inSchema = <T>(work: (connection: Connection) => Promise<T>) =>
    transaction(pool, async (connection) => {
      await connection.query(`set local search_path to ${schema}, public`)
      return work(connection)
    })
  await prepareProcessorTables(pool)
  await pool.query(`create schema if not exists ${schema}`)
  await inSchema((connection) => connection.query(projection.tables))
  return {
    apply: async (events: RecordedEvent[]) => {
      const handled = events.filter(({ type }) => projection.eventTypes.includes(type))
      if (handled.length > 0) await inSchema((connection) => projection.apply(handled, connection))
    },
    rows: async (sql: string, values: unknown[] = []) =>
      inSchema(async (connection) => (await connection.query(sql, values)).rows),
  }
}
