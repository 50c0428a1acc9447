import { randomBytes } from 'node:crypto'
import { silentLog } from '@strand/event-sourcing/log'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { type Connection, openPool } from '@strand/event-sourcing/postgres/pool'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'
import { prepareVersion } from '@strand/event-sourcing/processors/version'
import pg from 'pg'
import { openVault } from '../ports/vault.ts'
import { projectionsOf } from '../shop/projections.ts'
import { noFaults } from '../world/port.ts'
import { openWorld } from '../world/world.ts'

/**
 * In milliseconds: how soon Postgres detects a deadlock. The timeout is shorter than the world's
 * wait for an answer, so the statement that causes the deadlock always fails.
 */
const deadlockTimeout = 1

/** Stores the database's contents from before a world begins. */
const keptSchema = 'simulator_kept'

const projections = projectionsOf(openVault(openWorld(1), noFaults))

/** Makes the first version of each projection, and lets it serve. */
const makeReadModels = async (session: Connection) => {
  for (const projection of projections) {
    await prepareVersion(session, projection)
    for (const index of projection.lateIndexes ?? []) await session.query(index)
  }
  await session.query('reset search_path')
}

/** Makes the tables with their first rows, and for each projection a schema to fold the log in. */
const prepare = async (url: string) => {
  const pool = openPool(url, { log: silentLog, name: 'simulator', max: 1 })
  await migrate(pool, 'command-api', new URL('../../../command-api/migrations/', import.meta.url))
  await migrate(
    pool,
    'personal-data',
    new URL('../../../platform/crypto/migrations/', import.meta.url),
  )
  await prepareProcessorTables(pool)
  const session = await pool.connect()
  await makeReadModels(session)
  for (const projection of projections) {
    const schema = foldSchemaOf(projection)
    await session.query(`create schema ${schema}; set search_path to ${schema}, public`)
    await session.query(projection.tables)
  }
  await session.query(`reset search_path; ${worldlyDefaults}; ${patient}`)
  await session.query(keepRows)
  session.release()
  await pool.end()
}

export const foldSchemaOf = ({ name }: Pick<Projection, 'name'>): string => `fold_${name}`

/** Columns whose default is the current time get the world's time, which the session knows. */
const worldlyDefaults = `
  create function public.simulator_now() returns timestamptz language sql stable
    return current_setting('simulator.now')::timestamptz;
  do $$
  declare one record;
  begin
    for one in
      select adrelid::regclass as name, attname, pg_get_expr(adbin, adrelid) as given
        from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
       where pg_get_expr(adbin, adrelid) ~ '(now|clock_timestamp)\\(\\)'
    loop
      execute format('alter table %s alter %I set default %s', one.name, one.attname,
        regexp_replace(one.given, '(now|clock_timestamp)\\(\\)', 'public.simulator_now()', 'g'));
    end loop;
  end
  $$;`

/** Limits in real time must not interrupt work in the world's time. */
const patient = `
  alter function public.set_projection_schema_aside reset lock_timeout`

const keepRows = `
  create schema ${keptSchema};
  do $$
  declare
    one record;
    is_full boolean;
  begin
    for one in
      select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname !~ '^(pg_|information_schema)' and tablename <> 'migration'
    loop
      execute format('select exists (select from %s)', one.name) into is_full;
      execute format('alter table %s set (autovacuum_enabled = off)', one.name);
      if is_full then
        execute format('create table ${keptSchema}.%I as table %s', one.name, one.name);
      end if;
    end loop;
  end
  $$;`

/** A shop's database on a real Postgres, which each world resets. */
export const openServer = async (url: string) => {
  const name = `simulator_${randomBytes(6).toString('hex')}`
  const administrator = new pg.Client({ connectionString: url })
  await administrator.connect()
  await administrator.query(`create database ${name} template template1 strategy file_copy`)
  await administrator.query(`alter database ${name} set simulator.now = '2026-03-02T09:00:00Z'`)
  const own = new URL(url)
  own.pathname = `/${name}`
  await prepare(own.href)

  const connect = async () => {
    const client = new pg.Client({
      connectionString: own.href,
      options: `-c deadlock_timeout=${deadlockTimeout} -c synchronous_commit=off -c jit=off`,
    })
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return Object.assign(client, { pid: rows[0]?.pid ?? 0 })
  }
  const control = await connect()
  const tables = await control.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname !~ '^(pg_|information_schema|fold_|${keptSchema})' and tablename <> 'migration'`,
  )
  const kept = await control.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = '${keptSchema}'`,
  )
  const sequences = await control.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences`,
  )
  const fullTables = tables.rows
    .map((one) => `select '${one.name}' as name where exists (select from ${one.name})`)
    .join(' union all ')
  const refill = [
    ...kept.rows.map(
      (one) =>
        `insert into ${one.name} overriding system value select * from ${keptSchema}."${one.name}"`,
    ),
    ...sequences.rows.map((one) => `select setval('${one.name}', 1, false)`),
  ].join('; ')

  type Taken = typeof control
  const idle: Taken[] = []

  /** Repairs the read models after a world that left a rebuild behind, as few do. */
  const mendReadModels = async () => {
    const { rows } = await control.query<{ schema: string }>(
      `select nspname as schema from pg_namespace where nspname ~ '_v[0-9]+$'`,
    )
    const { rowCount } = await control.query('select from public.projection where version > 0')
    if (rows.length === projections.length && rowCount === projections.length) return
    for (const { schema } of rows) await control.query(`drop schema ${schema} cascade`)
    await control.query('delete from public.projection')
    await control.query(`delete from public.checkpoint where kind = 'projection'`)
    await makeReadModels(control as unknown as Connection)
  }
  return {
    /** The simulator's own connection, for work outside the world. */
    control,
    take: async (): Promise<Taken> => idle.pop() ?? connect(),
    /**
     * Ends a session like closing its connection, but keeps the connection, because a new one takes
     * longer.
     */
    giveBack: async (connection: Taken): Promise<void> => {
      await connection.query('rollback; reset all; select pg_advisory_unlock_all()')
      idle.push(connection)
    },
    empty: async (): Promise<void> => {
      await mendReadModels()
      const full = await control.query<{ name: string }>(fullTables)
      const names = full.rows.map((one) => one.name).join(', ')
      await control.query(`truncate ${names} cascade; ${refill}`)
    },
    close: async (): Promise<void> => {
      await Promise.all([control, ...idle].map((connection) => connection.end()))
      await administrator.query(`drop database ${name} with (force)`)
      await administrator.end()
    },
  }
}

export type Server = Awaited<ReturnType<typeof openServer>>
