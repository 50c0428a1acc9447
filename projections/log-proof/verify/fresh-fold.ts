import type { Position, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import { createSchema } from '@strand/event-sourcing/processors/version'
import { identifier } from '@strand/platform/postgres/sql'

/** For each parked stream, the revision of its first parked event. */
export type Parked = Map<string, number>

/** Builds a projection's tables in a schema of its own, from the whole log. */
export const openFreshFold = async (pool: Pool, projection: Projection, parked: Parked) => {
  const schema = `verify_${projection.name}_v${projection.version}`
  let position: Position = -1n

  const drop = () => pool.query(`drop schema if exists ${identifier(schema)} cascade`)
  const inSchema = (work: (connection: Connection) => Promise<unknown>) =>
    transaction(pool, async (connection) => {
      await connection.query(`set local search_path to ${identifier(schema)}, public`)
      await connection.query('set local synchronous_commit = off')
      await work(connection)
    })

  // An interrupted run may have left its schema behind.
  await drop()
  await transaction(pool, (connection) => createSchema(connection, schema))
  await inSchema(async (connection) => {
    await connection.query(projection.tables)
    await setUnlogged(connection, schema)
  })
  return {
    projection,
    schema,
    position: () => position,
    /** Applies the events after the fold's position, up to and including `to`. */
    apply: async (events: RecordedEvent[], to: Position) => {
      const next = events.filter((event) => event.position > position && event.position <= to)
      const last = next.at(-1)
      if (!last) return
      const wanted = next.filter(
        ({ type, stream, revision }) =>
          projection.eventTypes.includes(type) && revision < (parked.get(stream) ?? Infinity),
      )
      if (wanted.length > 0) await inSchema((connection) => projection.apply(wanted, connection))
      position = last.position
    },
    drop,
  }
}

/**
 * Makes the tables unlogged, so that writing to them is cheaper. A crash of Postgres may then empty
 * them, which is harmless, because the next run makes new ones.
 */
const setUnlogged = async (connection: Connection, schema: string) => {
  const { rows } = await connection.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1`,
    [schema],
  )
  for (const { name } of rows) await connection.query(`alter table ${name} set unlogged`)
}

export type FreshFold = Awaited<ReturnType<typeof openFreshFold>>
