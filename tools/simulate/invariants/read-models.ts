import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { foldSchemaOf } from '../database/server.ts'
import { projectionsOf } from '../shop/projections.ts'
import type { Simulation } from '../shop/simulation.ts'

type Named = { schema: string; table: string }

/** The rows of the tables, as texts that name their table. */
const rowsOf = async (connection: Connection, tables: Named[]): Promise<string[]> => {
  const { rows } = await connection.query<{ said: string }>(
    tables
      .map(
        ({ schema, table }) =>
          `select '${table} ' || to_jsonb(one)::text as said from ${schema}.${table} one`,
      )
      .join(' union all '),
  )
  return rows.map(({ said }) => said)
}

/** The elements of the first list that are not in the second. */
const without = (some: string[], others: string[]) => {
  const left = [...some]
  for (const other of others) {
    const at = left.indexOf(other)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

/** Invariants 3 and 4: the read models have the same rows as one fold of the whole log. */
export const wrongRows = async (simulation: Simulation): Promise<string[]> => {
  const { log, database } = simulation
  const connection = database.server.control as unknown as Connection
  const problems: string[] = []
  for (const projection of projectionsOf(simulation.personalData)) {
    const { name, version, eventTypes } = projection
    const fold = foldSchemaOf(projection)
    const { rows: tables } = await connection.query<{ table: string }>(
      'select tablename as table from pg_tables where schemaname = $1 order by tablename',
      [fold],
    )
    const inSchema = (schema: string) => tables.map(({ table }) => ({ schema, table }))
    const events = log.events().filter(({ type }) => eventTypes.includes(type))
    await connection.query(`begin; set local search_path to ${fold}, public`)
    if (events.length > 0) await projection.apply(events, connection)
    const right = await rowsOf(connection, inSchema(fold))
    await connection.query('rollback')
    const found = await rowsOf(connection, inSchema(`${name}_v${version}`))
    for (const row of without(found, right)) problems.push(`a wrong row of ${row}`)
    for (const row of without(right, found)) problems.push(`a missing row of ${row}`)
  }
  return problems
}
