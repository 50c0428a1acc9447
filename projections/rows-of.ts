import { parameter, raw, type Sql, sql } from '@strand/platform/postgres/sql'

/** Rows of one of the projection's tables, as a single JSON parameter. */
export const rowsOf = (table: string, rows: Iterable<unknown>): Sql =>
  sql`json_populate_recordset(null::${raw(table)}, ${parameter(JSON.stringify([...rows]))})`
