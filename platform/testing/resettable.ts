import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'

/** The schema that keeps the rows a database began with. */
const schema = 'beginning'

type Table = { name: string; columns: string; isEmpty: boolean; copy: string }

/**
 * Every table of every schema but Postgres' own, with the columns that rows can be inserted into.
 */
const tablesOf = async (pool: Pool): Promise<Table[]> => {
  const { rows } = await pool.query<Omit<Table, 'isEmpty'>>(`
    select format('%I.%I', nspname, relname) as name, format('${schema}.%I', pg_class.oid) as copy,
           string_agg(quote_ident(attname), ', ') as columns
      from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and nspname !~ '^(pg_|information_schema$)'
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by pg_class.oid, nspname, relname`)
  const { rows: filled } = await pool.query<{ name: string }>(
    rows.map(({ name }) => `(select '${name}' as name from ${name} limit 1)`).join(' union all '),
  )
  const names = filled.map(({ name }) => name)
  return rows.map((row) => ({ ...row, isEmpty: !names.includes(row.name) }))
}

/** Triggers that `session_replication_role` does not turn off, such as the event log's own. */
const firmTriggers = async (pool: Pool): Promise<{ name: string; table: string }[]> => {
  const { rows } = await pool.query<{ name: string; table: string }>(`
    select quote_ident(tgname) as name, tgrelid::regclass::text as table
      from pg_trigger where tgenabled = 'A'`)
  return rows
}

/** Statements that set each sequence to the value that it has now. */
const sequencesNow = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ statement: string }>(`
    select format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
                  coalesce(last_value, start_value), last_value is not null) as statement
      from pg_sequences`)
  return rows.map(({ statement }) => statement)
}

/**
 * Remembers a database's rows, and returns a function that brings them back, for less than a tenth
 * of what a new database and its connections cost. The function returns false, and changes nothing,
 * if tables, functions, triggers or the like have changed: then the database must be dropped.
 *
 * @param pool connects as a superuser
 */
export const makeResettable = async (pool: Pool): Promise<() => Promise<boolean>> => {
  const tables = await tablesOf(pool)
  const filled = tables.filter(({ isEmpty }) => !isEmpty)
  const triggers = await firmTriggers(pool)
  const reset = [
    // Without triggers, which might forbid it, and in any order of the tables.
    'set local session_replication_role = replica',
    ...triggers.map(({ name, table }) => `alter table ${table} disable trigger ${name}`),
    ...tables.map(({ name }) => `delete from ${name}`),
    ...filled.map(
      ({ name, columns, copy }) =>
        `insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`,
    ),
    ...triggers.map(({ name, table }) => `alter table ${table} enable always trigger ${name}`),
    ...(await sequencesNow(pool)),
  ].join(';')
  await pool.query(
    [
      `create schema ${schema}`,
      ...filled.map(({ name, copy }) => `create table ${copy} as table ${name}`),
      `create table ${schema}.definition_change ()`,
      `create function ${schema}.note_change() returns event_trigger language plpgsql
         security definer as 'begin insert into ${schema}.definition_change default values; end'`,
      ...['ddl_command_end', 'sql_drop'].map(
        (event) =>
          `create event trigger ${schema}_${event} on ${event}
             execute function ${schema}.note_change()`,
      ),
    ].join(';'),
  )
  return () =>
    transaction(pool, async (connection) => {
      const { rowCount } = await connection.query(`select from ${schema}.definition_change`)
      if (rowCount !== 0) return false
      await connection.query(reset)
      return true
    })
}
