import { randomBytes } from 'node:crypto'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { identifier } from '@strand/platform/postgres/sql'

const page = 1_000

type Row = { key: string; row: string }

export const tablesOf = async (connection: Connection, schema: string) => {
  const { rows } = await connection.query<{ table: string; key: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by k.n) as key
       from pg_class c
       join pg_namespace s on s.oid = c.relnamespace and s.nspname = $1
       join pg_index i on i.indrelid = c.oid and i.indisprimary
       cross join unnest(i.indkey) with ordinality k (attnum, n)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where c.relkind = 'r'
      group by c.relname order by c.relname`,
    [schema],
  )
  return rows
}

type Side = { connection: Connection; schema: string }

const nameOf = ({ schema }: Side, table: string) => `${identifier(schema)}.${identifier(table)}`

/**
 * Compares a table in two schemas: first by fingerprints and, if those differ, page by page in the
 * order of the primary key.
 *
 * @returns the key of the first row that differs, and the difference; null if all rows are the same
 */
export const firstDifference = async (
  { table, key }: { table: string; key: string[] },
  served: Side,
  fresh: Side,
): Promise<string | null> => {
  const salt = randomBytes(16).toString('hex')
  const [one, other] = await Promise.all(
    [served, fresh].map((side) => fingerprint(side.connection, nameOf(side, table), salt)),
  )
  return one === other ? null : firstDifferentRow({ table, key }, served, fresh)
}

/**
 * The number of rows, and the sum of their 64-bit hashes, which needs no sorting. The salt is
 * chosen after the rows were written, so nobody can prepare rows with the same sum.
 */
const fingerprint = async (connection: Connection, table: string, salt: string) => {
  const { rows } = await connection.query<{ fingerprint: string }>(
    `select concat(count(*), ' ', sum(('x' || left(md5($1 || t::text), 16))::bit(64)::int8))
         as fingerprint
       from ${table} t`,
    [salt],
  )
  return rows[0]?.fingerprint
}

const firstDifferentRow = async (
  { table, key }: { table: string; key: string[] },
  served: Side,
  fresh: Side,
): Promise<string | null> => {
  const sides = [served, fresh].map((side) =>
    readRows(side.connection, nameOf(side, table), key),
  ) as [AsyncGenerator<Row>, AsyncGenerator<Row>]
  try {
    for (;;) {
      const [one, other] = await Promise.all(sides.map((side) => side.next()))
      if (!one || !other || (one.done && other.done)) return null
      if (one.done) return `row ${other.value.key} is missing`
      if (other.done) return `row ${one.value.key} comes from no event`
      if (one.value.key !== other.value.key)
        return `there is row ${one.value.key} where the log has row ${other.value.key}`
      if (one.value.row !== other.value.row) return `row ${one.value.key} differs from the log`
    }
  } finally {
    for (const side of sides) await side.return(undefined)
  }
}

/** Reads rows in Postgres's text form, through a cursor in the connection's transaction. */
async function* readRows(
  connection: Connection,
  table: string,
  key: string[],
): AsyncGenerator<Row, void> {
  const columns = key.map((column) => `t.${identifier(column)}`).join(', ')
  await connection.query(
    `declare rows_to_compare no scroll cursor for
     select (row(${columns}))::text as key, t::text as row from ${table} t order by ${columns}`,
  )
  for (;;) {
    const { rows } = await connection.query<Row>(`fetch ${page} from rows_to_compare`)
    if (rows.length === 0) break
    yield* rows
  }
  await connection.query('close rows_to_compare')
}
